"""Align sources in other languages with the English edition that they translate, entry by entry.

The order of imports does not matter: each import aligns all sources concerned again.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.core.database.bulk_update import update_rows
from rulesbase.core.grouping import grouped
from rulesbase.engine.nodes import Kind
from rulesbase.engine.translation.align import Alignment, AlignmentEntry, align_entries
from rulesbase.models import Binding, Edition, Entry, Example, Source
from rulesbase.models.editions import ENGINE_KINDS
from rulesbase.translations.choose_english import english_for_source, fit_of
from rulesbase.translations.shown_translation import ImportedText, delete_places, store_places

ENGLISH = "en"


class StoredEntry(NamedTuple):
    """A stored entry with the ids of its wording and of the wordings of its examples."""

    pk: int
    rule: int | None
    wording: int
    examples: tuple[int, ...]
    part: AlignmentEntry


def align_source(source: Source) -> Binding | None:
    """Align the entries of a source with English again; None for English or a source without entries."""
    if source.language == ENGLISH:
        return None
    own = _with_names(source, stored_entries(source=source))
    if not own:
        return None
    english, stated, fit = english_for_source(source, [one.part for one in own])
    theirs = stored_entries(edition=english) if english else []
    alignment = Alignment([], [], [], [])
    touched = delete_places(source)
    if english:
        alignment = align_entries([one.part for one in own], [one.part for one in theirs])
        _give_rules(own, theirs, alignment)
    store_places(source, list(_wanted(own, theirs, alignment)), touched)
    terms = [at for at, one in enumerate(own) if one.part.kind is Kind.TERM]
    aligned = {pair.own for pair in alignment.pairs}
    binding, _ = Binding.objects.update_or_create(
        source=source,
        defaults={
            "english": english,
            "stated": stated,
            "fit": fit,
            "entries": len(own) - len(terms),
            "bound": len(aligned) - len(aligned.intersection(terms)),
            "terms": len(terms),
            "bound_terms": len(aligned.intersection(terms)),
            "problems": [list(issue) for issue in alignment.problems],
            "doubts": [list(issue) for issue in alignment.doubts],
        },
    )
    return binding


def align_all() -> int:
    """Align all sources in other languages again; return their number."""
    return len([align_source(source) for source in Source.objects.exclude(language=ENGLISH).order_by("sha256")])


def align_edition(edition: Edition) -> None:
    """Align the sources of an edition, or for English all sources that it may be the original of."""
    sources: Iterable[Source] = edition.sources.order_by("sha256")
    if edition.language == ENGLISH:
        sources = _sources_around(edition)
    for source in sources:
        align_source(source)


def _sources_around(edition: Edition) -> Iterable[Source]:
    """Yield sources with the version of an English edition, aligned with it, or that it may fit best."""
    others = Source.objects.exclude(language=ENGLISH)
    here = Q(edition__version=edition.version_id) | Q(binding__english=edition)
    yield from others.filter(here).order_by("sha256")
    astray = others.exclude(here).filter(Q(binding__stated=False) | Q(binding=None)).select_related("binding")
    for source in astray.order_by("sha256"):
        binding: Binding | None = getattr(source, "binding", None)
        if binding is None or binding.english_id is None:
            yield source
            continue
        parts = [one.part for one in stored_entries(source=source)]
        if fit_of(source, parts, edition) >= binding.fit:
            yield source


def stored_entries(*, source: Source | None = None, edition: Edition | None = None) -> list[StoredEntry]:
    """Return the entries of a source or an edition in order, with their examples. Two queries."""
    which = Q(source=source) if source else Q(edition=edition)
    entries = Entry.objects.filter(which).order_by("position", "pk")
    fields = ("pk", "rule_id", "wording_id", "number", "kind", "wording__heading", "wording__text", "line")
    examples = Example.objects.filter(Q(entry__source=source) if source else Q(entry__edition=edition))
    texts = examples.order_by("position").values_list("entry_id", "wording_id", "wording__text")
    of_entry = grouped((entry, (wording, text)) for entry, wording, text in texts)
    return [
        StoredEntry(
            pk,
            rule,
            wording,
            tuple(key for key, _ in of_entry.get(pk, ())),
            AlignmentEntry(
                "" if kind == Entry.Kind.TERM else number,
                ENGINE_KINDS[kind],
                heading,
                text,
                tuple(words for _, words in of_entry.get(pk, ())),
                line,
            ),
        )
        for pk, rule, wording, number, kind, heading, text, line in entries.values_list(*fields)
    ]


def _with_names(source: Source, own: list[StoredEntry]) -> list[StoredEntry]:
    """Add the English term to each term of a bilingual file."""
    beside = Entry.objects.filter(source__sha256=source.sha256, source__language=ENGLISH, kind=Entry.Kind.TERM)
    names = list(beside.order_by("position").values_list("wording__heading", flat=True))
    if len(names) != sum(one.part.kind is Kind.TERM for one in own):
        return own
    following = iter(names)
    return [
        one._replace(part=one.part._replace(name=next(following))) if one.part.kind is Kind.TERM else one for one in own
    ]


def _give_rules(own: Sequence[StoredEntry], theirs: Sequence[StoredEntry], alignment: Alignment) -> None:
    """Give the entries the Rules of the English entries that they translate, others none."""
    rules = {own[pair.own].pk: theirs[pair.english].rule for pair in (*alignment.pairs, *alignment.left)}
    changed = [Entry(pk=one.pk, rule_id=rules.get(one.pk)) for one in own if one.rule != rules.get(one.pk)]
    update_rows(changed, ["rule"])


def _wanted(own: Sequence[StoredEntry], theirs: Sequence[StoredEntry], alignment: Alignment) -> Iterable[ImportedText]:
    """Yield a translation for each pair of entries and of examples."""
    for pair in alignment.pairs:
        mine, english = own[pair.own], theirs[pair.english]
        whole = len(pair.examples) == len(english.examples)
        yield ImportedText(english.wording, mine.wording, english.pk, mine.pk, is_example=False, with_examples=whole)
        for i, j in pair.examples:
            yield ImportedText(
                english.examples[j], mine.examples[i], english.pk, mine.pk, is_example=True, with_examples=whole
            )


def alignment_of(source: Source) -> Binding | None:
    """Return the alignment of a source with its English edition; None for English, without a query."""
    if source.language == ENGLISH:
        return None
    return Binding.objects.filter(source=source).select_related("english__version", "source").first()


def alignments_of(edition: Edition) -> list[Binding]:
    """Return the alignments of the sources of an edition, whole ones first; [] for English, without a query."""
    if edition.language == ENGLISH:
        return []
    rows = Binding.objects.filter(source__edition=edition).select_related("english__version", "source")
    return list(rows.order_by("-source__whole", "source_id"))
