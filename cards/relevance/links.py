"""Compute and store the rules of all cards and rulings, in batches: an interrupted run goes on where it stopped.

A batch is one transaction. Cards are linked by the latest version, a ruling by the version in force on its day; both
links name the Rule, which later versions have too.
"""

import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from django.db.models import QuerySet

from cards.engine.relevance.mechanics import MOST_RULES, mechanics, rules_for
from cards.engine.relevance.ruling_topics import rules_of_ruling, topics
from cards.models import Card, CardRule, LinkProgress, Ruling, RulingRule
from cards.relevance.queries import card_text, numbers_of, rules_of, titles_ever
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.database.write_lock import content_lock

_BATCH = 1000
# Raise it when this code links differently. Changes of the two tables need nothing: their digest notices them.
_LINKER = 2


class LinkCounts(NamedTuple):
    """How many cards and rulings were linked, and how many links they got."""

    cards: int
    card_links: int
    rulings: int
    ruling_links: int


class _NumbersOfVersion:
    """The numbers and Rules of a version by the names of rules; few bytes, so that all versions fit in memory."""

    def __init__(self, versions: Catalogue, version: CatalogueVersion) -> None:
        here = rules_of(versions.english, version.main.pk)
        self._versions, self.version = versions, version
        self.titles: frozenset[str] = frozenset(here.finder.titles)
        self._rule_of = here.rule_of
        self._numbers: dict[str, str | None] = {}
        self.learn([*(one.rule for one in mechanics()), *(one.rule for one in topics())])
        self.learn(f"={title}" for title in self.titles)

    def learn(self, rules: Iterable[str]) -> None:
        """Look up the rules that are not known yet."""
        new = [rule for rule in dict.fromkeys(rules) if rule not in self._numbers]
        self._numbers |= dict.fromkeys(new) | numbers_of(self._versions, self.version, new)

    def find(self, rule: str) -> tuple[str, int] | None:
        """Return the number and the key of the Rule."""
        number = self._numbers.get(rule) or ""
        key = self._rule_of.get(number)
        return (number, key) if key else None


def link_all(versions: Catalogue, progress: Callable[[int, int], None] = lambda done, total: None) -> LinkCounts:
    """Link all cards and rulings that are not linked yet; ``progress`` gets done and total."""
    if not versions.complete or not Card.objects.exists():
        return LinkCounts(0, 0, 0, 0)
    basis = _basis(versions)
    cards, rulings = _waiting(basis)
    total = cards.count() + rulings.count()
    linker = _Linker(versions)
    done: Counter[str] = Counter()
    links: Counter[str] = Counter()
    for kind, rows, model, owner, links_of in (
        (LinkProgress.Kind.CARDS, cards, CardRule, "card__in", linker.of_cards),
        (LinkProgress.Kind.RULINGS, rulings, RulingRule, "ruling__in", linker.of_rulings),
    ):
        keys = list(rows.order_by("pk").values_list("pk", flat=True))
        for start in range(0, len(keys), _BATCH):
            batch = keys[start : start + _BATCH]
            new = list(links_of(batch))
            _store(kind, basis, batch[-1], model.objects.filter(**{owner: batch}), new)
            done[kind] += len(batch)
            links[kind] += len(new)
            progress(done.total(), total)
    if total:
        with content_lock() as state:
            state.content_changed()
    return LinkCounts(done["cards"], links["cards"], done["rulings"], links["rulings"])


def _store(kind: str, basis: str, last: int, former: QuerySet[Any], new: Sequence[Any]) -> None:
    """Store the links of a batch in place of the former ones, with the progress."""
    with content_lock():
        former.delete()
        former.bulk_create(new, batch_size=_BATCH)
        LinkProgress.objects.update_or_create(kind=kind, defaults={"last": last, "basis": basis})


def mark_cards_unlinked() -> None:
    """Mark all cards as not linked, because the texts of some changed."""
    LinkProgress.objects.filter(kind=LinkProgress.Kind.CARDS).update(last=0)


def _basis(versions: Catalogue) -> str:
    """Return a digest of all that decides the links: versions, their sources, the tables, the program."""
    texts = [(str(version), version.main.source) for version in versions.complete]
    tables = [
        [(one.rule, one.weight, one.pattern.pattern) for one in mechanics()],
        [(one.rule, one.confidence, one.pattern.pattern) for one in topics()],
    ]
    return hashlib.sha256(repr((_LINKER, texts, tables)).encode()).hexdigest()


def _waiting(basis: str) -> tuple[QuerySet[Card], QuerySet[Ruling]]:
    """Return the cards and rulings that are not linked yet."""
    last = dict(LinkProgress.objects.filter(basis=basis).values_list("kind", "last"))
    cards, rulings = last.get(LinkProgress.Kind.CARDS, 0), last.get(LinkProgress.Kind.RULINGS, 0)
    return Card.objects.filter(pk__gt=cards), Ruling.objects.filter(pk__gt=rulings)


class _Linker:
    """Links cards by the latest version, and rulings by the version of their day."""

    def __init__(self, versions: Catalogue) -> None:
        self._versions, self._whole = versions, versions.complete
        self._numbers: dict[datetime.date, _NumbersOfVersion] = {}

    def _on(self, day: datetime.date) -> _NumbersOfVersion:
        """Return the version in force on a day, the first one before its day."""
        version = next((one for one in reversed(self._whole) if one.date <= day), self._whole[0])
        if version.date not in self._numbers:
            self._numbers[version.date] = _NumbersOfVersion(self._versions, version)
        return self._numbers[version.date]

    def of_cards(self, keys: Sequence[int]) -> Iterator[CardRule]:
        cards = Card.objects.filter(pk__in=keys).for_reading()
        here = self._on(self._versions.today)
        finder = rules_of(self._versions.english, here.version.main.pk).finder
        named = {card.pk: rules_for(card_text(card), finder, titles_ever(self._versions.english)) for card in cards}
        here.learn(one.rule for rules in named.values() for one in rules)
        for card, rules in named.items():
            found: dict[int, str] = {}
            for one in rules:
                if place := here.find(one.rule):
                    found.setdefault(place[1], one.words)
            for at, (key, words) in enumerate(list(found.items())[:MOST_RULES]):
                yield CardRule(card_id=card, rule_id=key, rank=at, words=words)

    def of_rulings(self, keys: Sequence[int]) -> Iterator[RulingRule]:
        rows = Ruling.objects.filter(pk__in=keys).select_related("card").prefetch_related("card__faces")
        for ruling in rows:
            card = ruling.card
            names = {name for face in card.faces.all() for name in (face.name, face.name.split(",")[0])}
            # A rule that came after the ruling is linked as it is now.
            then, now = self._on(ruling.date), self._on(self._versions.today)
            found: set[int] = set()
            for one in rules_of_ruling(ruling.text, {card.name, *names}, card.keywords, then.titles | now.titles):
                here = then if then.find(one.rule) else now
                number, rule = here.find(one.rule) or ("", 0)
                if rule and rule not in found:
                    found.add(rule)
                    day, confidence = here.version.date, int(one.weight)
                    yield RulingRule(
                        ruling=ruling, rule_id=rule, number=number, day=day, confidence=confidence, words=one.words
                    )
