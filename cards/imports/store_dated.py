"""Store the facts of the card data of a day beside those of other days, and the sets that only such facts name."""

import datetime
from collections.abc import Iterator

from cards.engine.records.dated import DatedFactRecord, fact_of_ruling, facts_of_card
from cards.imports.read_file import CardFileContents
from cards.imports.store_details import batches
from cards.models import Card, CardSet, DatedFact
from rulesbase.core.grouping import grouped


def store_dated(contents: CardFileContents) -> int:
    """Store the facts of a file with its day; return how many are new. Needs a transaction.

    Equal facts of several days share a row, so the order of imports does not matter.
    """
    if not contents.day:
        return 0
    facts = {(fact.name, fact.kind, fact.digest): fact for fact in _facts(contents)}
    new = 0
    for some in batches(sorted(facts.items(), key=lambda item: item[0])):
        new += _write(dict(some), contents.day)
    return new


def _facts(contents: CardFileContents) -> Iterator[DatedFactRecord]:
    yield from contents.old_facts
    names: dict[str, str] = {}
    for _digest, card in contents.cards():
        if card.kind == Card.Kind.CARD:
            names[card.oracle_id] = card.name
            yield from facts_of_card(card)
    names = dict(Card.objects.filter(kind=Card.Kind.CARD).values_list("oracle_id", "name")) | names
    for kind, record in contents.rest():
        if kind == "ruling":
            name = record.card[1:] if record.card.startswith("=") else names.get(record.card)
            if name:
                yield fact_of_ruling(record, name)


def _write(facts: dict[tuple[str, str, int], DatedFactRecord], day: str) -> int:
    """Write facts; those known from other days get this day too. Return how many are new."""
    names = {name for name, _kind, _digest in facts}
    rows = DatedFact.objects.filter(name__in=names).values_list("pk", "name", "kind", "digest", "days")
    known = {(name, kind, digest): (pk, days) for pk, name, kind, digest, days in rows}
    new = [
        DatedFact(kind=fact.kind, name=fact.name, value=fact.value, days=[day], digest=key[2])
        for key, fact in facts.items()
        if key not in known
    ]
    DatedFact.objects.bulk_create(new)
    # One statement for each distinct list of days; there are few.
    lacking = [(pk, days) for key, (pk, days) in known.items() if key in facts and day not in days]
    for distinct, keys in grouped((tuple(sorted({*days, day})), pk) for pk, days in lacking).items():
        DatedFact.objects.filter(pk__in=keys).update(days=list(distinct))
    return len(new)


# ---- Sets of old files ----


def remove_old_sets() -> None:
    """Delete the sets that only files of MTGJSON version 3 have. Needs a transaction.

    Later files have other names and kinds for many of these sets, so theirs win. To be independent of the order of
    imports, these rows are deleted before each import, and created again after it where no later file has the set.
    """
    codes = _old_sets().keys()
    CardSet.objects.filter(code__in=codes, kind="", printings=None, printed_names=None).delete()


def add_old_sets() -> None:
    """Create the sets that only files of MTGJSON version 3 have, by name and day. Needs a transaction."""
    facts = _old_sets()
    known = set(CardSet.objects.filter(code__in=facts).values_list("code", flat=True))
    CardSet.objects.bulk_create(
        CardSet(code=code, name=name, released=datetime.date.fromisoformat(day) if day else None)
        for code, (name, day) in facts.items()
        if code not in known
    )


def _old_sets() -> dict[str, tuple[str, str]]:
    """Return name and day of release by code, as the newest file has them. One query."""
    rows = DatedFact.objects.filter(kind=DatedFact.Kind.SET).values_list("name", "value", "days")
    return {code: (value[0], value[1]) for code, value, _days in sorted(rows, key=lambda row: max(row[2]))}
