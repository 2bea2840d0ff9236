"""A comparison as plain text: for the page's text form and the command."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from django.utils.translation import gettext

from rulesbase.archive.bulletins import notes_between
from rulesbase.archive.bulletins_data import notes_text
from rulesbase.compare.filters import Filters
from rulesbase.compare.languages import Asked, Column, Told, columns_at
from rulesbase.compare.queries import Books, Pair, books_of, comparison_data, is_in, sums
from rulesbase.core.diff_html import plain_difference
from rulesbase.engine.diff.versions import ItemChange, Leaf
from rulesbase.reading.parallel_html import state_words
from rulesbase.translations.freshness_types import Freshness


class TextData(TypedDict):
    """What a place says in a language; ``number`` is that of the English, texts are null where it is missing.

    ``freshness`` says how it stands to the English of its version; ``made_for`` is the version that it was
    translated for, null where it stands in an edition of this one, or in its very words.
    """

    number: str
    heading: str | None
    text: str | None
    examples: list[str]
    freshness: str
    behind: int
    made_for: str | None


class Sides(TypedDict):
    """The places of a change at the older and at the newer version."""

    old: list[TextData]
    new: list[TextData]


class Tongues(NamedTuple):
    """What some languages have for the places of some changes, at both versions."""

    languages: Sequence[str]
    versions: Books
    columns: tuple[Mapping[str, Column], Mapping[str, Column]]

    def told(self, change: ItemChange, language: str) -> tuple[list[Told], list[Told]]:
        """What a language has for the places of a change, older and newer."""
        old, new = (
            [columns[language].told(leaf) for leaf in leaves] if language in columns else []
            for columns, leaves in zip(self.columns, _leaves(change, self.versions), strict=True)
        )
        return old, new


def tongues_of(pair: Pair, versions: Books, changes: Sequence[ItemChange], languages: Sequence[str]) -> Tongues:
    """Read what languages have for some changes. A dozen queries a version, or none without languages."""
    both = [_leaves(change, versions) for change in changes]
    olds, news = ([leaf for sides in both for leaf in sides[at]] for at in (0, 1))
    old = columns_at(pair.catalogue, pair.a, languages, olds)
    new = columns_at(pair.catalogue, pair.b, languages, news)
    return Tongues(tuple(languages), versions, (old, new))


def _leaves(change: ItemChange, versions: Books) -> tuple[list[Leaf], list[Leaf]]:
    return [versions.old[at] for at in change.old_at], [versions.new[at] for at in change.new_at]


# ---- As data ----


def comparison_beside(asked: Asked, part: str = "") -> dict[str, Any]:
    """A comparison as plain data, each change with what the languages beside it say of its places."""
    pair, versions = asked.pair, books_of(asked.pair)
    data: dict[str, Any] = {**comparison_data(pair, part)}
    if not asked.beside:
        return data
    changes = [change for change in versions.comparison.changes if is_in(part, change)]
    tongues = tongues_of(pair, versions, changes, asked.beside)
    data["beside"] = list(asked.beside)
    data["changes"] = [
        {**written, "beside": {language: _sides(tongues, change, language) for language in asked.beside}}
        for written, change in zip(data["changes"], changes, strict=True)
    ]
    return data


def _sides(tongues: Tongues, change: ItemChange, language: str) -> Sides:
    old, new = tongues.told(change, language)
    return {"old": [_text_data(one) for one in old], "new": [_text_data(one) for one in new]}


def _text_data(told: Told) -> TextData:
    line, cell = told.line, told.cell
    made_for = cell.text.made_for if cell else None
    return {
        "number": told.leaf.number,
        "heading": line.heading if line else None,
        "text": line.passage.text if line else None,
        "examples": [passage.text for passage in line.examples] if line else [],
        "freshness": str(cell.state if cell else Freshness.EXACT if line else Freshness.MISSING),
        "behind": cell.behind if cell else 0,
        "made_for": made_for.isoformat() if made_for else None,
    }


# ---- As text ----


def beside_lines(tongues: Tongues, pair: Pair, change: ItemChange) -> Iterator[str]:
    """What the languages say of a change: freshness at both dates, and the text or the difference of its texts."""
    for language in tongues.languages:
        old, new = tongues.told(change, language)
        if not old and not new:
            continue
        examples = change.item == "example"
        heads = [f"{day}: {_fresh(told)}" for day, told in ((pair.a, old), (pair.b, new)) if told]
        yield f"[{language}] " + " · ".join(heads)
        before, after = _whole(old, examples=examples), _whole(new, examples=examples)
        if before and after and before != after:
            yield plain_difference(before, after, None, language)
        elif after or before:
            yield after or before


def _fresh(told: Sequence[Told]) -> str:
    """The freshness of the places of one side, in the words of the page."""
    exact, missing = str(Freshness.EXACT), str(Freshness.MISSING)
    words = [state_words(one.cell) if one.cell else exact if one.line else missing for one in told]
    return (
        words[0]
        if len(told) == 1
        else ", ".join(f"{one.leaf.place} {word}" for one, word in zip(told, words, strict=True))
    )


def _whole(told: Sequence[Told], *, examples: bool) -> str:
    parts: list[str] = []
    for line in (one.line for one in told if one.line):
        parts += [line.heading, line.passage.text]
        parts += [passage.text for passage in line.examples] if examples else []
    return "\n".join(part for part in parts if part)


def places_of(change: ItemChange) -> str:
    """Old numbers -> new numbers; one of them where they are the same or there is only one side."""
    old, new = " + ".join(change.old_numbers), ", ".join(change.new_numbers)
    return new or old if old in ("", new) or not new else f"{old} -> {new}"


def _lines(asked: Asked, versions: Books, wanted: Filters) -> Iterable[str]:
    every = versions.comparison.changes
    changes = [change for change in every if is_in(wanted.section, change) and wanted.passes(change)]
    worded = [change for change in changes if not wanted.hides(change)]
    tongues = tongues_of(asked.pair, versions, worded if asked.beside else (), asked.beside)
    for change in changes:
        what = change.kind if change.weight == "none" else f"{change.kind}, {change.weight}"
        yield f"{places_of(change)} [{change.item}: {what}]"
        # Number or quotes alone need no text.
        if not wanted.hides(change) and change.weight != "example":
            typography = change.weight == "typography"
            yield plain_difference(change.old_text, change.new_text, None, asked.pair.language, typography)
            yield from beside_lines(tongues, asked.pair, change)
            yield ""


def comparison_text(asked: Asked, wanted: Filters) -> str:
    """Totals, why it changed, then every change that passes the filters with its words marked as ‹−old› and ‹+new›,
    and below it what the languages beside it say, with their freshness at both versions."""
    pair = asked.pair
    versions = books_of(pair)
    counted = sums(versions, wanted.section)
    head = gettext("%(a)s compared with %(b)s (%(language)s)")
    lines = [
        head % {"a": pair.a, "b": pair.b, "language": pair.language},
        "  ".join(f"{kind}: {count}" for kind, count in counted.per_kind().items() if count),
        "  ".join(f"{weight}: {count}" for weight, count in counted.per_weight().items() if count),
        "",
        *notes_text(notes_between(pair.a.date, pair.b.date)),
        *_lines(asked, versions, wanted),
    ]
    return "\n".join(lines).rstrip() + "\n"
