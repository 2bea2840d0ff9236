"""Editions of other languages bound to the English they translate, entry by entry; nothing depends on the order.

The English may come before or after; it may be corrected; several sources may add up. Whatever happens, the sources
that it touches are bound anew, and the same translations come out.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.core.bulk_update import update_rows
from rulesbase.engine.nodes import Kind
from rulesbase.engine.translation.align import Bound, Part, bind
from rulesbase.models import Binding, Edition, Entry, Example, Source
from rulesbase.translations.choose_english import english_for, fit_of
from rulesbase.translations.slots import Wanted, forget_places, keep_places

ENGLISH = "en"
_KINDS = {int(Entry.Kind[kind.name]): kind for kind in Kind}


class Stored(NamedTuple):
    """An entry as it is stored, with the keys of its wording and of its examples' wordings."""

    pk: int
    rule: int | None
    wording: int
    examples: tuple[int, ...]
    part: Part


def bind_source(source: Source) -> Binding | None:
    """Bind the entries of a source, or bind them anew. None for English, and where nothing was parsed."""
    if source.language == ENGLISH:
        return None
    own = _with_names(source, stored_entries(source=source))
    if not own:
        return None
    english, stated, fit = english_for(source, [one.part for one in own])
    theirs = stored_entries(edition=english) if english else []
    bound = bind([one.part for one in own], [one.part for one in theirs])
    touched = forget_places(source)
    if english:
        _give_rules(own, theirs, bound)
        keep_places(source, list(_wanted(own, theirs, bound)), touched)
    else:
        bound = Bound([], [], [], [])
        keep_places(source, [], touched)
    terms = [at for at, one in enumerate(own) if one.part.kind is Kind.TERM]
    fitting = {pair.own for pair in bound.pairs}
    binding, _ = Binding.objects.update_or_create(
        source=source,
        defaults={
            "english": english,
            "stated": stated,
            "fit": fit,
            "entries": len(own) - len(terms),
            "bound": len(fitting) - len(fitting.intersection(terms)),
            "terms": len(terms),
            "bound_terms": len(fitting.intersection(terms)),
            "problems": [list(issue) for issue in bound.problems],
            "doubts": [list(issue) for issue in bound.doubts],
        },
    )
    return binding


def bind_all() -> int:
    """Bind every source of another language anew; how many there are."""
    return len([bind_source(source) for source in Source.objects.exclude(language=ENGLISH).order_by("sha256")])


def bind_edition(edition: Edition) -> None:
    """Bind what an import touched: the sources of its own edition, or those that an English one is the original of."""
    if edition.language != ENGLISH:
        for source in edition.sources.order_by("sha256"):
            bind_source(source)
        return
    for source in _sources_around(edition):
        bind_source(source)


def _sources_around(edition: Edition) -> Iterable[Source]:
    """Sources that state the version of an English edition, or are bound to it, or that it may now fit best."""
    others = Source.objects.exclude(language=ENGLISH)
    here = Q(edition__version=edition.version_id) | Q(binding__english=edition)
    yield from others.filter(here).order_by("sha256")
    astray = others.exclude(here).filter(Q(binding__stated=False) | Q(binding=None)).select_related("binding")
    for source in astray.order_by("sha256"):
        binding: Binding | None = getattr(source, "binding", None)
        if binding is None or binding.english_id is None or fit_of(source, edition) >= binding.fit:
            yield source


def stored_entries(*, source: Source | None = None, edition: Edition | None = None) -> list[Stored]:
    """The entries of a source or of an edition's text, in their order, with their examples. Two queries."""
    which = Q(source=source) if source else Q(edition=edition)
    entries = Entry.objects.filter(which).order_by("position", "pk")
    fields = ("pk", "rule_id", "wording_id", "number", "kind", "wording__heading", "wording__text", "line")
    of_entry: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    examples = Example.objects.filter(Q(entry__source=source) if source else Q(entry__edition=edition))
    for entry, wording, text in examples.order_by("position").values_list("entry_id", "wording_id", "wording__text"):
        of_entry[entry].append((wording, text))
    return [
        Stored(
            pk,
            rule,
            wording,
            tuple(key for key, _ in of_entry.get(pk, ())),
            Part(
                "" if kind == Entry.Kind.TERM else number,
                _KINDS[kind],
                heading,
                text,
                tuple(words for _, words in of_entry.get(pk, ())),
                line,
            ),
        )
        for pk, rule, wording, number, kind, heading, text, line in entries.values_list(*fields)
    ]


def _with_names(source: Source, own: list[Stored]) -> list[Stored]:
    """The entries of a file that gives the English beside each term, with what it calls them there."""
    if not any(one.part.kind is Kind.TERM for one in own):
        return own
    beside = Entry.objects.filter(source__sha256=source.sha256, source__language=ENGLISH, kind=Entry.Kind.TERM)
    names = list(beside.order_by("position").values_list("wording__heading", flat=True))
    if len(names) != sum(one.part.kind is Kind.TERM for one in own):
        return own
    following = iter(names)
    return [
        one._replace(part=one.part._replace(name=next(following))) if one.part.kind is Kind.TERM else one for one in own
    ]


def _give_rules(own: Sequence[Stored], theirs: Sequence[Stored], bound: Bound) -> None:
    """Give the entries the Rules of the English entries that they translate; none where they are not bound."""
    rules = {own[pair.own].pk: theirs[pair.english].rule for pair in (*bound.pairs, *bound.left)}
    by_rule: defaultdict[int | None, list[int]] = defaultdict(list)
    for one in own:
        if one.rule != rules.get(one.pk):
            by_rule[rules.get(one.pk)].append(one.pk)
    changed = [Entry(pk=pk, rule_id=rule) for rule, pks in by_rule.items() for pk in pks]
    update_rows(changed, ["rule"])


def _wanted(own: Sequence[Stored], theirs: Sequence[Stored], bound: Bound) -> Iterable[Wanted]:
    """A translation for each pair of entries and of examples."""
    for pair in bound.pairs:
        mine, english = own[pair.own], theirs[pair.english]
        whole = len(pair.examples) == len(english.examples)
        yield Wanted(english.wording, mine.wording, english.pk, mine.pk, is_example=False, with_examples=whole)
        for i, j in pair.examples:
            yield Wanted(
                english.examples[j], mine.examples[i], english.pk, mine.pk, is_example=True, with_examples=whole
            )


def binding_of(source: Source) -> Binding | None:
    """How a source was bound, with its English edition. None for English ones, without a query."""
    if source.language == ENGLISH:
        return None
    return Binding.objects.filter(source=source).select_related("english__version", "source").first()


def bindings_of(edition: Edition) -> list[Binding]:
    """How the sources of an edition were bound, the whole ones first; nothing for English, without a query."""
    if edition.language == ENGLISH:
        return []
    rows = Binding.objects.filter(source__edition=edition).select_related("english__version", "source")
    return list(rows.order_by("-source__whole", "source_id"))
