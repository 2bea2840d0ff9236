"""What the reading pages show: the entries of a place with all that their text needs, in few queries.

Nothing here makes markup; see rendering.py.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import Q, QuerySet

from rulesbase.engine.numbering import chapter_of
from rulesbase.engine.references import Ref, find_references
from rulesbase.models import Change, Entry, Example, Reference
from rulesbase.shelf import DEFAULT_LANGUAGE, Volume


class Passage(NamedTuple):
    """A text as it is stored, with the references in it."""

    text: str
    emphasis: tuple[tuple[int, int], ...]
    fold: int
    refs: tuple[Ref, ...]


class Mark(NamedTuple):
    """A change for the margin: its kind as the marks name it, the day, and the number before it."""

    kind: str
    date: datetime.date
    old_number: str


class Line(NamedTuple):
    """An entry of one edition, ready to be rendered."""

    pk: int
    edition: int
    number: str
    kind: int
    chapter: int
    position: int
    heading: str
    passage: Passage
    rule: int | None
    source: int
    examples: tuple[Passage, ...]


class Lead(NamedTuple):
    """What the numbers in the texts of a page lead to, in one edition.

    ``at`` maps numbers that exist here to their Rule. ``stale`` maps (fold, number) to the number under which
    the rule stands now that the text once meant, empty where it stands under none. ``was`` maps those that were
    set to this version to the number that the translation has.
    """

    at: dict[str, int | None]
    stale: dict[tuple[int, str], str]
    was: Mapping[tuple[int, str], str] = MappingProxyType({})


class Leaf(NamedTuple):
    """Lines of a page, what their references lead to by edition, and the last change of each Rule."""

    lines: tuple[Line, ...]
    leads: dict[int, Lead]
    marks: dict[int, Mark]


# ---- Lines ----

_WORDING = ("wording__text", "wording__emphasis", "wording__fold")
_FIELDS = (
    "pk",
    "edition_id",
    "number",
    "kind",
    "chapter",
    "position",
    "wording__heading",
    "rule_id",
    "source_id",
    *_WORDING,
)


def passage_of(text: str, emphasis: str, fold: int) -> Passage:
    spans: tuple[tuple[int, int], ...] = ()
    if emphasis:
        pairs = (span.split("-") for span in emphasis.split())
        spans = tuple((int(start), int(end)) for start, end in pairs)
    return Passage(text, spans, fold, tuple(find_references(text)))


def lines_of(entries: QuerySet[Entry], examples: QuerySet[Example]) -> tuple[Line, ...]:
    """Entries in their order with their examples. Two queries."""
    of_entry: defaultdict[int, list[Passage]] = defaultdict(list)
    rows = examples.order_by("entry_id", "position").values_list("entry_id", *_WORDING)
    for entry, text, emphasis, fold in rows:
        of_entry[entry].append(passage_of(text, emphasis, fold))
    return tuple(
        Line(
            pk,
            edition or 0,
            number,
            kind,
            chapter,
            position,
            heading,
            passage_of(text, emphasis, fold),
            rule,
            source,
            tuple(of_entry.get(pk, ())),
        )
        for pk, edition, number, kind, chapter, position, heading, rule, source, text, emphasis, fold in (
            entries.order_by("position").values_list(*_FIELDS)
        )
    )


def chapter_lines(editions: Sequence[int], chapter: int) -> tuple[Line, ...]:
    """A chapter (or 1000, the glossary) in one or several editions. Two queries."""
    return lines_of(
        Entry.objects.filter(edition__in=editions, chapter=chapter),
        Example.objects.filter(entry__edition__in=editions, entry__chapter=chapter),
    )


def lines_at(pks: Collection[int]) -> tuple[Line, ...]:
    """The entries with these keys. Two queries."""
    return lines_of(Entry.objects.filter(pk__in=pks), Example.objects.filter(entry__in=pks))


# ---- What they lead to, and when they changed ----


def leaf(lines: tuple[Line, ...], volume: Volume, *, marks: bool = True) -> Leaf:
    """Lines with all that their rendering needs. Four queries at most, three if nothing has moved."""
    passages = [(line.edition, passage) for line in lines for passage in (line.passage, *line.examples)]
    leads = leads_of(passages, volume)
    rules = {line.rule for line in lines if line.rule}
    return Leaf(lines, leads, last_changes(rules, volume.date) if marks and rules else {})


def leads_of(passages: Iterable[tuple[int, Passage]], volume: Volume) -> dict[int, Lead]:
    """What the references in passages lead to; each comes with its edition. Three queries at most.

    What an edition in another language lacks can be read in English.
    """
    passages = list(passages)
    leads = {edition: Lead({}, {}) for edition, _ in passages}
    numbers = {ref.number for _, passage in passages for ref in passage.refs}
    if not numbers:
        return leads
    english = volume.text_in(DEFAULT_LANGUAGE)
    editions = {*leads, *([english.pk] if english else [])}
    there = Entry.objects.filter(edition__in=editions, number__in=numbers, kind__lt=Entry.Kind.TERM)
    for edition, number, rule in there.values_list("edition_id", "number", "rule_id"):
        if edition in leads:
            leads[edition or 0].at[number] = rule
        if english and edition == english.pk:
            for lead in leads.values():
                lead.at.setdefault(number, rule)
    if english and english.pk in leads:
        folds = {passage.fold for edition, passage in passages if edition == english.pk and passage.refs}
        _mark_stale(leads[english.pk], english.pk, folds)
    return leads


def _mark_stale(lead: Lead, edition: int, folds: Collection[int]) -> None:
    """Find the references whose number means another rule now than when the text was written."""
    known = Reference.objects.filter(fold__in=folds, meant__isnull=False)
    elsewhere = {
        (fold, number): meant
        for fold, number, meant in known.values_list("fold", "number", "meant_id")
        if lead.at.get(number) != meant
    }
    if not elsewhere:
        return
    now = dict(Entry.objects.filter(edition=edition, rule__in=set(elsewhere.values())).values_list("rule_id", "number"))
    for key, meant in elsewhere.items():
        # What is gone and has left no rule at its number is no stale reference; there is just nothing.
        if meant in now or key[1] in lead.at:
            lead.stale[key] = now.get(meant, "")


def mark_kind(kind: str, weight: str) -> str:
    """Which mark a change gets: coming, going and parting first, then words, then place, then the rest."""
    if kind in ("added", "removed", "split", "merged"):
        return kind
    if weight in ("substance", "example"):
        return "reworded"
    if kind in ("renumbered", "moved"):
        return kind
    return {"references": "refs", "typography": "typo"}.get(weight, "same")


def last_changes(rules: Iterable[int], until: datetime.date) -> dict[int, Mark]:
    """The last change of each Rule up to a day. One query."""
    rows = Change.objects.filter(rule__in=set(rules), version__date__lte=until).exclude(kind=Change.Kind.REMOVED)
    fields = ("rule_id", "kind", "weight", "version__date", "old_number")
    latest: dict[int, tuple[datetime.date, str, str, str]] = {}
    for rule, kind, weight, date, old_number in rows.values_list(*fields):
        if rule not in latest or latest[rule][0] < date:
            latest[rule] = date, kind, weight, old_number
    return {rule: Mark(mark_kind(kind, weight), date, old) for rule, (date, kind, weight, old) in latest.items()}


def changed_in(volume: Volume) -> dict[str, int]:
    """How many rules of each chapter are new or have new words in this version. One query."""
    counts: defaultdict[str, int] = defaultdict(int)
    words = Q(weight__in=(Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)) | Q(kind=Change.Kind.ADDED)
    rows = Change.objects.filter(version=volume.pk, item="rule").filter(words)
    for number in rows.values_list("new_number", flat=True):
        counts[chapter_of(number)] += 1
    return dict(counts)
