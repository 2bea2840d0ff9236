"""Differences of two texts as HTML and plain text. No other module writes <ins> and <del>."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString

from rulesbase.core.escaped_html import joined
from rulesbase.engine.diff.texts import Op, OpKind, Weight, diff
from rulesbase.engine.languages import text_language
from rulesbase.engine.languages.attributes import ChangeWords

View = Literal["unified", "short", "old", "new"]
_STRIKES = frozenset((OpKind.DELETE, OpKind.REPLACE, OpKind.MOVE_OUT))
_ADDS = frozenset((OpKind.INSERT, OpKind.REPLACE, OpKind.MOVE_IN))
_MOVES = frozenset((OpKind.MOVE_OUT, OpKind.MOVE_IN))


class _Piece(NamedTuple):
    """A stretch of text to write: ``tag`` is ins, del or empty."""

    tag: str
    text: str
    op: Op


def _pieces(old: str, new: str, ops: Iterable[Op], view: str, typography: bool) -> Iterable[_Piece]:
    """Yield the pieces of a view, old before new. Without ``typography`` such changes are not marked."""
    for op in ops:
        before, after = old[slice(*op.old)], new[slice(*op.new)]
        if op.kind is OpKind.EQUAL or (op.weight is Weight.TYPOGRAPHY and not typography):
            yield _Piece("", before if view == "old" else after, op)
            continue
        if op.kind in _STRIKES and view != "new":
            yield _Piece("del", before, op)
        if op.kind in _ADDS and view != "old":
            yield _Piece("ins", after, op)


def _lines(text: str) -> str:
    """Escape a text and write its line breaks as <br>."""
    return escape(text).replace("\n", "<br>")


_NAMES = {Weight.REFERENCES: ' class="refs"', Weight.TYPOGRAPHY: ' class="typo"'}


def _html(piece: _Piece, words: ChangeWords) -> str:
    # format_html is too slow for thousands of pieces. Every text goes through _lines; the words are our own.
    if not piece.tag:
        return _lines(piece.text)
    moved = piece.op.kind in _MOVES
    if piece.tag == "ins":
        word = words.moved_here if moved else words.inserted
    else:
        word = words.moved_away if moved else words.deleted
    css = ' class="moved"' if moved else _NAMES.get(piece.op.weight, "")
    # Do not underline spaces around inserted words.
    text = piece.text.strip() if piece.tag == "ins" and piece.text.strip() else piece.text
    before, _, behind = piece.text.partition(text)
    return (
        f'{_lines(before)}<{piece.tag}{css}><span class="vh">[{word}</span>{_lines(text)}'
        f'<span class="vh">]</span></{piece.tag}>{_lines(behind)}'
    )


def difference(
    old: str,
    new: str,
    ops: Sequence[Op] | None = None,
    language: str = "en",
    view: View = "unified",
    typography: bool = False,
) -> SafeString:
    """Write the difference of two texts as HTML: ``{% difference old new ops "fr" view="old" %}``.

    ``ops`` is the result of ``diff``; without it, it is computed. ``view`` is ``unified``, ``short`` without long
    unchanged parts, or ``old`` or ``new`` for one side. Classes: ``moved`` for moved clauses, ``refs`` for changed
    numbers in references, ``typo`` for typographic changes (only with ``typography``). The element around it needs
    ``lang``.
    """
    steps = diff(old, new, language) if ops is None else ops
    words = text_language(language).changes
    pieces = _pieces(old, new, steps, view, typography)
    return joined(_html(piece, words) for piece in (_short(pieces) if view == "short" else pieces))


# Unchanged characters around a change in the view ``short``.
_CONTEXT = 60


def _short(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """Yield the changes, and the words before and behind them."""
    runs = [list(run) for _tag, run in groupby(pieces, lambda piece: piece.tag)]
    for at, run in enumerate(runs):
        if run[0].tag or len(runs) == 1:
            yield from run
        else:
            text = "".join(piece.text for piece in run)
            yield run[0]._replace(text=_excerpt(text, is_first=at == 0, is_last=at == len(runs) - 1))


def _excerpt(text: str, *, is_first: bool, is_last: bool) -> str:
    """Return the words at the changes of an unchanged text; characters where it has no spaces, as in Japanese."""
    shown = (0 if is_first else _CONTEXT) + (0 if is_last else _CONTEXT)
    if len(text) <= shown + _CONTEXT:
        return text
    begin = text.rfind(" ", _CONTEXT // 2, _CONTEXT) + 1 or _CONTEXT
    end = text.find(" ", len(text) - _CONTEXT, len(text) - _CONTEXT // 2)
    before, behind = text[:begin], text[end if end >= 0 else -_CONTEXT :]
    return f"{'' if is_first else before}…{'' if is_last else behind}"


def plain_difference(old: str, new: str, language: str = "en", typography: bool = False) -> str:
    """Write the difference of two texts without markup: ``‹−old›‹+new›``, a moved clause with ``⇄`` in front."""
    parts = []
    for tag, text, op in _pieces(old, new, diff(old, new, language), "unified", typography):
        sign = {"ins": "+", "del": "−"}.get(tag, "")
        moved = "⇄" if op.kind in _MOVES else ""
        parts.append(f"‹{sign}{moved}{text}›" if sign else text)
    return "".join(parts)


def bare_difference(old: str, new: str, language: str = "en") -> SafeString:
    """Write the difference of two texts as HTML for feeds and mails, without classes and hidden words."""
    pieces = _pieces(old, new, diff(old, new, language), "unified", typography=False)
    parts = (f"<{one.tag}>{_lines(one.text)}</{one.tag}>" if one.tag else _lines(one.text) for one in pieces)
    return joined(parts)
