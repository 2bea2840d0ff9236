"""Sets that only files of MTGJSON version 3 have: name and day, without printings.

Later files have other names and kinds for many of these sets, so theirs win. To be independent of the order of imports,
the rows of such sets are deleted before each import, and created again after it where no later file has the set.
"""

import datetime

from cards.models import CardSet, DatedFact


def remove_old_sets() -> None:
    """Delete the sets that only files of version 3 have. Needs a transaction."""
    codes = _facts().keys()
    CardSet.objects.filter(code__in=codes, kind="", printings=None, printed_names=None).delete()


def add_old_sets() -> None:
    """Create the sets that only files of version 3 have. Needs a transaction."""
    facts = _facts()
    known = set(CardSet.objects.filter(code__in=facts).values_list("code", flat=True))
    CardSet.objects.bulk_create(
        CardSet(code=code, name=name, released=datetime.date.fromisoformat(day) if day else None)
        for code, (name, day) in facts.items()
        if code not in known
    )


def _facts() -> dict[str, tuple[str, str]]:
    """Return name and day of release by code, as the newest file has them. One query."""
    rows = DatedFact.objects.filter(kind=DatedFact.Kind.SET).values_list("name", "value", "days")
    return {code: (value[0], value[1]) for code, value, _days in sorted(rows, key=lambda row: max(row[2]))}
