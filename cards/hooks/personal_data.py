"""Personal data of cards: links between rulings and rules that a curator made."""

from typing import Any

from django.db.models import Q

from cards.models import RulingTie
from rulesbase.accounts.api_tokens import DELETED_NAME
from rulesbase.accounts.personal_data import Part, Signature, register, rows
from rulesbase.models import User


def _links(user: User) -> list[dict[str, Any]]:
    found = RulingTie.objects.filter(Q(made_by=user) | Q(withdrawn_by=user)).order_by("pk")
    return rows(found, "oracle_id", "number", "day", "reason", "made_at", "withdrawn_at")


def _forget_token_names(user: User) -> None:
    """Delete the names that the user gave to API tokens."""
    RulingTie.objects.rename_tokens(user, DELETED_NAME)


def register_parts() -> None:
    """Register the parts of cards. Called once, at program start."""
    signed = (
        Signature(RulingTie, "made_by", "former_maker"),
        Signature(RulingTie, "withdrawn_by", "former_withdrawer"),
    )
    register(Part("rulings_tied", (RulingTie,), _links, forget=_forget_token_names, signed=signed))
