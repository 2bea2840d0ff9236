"""What watching holds of a person."""

from typing import Any

from rulesbase.accounts.merging_held import rows
from rulesbase.accounts.personal_data import Part, register
from rulesbase.models import Digest, User, Watch, WatchMail


def _watches(user: User) -> list[dict[str, Any]]:
    fields = ("kind", "name", "number", "day", "oracle_id", "question", "language", "made_at")
    return rows(Watch.objects.filter(user=user).order_by("pk"), *fields, rule="rule__public_id")


def _mail(user: User) -> list[dict[str, Any]]:
    fields = ("frequency", "language", "site", "told_version", "last_at")
    return rows(WatchMail.objects.filter(user=user), *fields)


def _digests(user: User) -> list[dict[str, Any]]:
    return rows(Digest.objects.filter(user=user).order_by("pk"), "made_at", "status", "subject", "text")


def register_parts() -> None:
    """Say what is held here; called once, when the program starts."""
    register(
        Part("watches", (Watch,), _watches),
        Part("mail_of_watches", (WatchMail,), _mail),
        Part("mails_of_watches", (Digest,), _digests),
    )
