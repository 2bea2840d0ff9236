"""Reading in another language: what a version lacks in it is carried over from other versions, with its freshness.

An edition's own text stands first. Where it has none, or a curator approved a text for the very English wording, the
translation of the Rule is shown; its references are set to the numbers of the version that is read.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.archive.entries import (
    EntryText,
    Lead,
    Mark,
    Passage,
    last_changes,
    leads_of,
    lines_at,
    passage_of,
)
from rulesbase.core.content_version import NotInKey
from rulesbase.engine.text.renumber import paired_numbers, renumbered
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry, Source, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Carried, Cell, Freshness, Sheet


class Tally(NamedTuple):
    """How fresh a column is: entries that say what the English says, that are behind, and that are missing.

    ``origins`` are the sources of what is carried over, newest first.
    """

    language: str
    says: int
    behind: int
    missing: int
    origins: tuple[Source, ...] = ()


class Columns(NamedTuple):
    """Lines of a page, English ones always; what they lead to by edition; and the last change of each Rule.

    Where other languages are read, ``cells`` are those that are carried or missing, keyed by edition and number; what
    is not in it stands in the edition itself. ``sources`` are those that most of a column is from. ``parallel`` tells
    that texts stand side by side, or alone with marks of their freshness.
    """

    lines: tuple[EntryText, ...]
    leads: dict[int, Lead]
    marks: dict[int, Mark]
    cells: Mapping[tuple[int, str], Cell] = MappingProxyType({})
    tallies: tuple[Tally, ...] = ()
    sources: Mapping[int, int | None] = MappingProxyType({})
    parallel: bool = False

    def line(self, text: CatalogueEdition, english: EntryText) -> EntryText | None:
        """What a column has for an English line."""
        return next(
            (line for line in self.lines if line.edition == text.pk and _same_rule(line, english)),
            None,
        )


def _same_rule(line: EntryText, other: EntryText) -> bool:
    if line.rule and other.rule:
        return line.rule == other.rule
    return line.number == other.number


def needs_english(version: CatalogueVersion, texts: Sequence[CatalogueEdition]) -> CatalogueEdition | None:
    """The English text of the version, if columns in other languages hang on it."""
    english = version.text_in(DEFAULT_LANGUAGE)
    return english if english and any(text.language != DEFAULT_LANGUAGE for text in texts) else None


def editions_to_read(version: CatalogueVersion, texts: Sequence[CatalogueEdition]) -> list[int]:
    """The keys of the editions whose lines columns are made of."""
    english = needs_english(version, texts)
    return list(dict.fromkeys([*(t.pk for t in texts if not t.is_carried), *([english.pk] if english else [])]))


def fill_columns(
    versions: Catalogue,
    version: CatalogueVersion,
    texts: Sequence[CatalogueEdition],
    lines: Sequence[EntryText],
    chapter: int | None,
    numbers: Collection[str] | None = None,
    *,
    marks: bool = True,
) -> Columns:
    """Add to the lines of some editions what is carried over, in the languages of ``texts``.

    ``numbers`` are those of the page, where it is no whole chapter; without a chapter they may be of the whole
    version. Without ``marks`` the last changes of the lines are not read. Eight queries a language and three more,
    of which most are kept until content changes.
    """
    english = needs_english(version, texts)
    if english is None:
        return _columns(tuple(lines), versions, version, marks=marks)._replace(parallel=len(texts) > 1)
    base = {line.pk: line for line in lines if line.edition == english.pk}
    cells: dict[tuple[int, str], Cell] = {}
    wanted: list[tuple[CatalogueEdition, Cell]] = []
    tallies: list[Tally] = []
    kept: list[EntryText] = list(lines)
    for text in texts:
        sheet = freshness(versions, version, text.language, chapter)
        if sheet is None:
            continue
        own = [line for line in lines if line.edition == text.pk]
        open_cells = _open_cells(sheet, own, numbers)
        overruled = {cell.number for cell in open_cells if cell.text.wording}
        kept = [line for line in kept if line.edition != text.pk or not _overruled(line, overruled, open_cells)]
        wanted += [(text, cell) for cell in open_cells if cell.text.wording and cell.entry in base]
        cells.update({(text.pk, cell.number): cell for cell in open_cells})
        tallies.append(_tally(sheet, numbers))
    maker = _Maker(versions, english, base, [cell for _, cell in wanted])
    made = [maker.line(text, cell) for text, cell in wanted]
    columns = _columns((*kept, *made), versions, version, marks=marks)
    for key, lead in columns.leads.items():
        stale = {**lead.stale, **maker.gone(key, lead.at)}
        columns.leads[key] = lead._replace(was=maker.was.get(key, {}), stale=stale)
    for text in texts:
        columns.leads.setdefault(text.pk, Lead({}, {}))
    return columns._replace(
        cells=cells,
        tallies=_with_origins(tallies, made),
        sources={text.pk: _usual_source(text, made) for text in texts},
        parallel=len(texts) > 1 or texts[0].is_carried or any(cell.text.wording for cell in cells.values()),
    )


def _columns(lines: tuple[EntryText, ...], versions: Catalogue, version: CatalogueVersion, *, marks: bool) -> Columns:
    """Lines with all that their rendering needs. Two queries at most."""
    leads = leads_of(((line.edition, one) for line in lines for one in (line.passage, *line.examples)), version)
    rules = {line.rule for line in lines if line.rule} if marks else set()
    return Columns(lines, leads, last_changes(rules, versions, version.date) if rules else {})


def _open_cells(sheet: Sheet, own: Sequence[EntryText], numbers: Collection[str] | None) -> list[Cell]:
    """The cells that the edition itself does not fill, or has in English, and those that a curator filled better."""
    rules = {line.rule for line in own if line.rule}
    there = {line.number for line in own}
    found: list[Cell] = []
    for cell in sheet.cells.values():
        if numbers is not None and cell.number not in numbers:
            continue
        has_own = cell.rule in rules if cell.rule else cell.number in there
        curated = cell.text.wording and cell.text.source is None and cell.text.state is Freshness.EXACT
        if not has_own or curated or cell.state is Freshness.MISSING:
            found.append(cell)
    return found


def _overruled(line: EntryText, numbers: Collection[str], cells: Sequence[Cell]) -> bool:
    rules = {cell.rule for cell in cells if cell.text.wording and cell.rule}
    return line.rule in rules if line.rule else line.number in numbers


def _tally(sheet: Sheet, numbers: Collection[str] | None) -> Tally:
    cells = [
        cell
        for cell in sheet.cells.values()
        if (numbers is None or cell.number in numbers) and cell.kind not in (Entry.Kind.SECTION, Entry.Kind.CHAPTER)
    ]
    states = Counter(cell.state for cell in cells)
    says = sum(states[state] for state in (Freshness.EXACT, Freshness.TYPOGRAPHY, Freshness.REFERENCES))
    behind = states[Freshness.BEHIND] + states[Freshness.EXAMPLE]
    return Tally(sheet.language, says, behind, states[Freshness.MISSING])


def _with_origins(tallies: Iterable[Tally], made: Iterable[EntryText]) -> tuple[Tally, ...]:
    """Tallies with the sources that the carried lines are from. One query, or none."""
    keys = {line.source for line in made if line.source}
    sources = Source.objects.filter(pk__in=keys).select_related("edition__version") if keys else []
    newest = sorted(sources, key=lambda one: (str(one.edition.version if one.edition else ""), one.pk), reverse=True)
    return tuple(
        tally._replace(origins=tuple(source for source in newest if source.language == tally.language))
        for tally in tallies
    )


def _usual_source(text: CatalogueEdition, made: Iterable[EntryText]) -> int | None:
    """The source that most of a carried column is from; that of the edition where it has one."""
    if text.source is not None:
        return text.source
    counted = Counter(line.source for line in made if line.edition == text.pk and line.source)
    return counted.most_common(1)[0][0] if counted else None


@lru_cache(maxsize=24)
def _matcher(stamp: str, versions: NotInKey[Catalogue], version: CatalogueVersion, language: str) -> Matcher:
    del stamp  # only part of the key
    sheet = freshness(versions.value, version, language, Entry.TERMS)
    cells = sheet.cells.values() if sheet else ()
    headings = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    named = ((cell.number, headings.get(cell.text.wording or 0, "")) for cell in cells)
    return Matcher([(slug, heading) for slug, heading in named if heading], language)


def carried_matcher(versions: Catalogue, version: CatalogueVersion, language: str) -> Matcher:
    """What recognises the terms of the glossary as it is carried over: they lead to the English terms."""
    return _matcher(versions.stamp_in(language), NotInKey(versions), version, language)


class _Maker:
    """Makes lines of translations, with what their numbers mean at the version that is read. Three queries."""

    def __init__(
        self, versions: Catalogue, english: CatalogueEdition, base: Mapping[int, EntryText], cells: Sequence[Cell]
    ) -> None:
        self.base = base
        self.was: defaultdict[int, dict[tuple[int, str], str]] = defaultdict(dict)
        self._gone: defaultdict[int, set[tuple[int, str]]] = defaultdict(set)
        every = [one for cell in cells for one in (cell.text, *cell.examples) if one.wording]
        keys = {key for one in every for key in (one.wording, one.original, one.english) if key}
        self.wordings = Wording.objects.in_bulk(keys)
        self.now = self._meanings(versions, english, every)

    def _meanings(
        self, versions: Catalogue, english: CatalogueEdition, every: Sequence[Carried]
    ) -> dict[tuple[datetime.date, str], str]:
        """(version of the translation, number in it) -> the number of that Rule now; empty where it is gone."""
        editions: dict[datetime.date, int] = {}
        named: set[str] = set()
        for one in every:
            if one.made_for and one.state in (Freshness.REFERENCES, Freshness.BEHIND):
                there = versions.on(one.made_for)
                text = there.text_in(DEFAULT_LANGUAGE) if there and there.date == one.made_for else None
                if text:
                    editions[one.made_for] = text.pk
                    named |= {ref.number for ref in self._passage(one).refs}
        if not named:
            return {}
        dates = {pk: date for date, pk in editions.items()}
        there_rows = Entry.objects.filter(edition__in=dates, number__in=named, kind__lt=Entry.Kind.TERM)
        then = list(there_rows.values_list("edition_id", "number", "rule_id"))
        here = Entry.objects.filter(edition=english.pk, rule__in={rule for _, _, rule in then if rule})
        now = dict(here.values_list("rule_id", "number"))
        return {(dates[edition or 0], number): now.get(rule, "") for edition, number, rule in then}

    def _passage(self, one: Carried) -> Passage:
        wording = self.wordings[one.wording or 0]
        return passage_of(wording.text, wording.emphasis, wording.fold)

    def _shown(self, text: CatalogueEdition, one: Carried) -> Passage:
        """A translation with the numbers of the version that is read."""
        passage = self._passage(one)
        numbers = self._numbers(one, passage)
        changed = {old: new for old, new in numbers.items() if new and new != old}
        self._gone[text.pk].update((passage.fold, old) for old, new in numbers.items() if not new)
        if not changed:
            return passage
        done = renumbered(passage.text, changed, passage.emphasis, passage.refs)
        now_at = {ref.start: ref.number for ref in done.refs}
        self.was[text.pk].update({(passage.fold, now_at[start]): old for start, old in done.was.items()})
        return Passage(done.text, done.emphasis, passage.fold, done.refs)

    def _numbers(self, one: Carried, passage: Passage) -> dict[str, str]:
        if one.made_for is None or one.state not in (Freshness.REFERENCES, Freshness.BEHIND):
            return {}
        numbers = {
            ref.number: self.now[one.made_for, ref.number]
            for ref in passage.refs
            if (one.made_for, ref.number) in self.now
        }
        if one.state is Freshness.REFERENCES:
            # Where the English only changed its numbers, it says itself which became which.
            old, new = self.wordings[one.original or 0], self.wordings[one.english]
            numbers.update(paired_numbers(old.text, new.text))
        return numbers

    def line(self, text: CatalogueEdition, cell: Cell) -> EntryText:
        """A translation as a line of a column."""
        english = self.base[cell.entry]
        wording = self.wordings[cell.text.wording or 0]
        return english._replace(
            pk=-cell.entry,
            edition=text.pk,
            heading=wording.heading,
            passage=self._shown(text, cell.text),
            source=cell.text.source or 0,
            examples=tuple(self._shown(text, one) for one in cell.examples if one.wording),
        )

    def gone(self, edition: int, at: Mapping[str, int | None]) -> dict[tuple[int, str], str]:
        """References of translations whose Rule is gone, and whose number another Rule has now."""
        return {key: "" for key in self._gone.get(edition, ()) if key[1] in at}


def carried_data(
    date: datetime.date, number: str, chapter: int, language: str, rule: int | None
) -> dict[str, object] | None:
    """A translation as plain data: heading, text, examples, freshness, how far behind, and what it was made for.

    ``number`` is that of any edition of the version; None where nothing was translated.
    """
    versions = catalogue()
    version = versions.on(date)
    text = version.shown_in(language) if version and version.date == date else None
    english = version.text_in(DEFAULT_LANGUAGE) if version else None
    if version is None or text is None or english is None:
        return None
    here = Entry.objects.filter(edition=english.pk, chapter=chapter)
    one = here.filter(rule=rule).first() or here.filter(number=number).first()
    if one is None:
        return None
    lines = lines_at([one.pk])
    columns = fill_columns(versions, version, [text], lines, chapter, {one.number})
    line, cell = columns.line(text, lines[0]), columns.cells.get((text.pk, one.number))
    if line is None or cell is None:
        return None
    return {
        "heading": line.heading,
        "text": line.passage.text,
        "examples": [passage.text for passage in line.examples],
        "freshness": str(cell.state),
        "behind": cell.behind,
        "examples_behind": cell.examples_behind,
        "made_for": cell.text.made_for.isoformat() if cell.text.made_for else None,
    }
