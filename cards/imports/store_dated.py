"""Store the facts of the card data of a day beside those of other days."""

from collections.abc import Iterator

from cards.engine.records.dated import DatedFactRecord, fact_of_ruling, facts_of_card
from cards.imports.read_file import CardFileContents
from cards.imports.store_details import batches
from cards.models import Card, DatedFact
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
    for _digest, card in contents.cards():
        if card.kind == Card.Kind.CARD:
            yield from facts_of_card(card)
    names = dict(Card.objects.in_play().values_list("oracle_id", "name"))
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
