"""A comparison as plain text and as data: for the text and JSON forms of the page and the command."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from django.utils.translation import gettext

from rulesbase.archive.bulletins import notes_between
from rulesbase.archive.bulletins_data import notes_text
from rulesbase.compare.filters import Filters
from rulesbase.compare.languages import Column, ComparisonQuery, PlaceText, columns_at
from rulesbase.compare.queries import ComparedVersions, Pair, compare_pair, comparison_data, count_changes, is_in
from rulesbase.core.diff_html import plain_difference
from rulesbase.engine.diff.versions import ItemChange, VersionEntry
from rulesbase.reading.parallel_html import doubt_reasons, doubt_words, state_words
from rulesbase.translations.freshness_types import Freshness


class TextData(TypedDict):
    """The text of an entry in a language; ``number`` is the English one, texts are null if missing.

    ``freshness`` compares it with the English of its version. ``made_for`` is the version it was translated for, null
    if it is in an edition of this version or has the same English. ``doubts`` are reasons why it may not be faithful.
    """

    number: str
    heading: str | None
    text: str | None
    examples: list[str]
    freshness: str
    behind: int
    made_for: str | None
    doubts: list[str]


class Sides(TypedDict):
    """The entries of a change in the older and the newer version."""

    old: list[TextData]
    new: list[TextData]


class ChangeTranslations(NamedTuple):
    """The texts of several languages for the entries of some changes, at both versions."""

    languages: Sequence[str]
    compared: ComparedVersions
    columns: tuple[Mapping[str, Column], Mapping[str, Column]]

    def texts_of(self, change: ItemChange, language: str) -> tuple[list[PlaceText], list[PlaceText]]:
        """Return the texts of a language for a change, older and newer."""
        old, new = (
            [columns[language].text_of(leaf) for leaf in leaves] if language in columns else []
            for columns, leaves in zip(self.columns, _leaves(change, self.compared), strict=True)
        )
        return old, new


def change_translations(
    pair: Pair, compared: ComparedVersions, changes: Sequence[ItemChange], languages: Sequence[str]
) -> ChangeTranslations:
    """Read the translations of some changes. A dozen queries per version, or none without languages."""
    both = [_leaves(change, compared) for change in changes]
    olds, news = ([leaf for sides in both for leaf in sides[at]] for at in (0, 1))
    old = columns_at(pair.catalogue, pair.a, languages, olds)
    new = columns_at(pair.catalogue, pair.b, languages, news)
    return ChangeTranslations(tuple(languages), compared, (old, new))


def _leaves(change: ItemChange, compared: ComparedVersions) -> tuple[list[VersionEntry], list[VersionEntry]]:
    return [compared.old[at] for at in change.old_at], [compared.new[at] for at in change.new_at]


# ---- As data ----


def comparison_beside(asked: ComparisonQuery, part: str = "") -> dict[str, Any]:
    """Return a comparison as plain data, each change with its translations."""
    pair, compared = asked.pair, compare_pair(asked.pair)
    data: dict[str, Any] = {**comparison_data(pair, part)}
    if not asked.beside:
        return data
    changes = [change for change in compared.comparison.changes if is_in(part, change)]
    translations = change_translations(pair, compared, changes, asked.beside)
    data["beside"] = list(asked.beside)
    data["changes"] = [
        {**written, "beside": {language: _sides(translations, change, language) for language in asked.beside}}
        for written, change in zip(data["changes"], changes, strict=True)
    ]
    return data


def _sides(translations: ChangeTranslations, change: ItemChange, language: str) -> Sides:
    old, new = translations.texts_of(change, language)
    return {"old": [_text_data(one) for one in old], "new": [_text_data(one) for one in new]}


def _text_data(texts: PlaceText) -> TextData:
    line, cell = texts.line, texts.cell
    made_for = cell.text.made_for if cell else None
    return {
        "number": texts.leaf.number,
        "heading": line.heading if line else None,
        "text": line.passage.text if line else None,
        "examples": [passage.text for passage in line.examples] if line else [],
        "freshness": str(cell.state if cell else Freshness.EXACT if line else Freshness.MISSING),
        "behind": cell.behind if cell else 0,
        "made_for": made_for.isoformat() if made_for else None,
        "doubts": doubt_reasons(texts.doubts),
    }


# ---- As text ----


def beside_lines(translations: ChangeTranslations, pair: Pair, change: ItemChange) -> Iterator[str]:
    """Return the translations of a change: freshness at both dates, and the text or its difference."""
    for language in translations.languages:
        old, new = translations.texts_of(change, language)
        if not old and not new:
            continue
        examples = change.item == "example"
        heads = [f"{day}: {_fresh(texts)}" for day, texts in ((pair.a, old), (pair.b, new)) if texts]
        yield f"[{language}] " + " · ".join(heads)
        before, after = _whole(old, examples=examples), _whole(new, examples=examples)
        if before and after and before != after:
            yield plain_difference(before, after, None, language)
        elif after or before:
            yield after or before


def _fresh(texts: Sequence[PlaceText]) -> str:
    """Return the freshness of the entries of one side, in words."""
    words = [_fresh_words(one) for one in texts]
    return (
        words[0]
        if len(texts) == 1
        else ", ".join(f"{one.leaf.place} {word}" for one, word in zip(texts, words, strict=True))
    )


def _fresh_words(one: PlaceText) -> str:
    """Return the freshness of an entry in words; a text with doubts is not called exact."""
    doubts = doubt_words(one.doubts)
    if one.cell and (one.cell.state is not Freshness.EXACT or not doubts):
        return ", ".join(filter(None, (state_words(one.cell), doubts)))
    return doubts or str(Freshness.EXACT if one.line else Freshness.MISSING)


def _whole(texts: Sequence[PlaceText], *, examples: bool) -> str:
    parts: list[str] = []
    for line in (one.line for one in texts if one.line):
        parts += [line.heading, line.passage.text]
        parts += [passage.text for passage in line.examples] if examples else []
    return "\n".join(part for part in parts if part)


def places_of(change: ItemChange) -> str:
    """Return "old numbers -> new numbers"; one side if they are equal or there is only one."""
    old, new = " + ".join(change.old_numbers), ", ".join(change.new_numbers)
    return new or old if old in ("", new) or not new else f"{old} -> {new}"


def _lines(asked: ComparisonQuery, compared: ComparedVersions, wanted: Filters) -> Iterable[str]:
    every = compared.comparison.changes
    changes = [change for change in every if is_in(wanted.section, change) and wanted.passes(change)]
    worded = [change for change in changes if not wanted.hides(change)]
    translations = change_translations(asked.pair, compared, worded if asked.beside else (), asked.beside)
    for change in changes:
        what = change.kind if change.weight == "none" else f"{change.kind}, {change.weight}"
        yield f"{places_of(change)} [{change.item}: {what}]"
        # Changes in number or typography only need no text.
        if not wanted.hides(change) and change.weight != "example":
            typography = change.weight == "typography"
            yield plain_difference(change.old_text, change.new_text, None, asked.pair.language, typography)
            yield from beside_lines(translations, asked.pair, change)
            yield ""


def comparison_text(asked: ComparisonQuery, wanted: Filters) -> str:
    """Return a comparison as text: totals, notes, then every change that passes the filters.

    Words are marked as ‹−old› and ‹+new›. Translations follow with their freshness at both versions.
    """
    pair = asked.pair
    compared = compare_pair(pair)
    counted = count_changes(compared, wanted.section)
    head = gettext("%(a)s compared with %(b)s (%(language)s)")
    lines = [
        head % {"a": pair.a, "b": pair.b, "language": pair.language},
        "  ".join(f"{kind}: {count}" for kind, count in counted.per_kind().items() if count),
        "  ".join(f"{weight}: {count}" for weight, count in counted.per_weight().items() if count),
        "",
        *notes_text(notes_between(pair.a.date, pair.b.date)),
        *_lines(asked, compared, wanted),
    ]
    return "\n".join(lines).rstrip() + "\n"
