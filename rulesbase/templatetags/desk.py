"""Write the progress bars and freshness marks of the desk."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from rulesbase.core.numbers import figure
from rulesbase.reading.parallel_html import MARKS, state_words
from rulesbase.translations.freshness_types import Cell, Freshness

register = template.Library()

_CSS = {
    Freshness.EXACT: "p-new",
    Freshness.TYPOGRAPHY: "f-bar-mid",
    Freshness.REFERENCES: "f-bar-soft",
    Freshness.EXAMPLE: "f-bar-example",
    Freshness.BEHIND: "p-past",
    Freshness.MISSING: "p-un",
}


class BarSegment(NamedTuple):
    """The segment of a state in a progress bar, in percent, and its mark in the legend."""

    css: str
    x: str
    width: str
    word: str
    texts: int
    mark: str
    glyph: str


def state_label(state: str) -> str:
    """Return the label of a freshness state."""
    return {
        "exact": pgettext("freshness", "exact"),
        "typography": pgettext("freshness", "typography only"),
        "references": pgettext("freshness", "references only"),
        "example": pgettext("freshness", "examples behind"),
        "behind": pgettext("freshness", "behind"),
        "missing": pgettext("freshness", "missing"),
    }[state]


def bar_segments(counts: Iterable[tuple[Freshness, int]]) -> list[BarSegment]:
    """Return the segments of a progress bar; states without entries are left out."""
    present = [(state, count) for state, count in counts if count]
    total = sum(count for _, count in present) or 1
    at = 0
    found = []
    for state, count in present:
        x, width = 100 * at / total, 100 * count / total
        found.append(BarSegment(_CSS[state], f"{x:.2f}%", f"{width:.2f}%", state_label(state), count, *MARKS[state]))
        at += count
    return found


@register.simple_tag
def progress(counts: Mapping[str, int], legend: bool = False) -> SafeString:
    """Draw the progress bar of a language or chapter; with ``legend``, write labels and counts below."""
    return _progress(tuple((state, counts.get(state, 0)) for state in Freshness), legend, get_language())


# The page of a language has over a hundred bars that rarely change.
@lru_cache(maxsize=2048)
def _progress(counts: tuple[tuple[Freshness, int], ...], legend: bool, language: str | None) -> SafeString:
    del language  # only part of the key: the one that is active
    bars = bar_segments(counts)
    label = ", ".join(f"{bar.word} {figure(bar.texts)}" for bar in bars)
    y, tall = (2, 18) if legend else (1, 10)
    boxes = format_html_join(
        "",
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"><title>{} {}</title></rect>',
        ((bar.css, bar.x, y, bar.width, tall, bar.word, figure(bar.texts)) for bar in bars),
    )
    picture = format_html(
        '<svg class="pic progress" height="{}" role="img" aria-label="{}">{}</svg>', tall + 2 * y, label, boxes
    )
    if not legend:
        return picture
    words = format_html_join(
        "", "<li>{} {}</li>", ((mark_html(bar.mark, bar.glyph, bar.word), figure(bar.texts)) for bar in bars)
    )
    return format_html('{}<ul class="legend" role="list">{}</ul>', picture, words)


def mark_html(css: str, glyph: str, words: str) -> SafeString:
    """Return a mark: icon and label. The icons are defined once per page in ``rulesbase/_sprite.html``."""
    return format_html(
        '<span class="mark {}"><svg class="ico" viewBox="0 0 16 16" aria-hidden="true"><use href="#i-{}"/></svg>'
        "{}</span>",
        css,
        glyph,
        words,
    )


@register.simple_tag
def freshness_mark(cell: Cell) -> SafeString:
    """Return the freshness mark of an entry: icon and label."""
    return mark_html(*MARKS[cell.state], state_words(cell))
