"""Integrity checks of cards; `rulesbase.operations.integrity.runner` runs them."""

from django.db.backends.base.base import BaseDatabaseWrapper

from cards.imports.store_details import ruling_digest
from cards.models import Ruling
from rulesbase.operations.integrity.content_checks import Found
from rulesbase.operations.integrity.runner import IntegrityCheck, register


def register_checks() -> None:
    """Register the check of rulings."""
    register(IntegrityCheck("rulings", "every ruling has its digest", rulings))


def rulings(connection: BaseDatabaseWrapper) -> Found:
    """Compare day and text of each ruling with its digest."""
    rows = Ruling.objects.using(connection.alias).values_list("pk", "date", "text", "digest")
    for pk, date, text, stored in rows.iterator(chunk_size=2000):
        if ruling_digest(date, text) != stored:
            yield "cards_ruling", f"row {pk}", "its day and text do not match its digest"
