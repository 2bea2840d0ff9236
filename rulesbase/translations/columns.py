"""Columns in other languages, with fallback to translations from other versions and their freshness.

The text of the edition comes first. If it has none, or a curator approved a text for the same English wording, show the
translation of the Rule. Its references get the numbers of the version that is read.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.archive.change_marks import Mark, last_changes
from rulesbase.archive.entries import EntryText, LinkedText, lines_at, passage_of
from rulesbase.archive.link_targets import LinkTargets, link_targets_of
from rulesbase.core.content_version import ContentStamp, NotInKey
from rulesbase.engine.text.renumber import paired_numbers, renumber
from rulesbase.engine.text.terms import Matcher
from rulesbase.models import Entry, Source, Wording
from rulesbase.translations.doubts import Doubts, doubts_of, state_counts
from rulesbase.translations.freshness import count_reviewed, freshness
from rulesbase.translations.freshness_types import DOUBTED, SAME_MEANING, EntryFreshness, Freshness, TranslatedText


class Tally(NamedTuple):
    """Freshness of a column: the number of entries that are up to date, behind, missing, and doubted.

    Doubted ones are counted as doubted only. ``reviewed`` are the translations that a reviewer approved one by
    one. ``origins`` are the sources of the fallback texts, newest first.
    """

    language: str
    up_to_date: int
    behind: int
    missing: int
    origins: tuple[Source, ...] = ()
    doubted: int = 0
    reviewed: int = 0

    @property
    def translated(self) -> int:
        """Return the number of entries with a translation."""
        return self.up_to_date + self.behind + self.doubted


class Columns(NamedTuple):
    """Lines of a page, always with English; reference targets by edition; the last change of each Rule.

    ``cells`` are fallback or missing texts by edition and number; all others are in the edition itself. ``sources`` are
    the main sources of the columns. ``parallel``: texts are side by side, or alone with marks of their
    freshness. ``doubts`` are those of the texts by edition and number.
    """

    lines: tuple[EntryText, ...]
    link_targets: dict[int, LinkTargets]
    marks: dict[int, Mark]
    cells: Mapping[tuple[int, str], EntryFreshness] = MappingProxyType({})
    tallies: tuple[Tally, ...] = ()
    sources: Mapping[int, int | None] = MappingProxyType({})
    parallel: bool = False
    doubts: Mapping[tuple[int, str], Doubts] = MappingProxyType({})

    def line(self, text: CatalogueEdition, english: EntryText) -> EntryText | None:
        """Return the line of a column for an English line."""
        return next((line for line in self.lines if line.edition == text.pk and _same_rule(line, english)), None)


def _same_rule(line: EntryText, other: EntryText) -> bool:
    if line.rule and other.rule:
        return line.rule == other.rule
    return line.number == other.number


def _english_beside(version: CatalogueVersion, texts: Sequence[CatalogueEdition]) -> CatalogueEdition | None:
    """Return the English edition if a column has another language, which needs it; else None."""
    others = any(text.language != DEFAULT_LANGUAGE for text in texts)
    return version.text_in(DEFAULT_LANGUAGE) if others else None


def editions_to_read(version: CatalogueVersion, texts: Sequence[CatalogueEdition]) -> list[int]:
    """Return the ids of the editions whose lines the columns need."""
    english = _english_beside(version, texts)
    return list(dict.fromkeys([*(t.pk for t in texts if not t.is_fallback), *([english.pk] if english else [])]))


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
    """Add fallback texts in the languages of ``texts`` to the lines of editions.

    ``numbers`` limits the entries if the page is no whole chapter; without a chapter they may be from the whole
    version. ``marks`` adds the last changes. Nine queries per language and three more, most of them cached.
    """
    english = _english_beside(version, texts)
    if english is None:
        return _columns(tuple(lines), versions, version, marks=marks)._replace(parallel=len(texts) > 1)
    base = {line.pk: line for line in lines if line.edition == english.pk}
    cells: dict[tuple[int, str], EntryFreshness] = {}
    wanted: list[tuple[CatalogueEdition, EntryFreshness]] = []
    tallies: list[Tally] = []
    doubts: dict[tuple[int, str], Doubts] = {}
    shown: list[EntryText] = list(lines)
    for text in texts:
        if text.language == DEFAULT_LANGUAGE:
            continue
        every = freshness(versions, version, text.language, chapter).values()
        cells_here = [cell for cell in every if numbers is None or cell.number in numbers]
        own = [line for line in lines if line.edition == text.pk]
        open_cells = _open_cells(cells_here, own)
        translated = [cell for cell in open_cells if cell.text.wording]
        replaced = {key for cell in translated for key in (cell.rule, cell.number)}
        shown = [line for line in shown if line.edition != text.pk or (line.rule or line.number) not in replaced]
        wanted += [(text, cell) for cell in translated if cell.entry in base]
        cells.update({(text.pk, cell.number): cell for cell in open_cells})
        found = doubts_of(versions.stamp_in(text.language), text.language, cells_here)
        # The texts of the edition itself are imported.
        reviewed = count_reviewed(versions.stamp_in(text.language), text.language, _entries_below(open_cells))
        tallies.append(_tally(text.language, cells_here, found, reviewed))
        doubts.update(_doubts_shown(text, found, cells_here, open_cells, own))
    builder = _LineBuilder(versions, english, base, [cell for _, cell in wanted])
    built = [builder.line(text, cell) for text, cell in wanted]
    columns = _columns((*shown, *built), versions, version, marks=marks)
    for key, targets in columns.link_targets.items():
        stale = {**targets.stale, **{gone: "" for gone in builder.gone[key] if gone[1] in targets.at}}
        columns.link_targets[key] = targets._replace(was=builder.was.get(key, {}), stale=stale)
    for text in texts:
        columns.link_targets.setdefault(text.pk, LinkTargets())
    return columns._replace(
        cells=cells,
        tallies=_with_origins(tallies, built),
        doubts=doubts,
        sources={text.pk: _usual_source(text, built) for text in texts},
        parallel=len(texts) > 1 or texts[0].is_fallback or any(cell.text.wording for cell in cells.values()),
    )


def _columns(lines: tuple[EntryText, ...], versions: Catalogue, version: CatalogueVersion, *, marks: bool) -> Columns:
    """Return lines with their targets and marks. Two queries at most."""
    link_targets = link_targets_of(
        ((line.edition, one) for line in lines for one in (line.passage, *line.examples)), version
    )
    rules = {line.rule for line in lines if line.rule} if marks else set()
    return Columns(lines, link_targets, last_changes(rules, versions, version.date) if rules else {})


def _open_cells(cells: Iterable[EntryFreshness], own: Sequence[EntryText]) -> list[EntryFreshness]:
    """Return the cells without a text in the edition, and those with a better text of a curator."""
    there = {key for line in own for key in (line.rule, line.number)}
    found: list[EntryFreshness] = []
    for cell in cells:
        has_own = (cell.rule or cell.number) in there
        if not has_own or cell.text.is_from_desk or cell.state is Freshness.MISSING:
            found.append(cell)
    return found


def _doubts_shown(
    text: CatalogueEdition,
    found: Mapping[int, Doubts],
    cells: Iterable[EntryFreshness],
    open_cells: Iterable[EntryFreshness],
    own: Iterable[EntryText],
) -> Iterator[tuple[tuple[int, str], Doubts]]:
    """Yield edition and number with the doubts about the text shown there: a fallback, or that of the edition."""
    if not found:
        return
    lines: dict[int | str, EntryText] = {line.rule or line.number: line for line in own}
    fallback = {cell.entry for cell in open_cells}
    for cell in cells:
        doubts = found.get(cell.entry)
        if doubts is None:
            continue
        line = lines.get(cell.rule or cell.number) or lines.get(cell.number)
        if cell.entry in fallback:
            yield (text.pk, cell.number), doubts
        elif line is not None and (line.heading, line.passage.text) == (doubts.heading, doubts.text):
            yield (text.pk, line.number), doubts


def _entries_below(cells: Iterable[EntryFreshness]) -> list[EntryFreshness]:
    """Return the cells without those of sections and chapters."""
    return [cell for cell in cells if cell.kind not in (Entry.Kind.SECTION, Entry.Kind.CHAPTER)]


def _tally(language: str, cells: Iterable[EntryFreshness], doubts: Collection[int], reviewed: int) -> Tally:
    cells = _entries_below(cells)
    doubted = [cell.entry for cell in cells if cell.entry in doubts and cell.state in SAME_MEANING]
    states = state_counts(cells, doubted)
    up_to_date = sum(states[state] for state in SAME_MEANING)
    behind = states[Freshness.BEHIND] + states[Freshness.EXAMPLE]
    missing = states[Freshness.MISSING]
    return Tally(language, up_to_date, behind, missing, doubted=states[DOUBTED], reviewed=reviewed)


def _with_origins(tallies: Iterable[Tally], built: Iterable[EntryText]) -> tuple[Tally, ...]:
    """Add the sources of the fallback lines to tallies. One query, or none."""
    keys = {line.source for line in built if line.source}
    sources = Source.objects.filter(pk__in=keys).select_related("edition__version") if keys else []
    newest = sorted(sources, key=lambda one: (str(one.edition.version if one.edition else ""), one.pk), reverse=True)
    return tuple(
        tally._replace(origins=tuple(source for source in newest if source.language == tally.language))
        for tally in tallies
    )


def _usual_source(text: CatalogueEdition, built: Iterable[EntryText]) -> int | None:
    """Return the source of the edition, else of most fallback lines."""
    if text.source is not None:
        return text.source
    counted = Counter(line.source for line in built if line.edition == text.pk and line.source)
    return counted.most_common(1)[0][0] if counted else None


@lru_cache(maxsize=24)
def _matcher(_stamp: ContentStamp, versions: NotInKey[Catalogue], version: CatalogueVersion, language: str) -> Matcher:
    cells = freshness(versions.value, version, language, Entry.TERMS).values()
    headings = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    named = ((cell.number, headings.get(cell.text.wording or 0, "")) for cell in cells)
    return Matcher([(slug, heading) for slug, heading in named if heading], language)


def fallback_matcher(versions: Catalogue, version: CatalogueVersion, language: str) -> Matcher:
    """Return the matcher of translated glossary terms, which link to the English terms."""
    return _matcher(versions.stamp_in(language), NotInKey(versions), version, language)


class _LineBuilder:
    """Build lines from translations, with the numbers of the version that is read. Three queries."""

    def __init__(
        self,
        versions: Catalogue,
        english: CatalogueEdition,
        base: Mapping[int, EntryText],
        cells: Sequence[EntryFreshness],
    ) -> None:
        self.base = base
        self.was: defaultdict[int, dict[tuple[int, str], str]] = defaultdict(dict)
        # References whose Rule was removed, by edition; another Rule may have the number now.
        self.gone: defaultdict[int, set[tuple[int, str]]] = defaultdict(set)
        every = [one for cell in cells for one in (cell.text, *cell.examples) if one.wording]
        self.wordings = Wording.objects.in_bulk({key for one in every for key in one.wordings})
        self.now = self._meanings(versions, english, every)

    def _meanings(
        self, versions: Catalogue, english: CatalogueEdition, every: Sequence[TranslatedText]
    ) -> dict[tuple[datetime.date, str], str]:
        """Return (version of the translation, number in it) -> number of that Rule now, "" if removed."""
        editions: dict[datetime.date, int] = {}
        named: set[str] = set()
        for one in every:
            if one.made_for and one.state in (Freshness.REFERENCES, Freshness.WORDING, Freshness.BEHIND):
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

    def _passage(self, one: TranslatedText) -> LinkedText:
        wording = self.wordings[one.wording or 0]
        return passage_of(wording.text, wording.emphasis, wording.fold)

    def _shown(self, text: CatalogueEdition, one: TranslatedText) -> LinkedText:
        """Return a translation with the numbers of the version that is read."""
        passage = self._passage(one)
        numbers = self._numbers(one, passage)
        changed = {old: new for old, new in numbers.items() if new and new != old}
        self.gone[text.pk].update((passage.fold, old) for old, new in numbers.items() if not new)
        if not changed:
            return passage
        done = renumber(passage.text, changed, passage.emphasis, passage.refs)
        now_at = {ref.start: ref.number for ref in done.refs}
        self.was[text.pk].update({(passage.fold, now_at[start]): old for start, old in done.was.items()})
        return LinkedText(done.text, done.emphasis, passage.fold, done.refs)

    def _numbers(self, one: TranslatedText, passage: LinkedText) -> dict[str, str]:
        if one.made_for is None or one.state not in (Freshness.REFERENCES, Freshness.WORDING, Freshness.BEHIND):
            return {}
        numbers = {
            ref.number: self.now[one.made_for, ref.number]
            for ref in passage.refs
            if (one.made_for, ref.number) in self.now
        }
        if one.state is Freshness.REFERENCES:
            # If only numbers changed in the English, pair the old and new numbers of both texts.
            old, new = self.wordings[one.original or 0], self.wordings[one.english]
            numbers.update(paired_numbers(old.text, new.text))
        return numbers

    def line(self, text: CatalogueEdition, cell: EntryFreshness) -> EntryText:
        """Return a translation as a line of a column."""
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


def edition_doubts(date: datetime.date, language: str, shown: Entry) -> Doubts | None:
    """Return the doubts about an entry of an edition in another language; None if nothing is known against it."""
    versions = catalogue()
    version = versions.on(date)
    cells = freshness(versions, version, language, shown.chapter) if version else {}
    for cell in cells.values():
        if (cell.rule == shown.rule_id) if shown.rule_id else (cell.number == shown.number):
            doubts = doubts_of(versions.stamp_in(language), language, [cell]).get(cell.entry)
            same = doubts and (doubts.heading, doubts.text) == (shown.wording.heading, shown.wording.text)
            return doubts if same else None
    return None


def fallback_data(
    date: datetime.date, number: str, chapter: int, language: str, rule: int | None
) -> dict[str, Any] | None:
    """Return a fallback translation as plain data, or None: heading, text, examples, freshness, version, doubts.

    ``number`` is that of any edition of the version.
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
        "doubts": columns.doubts.get((text.pk, cell.number)),
    }
