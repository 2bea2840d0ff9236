"""A comparison as plain text and as data: for the text and JSON forms of the page and the command."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext

from rulesbase.archive.bulletins import notes_between
from rulesbase.archive.bulletins_data import notes_text
from rulesbase.compare.filters import Filters
from rulesbase.compare.other_languages import (
    OldAndNewEntries,
    PlaceText,
    SideTexts,
    Translations,
    entries_of,
    read_translations,
)
from rulesbase.compare.queries import ComparedVersions, Pair, compare_pair, comparison_data, count_changes
from rulesbase.core.diff_html import plain_difference
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.reading.parallel_html import doubt_reasons, doubt_words, state_label, state_words
from rulesbase.translations.freshness_types import Freshness

# ---- As data ----


def comparison_with_translations(pair: Pair, wanted: Filters) -> dict[str, Any]:
    """Return the changes that pass the filters as plain data, each with its translations at both versions."""
    compared = compare_pair(pair)
    changes = wanted.select(compared.comparison.changes)
    data = comparison_data(pair, wanted.section, changes)
    if not pair.beside:
        return data
    of_changes = [entries_of(change, compared) for change in changes]
    translations = read_translations(pair, of_changes)
    data["beside"] = list(pair.beside)
    for written, entries in zip(data["changes"], of_changes, strict=True):
        written["beside"] = {}
        for language in pair.beside:
            old, new = translations.sides(entries, language, examples=False)
            written["beside"][language] = {"old": _side_data(old), "new": _side_data(new)}
    return data


def _side_data(side: SideTexts | None) -> list[dict[str, Any]]:
    return [_text_data(one) for one in side.texts] if side else []


def _text_data(texts: PlaceText) -> dict[str, Any]:
    """Return the text of an entry in a language; ``number`` is the English one, texts are null if missing.

    ``freshness`` compares it with the English of its version. ``made_for`` is the version it was translated for, null
    if it is in an edition of this version or has the same English. ``doubts`` are reasons why it may not be faithful.
    """
    line, cell = texts.line, texts.cell
    made_for = cell.text.made_for if cell else None
    return {
        "number": texts.entry.number,
        "heading": line.heading if line else None,
        "text": line.passage.text if line else None,
        "examples": [passage.text for passage in line.examples] if line else [],
        "freshness": str(cell.state if cell else Freshness.EXACT if line else Freshness.MISSING),
        "behind": cell.behind if cell else 0,
        "made_for": made_for.isoformat() if made_for else None,
        "doubts": doubt_reasons(texts.doubts),
    }


# ---- As text ----


def _translation_lines(
    translations: Translations, pair: Pair, change: ItemChange, entries: OldAndNewEntries
) -> Iterator[str]:
    """Return the translations of a change: freshness at both dates, and the text or its difference."""
    for language in pair.beside:
        old, new = translations.sides(entries, language, examples=change.item == "example")
        if not old and not new:
            continue
        yield f"[{language}] " + " · ".join(
            f"{side.column.version}: {_freshness_words(side.texts)}" for side in (old, new) if side
        )
        before, after = (side.words if side else "" for side in (old, new))
        if before and after and before != after:
            yield plain_difference(before, after, language)
        elif after or before:
            yield after or before


def _freshness_words(texts: Sequence[PlaceText]) -> str:
    """Return the freshness of the entries of one side, in words."""
    if len(texts) == 1:
        return _entry_freshness(texts[0])
    return ", ".join(f"{one.entry.place} {_entry_freshness(one)}" for one in texts)


def _entry_freshness(one: PlaceText) -> str:
    """Return the freshness of an entry in words; a text with doubts is not called up to date."""
    doubts = doubt_words(one.doubts)
    if one.cell and (one.cell.state is not Freshness.EXACT or not doubts):
        return ", ".join(filter(None, (state_words(one.cell), doubts)))
    return doubts or state_label(Freshness.EXACT if one.line else Freshness.MISSING)


def numbers_label(change: ItemChange) -> str:
    """Return "old numbers -> new numbers"; one side if they are equal or there is only one."""
    sides = (" + ".join(change.old_numbers), ", ".join(change.new_numbers))
    return " -> ".join(dict.fromkeys(filter(None, sides)))


def _change_lines(pair: Pair, compared: ComparedVersions, wanted: Filters) -> Iterable[str]:
    changes = wanted.select(compared.comparison.changes)
    entries = {change: entries_of(change, compared) for change in changes if not wanted.hides(change)}
    translations = read_translations(pair, list(entries.values()))
    for change in changes:
        what = change.kind if change.weight == "none" else f"{change.kind}, {change.weight}"
        yield f"{numbers_label(change)} [{change.item}: {what}]"
        # Changes in number or typography only need no text.
        if change in entries and change.weight != "example":
            typography = change.weight == "typography"
            yield plain_difference(change.old_text, change.new_text, pair.language, typography)
            yield from _translation_lines(translations, pair, change, entries[change])
            yield ""


def comparison_text(pair: Pair, wanted: Filters) -> str:
    """Return a comparison as text: totals, notes, then every change that passes the filters.

    Words are marked as ‹−old› and ‹+new›. Translations follow with their freshness at both versions.
    """
    compared = compare_pair(pair)
    counted = count_changes(compared, wanted.section)
    head = gettext("%(a)s compared with %(b)s (%(language)s)")
    lines = [
        head % {"a": pair.a, "b": pair.b, "language": pair.language},
        "  ".join(f"{kind}: {count}" for kind, count in counted.per_kind().items() if count),
        "  ".join(f"{weight}: {count}" for weight, count in counted.per_weight().items() if count),
        "",
        *notes_text(notes_between(pair.a.date, pair.b.date)),
        *_change_lines(pair, compared, wanted),
    ]
    return "\n".join(lines).rstrip() + "\n"
