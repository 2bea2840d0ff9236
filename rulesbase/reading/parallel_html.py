"""A chapter in two or three languages as HTML, one row per rule."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, npgettext, pgettext_lazy

from rulesbase.archive.catalogue import CatalogueEdition
from rulesbase.archive.entries import EntryText
from rulesbase.core.escaped_html import joined
from rulesbase.core.punctuation import semicolon
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, parent_of, sort_key
from rulesbase.models import Entry
from rulesbase.reading.text_html import Annotations, Links, body_html, icon_mark, lang_attribute, number_html
from rulesbase.translations.check_messages import doubt_message
from rulesbase.translations.columns import Columns
from rulesbase.translations.doubts import Doubts
from rulesbase.translations.freshness_types import DOUBTED, EntryFreshness, Freshness

# State of a translation -> CSS class of its mark, and its icon.
MARKS: dict[str, tuple[str, str]] = {
    Freshness.EXACT: ("f-exact", "exact"),
    Freshness.TYPOGRAPHY: ("f-typo", "f-typo"),
    Freshness.REFERENCES: ("f-refs", "f-refs"),
    Freshness.WORDING: ("f-wording", "f-wording"),
    Freshness.EXAMPLE: ("f-behind", "behind"),
    Freshness.BEHIND: ("f-behind", "behind"),
    Freshness.MISSING: ("f-missing", "missing"),
    DOUBTED: ("f-doubt", "warning"),
}
_LABELS: dict[str, Promise] = {
    Freshness.EXACT: pgettext_lazy("freshness", "up to date"),
    Freshness.TYPOGRAPHY: pgettext_lazy("freshness", "up to date except for typography"),
    Freshness.REFERENCES: pgettext_lazy("freshness", "up to date except for references"),
    Freshness.WORDING: pgettext_lazy("freshness", "wording outdated"),
    DOUBTED: pgettext_lazy("freshness", "possible error"),
    Freshness.EXAMPLE: pgettext_lazy("freshness", "examples outdated"),
    Freshness.BEHIND: pgettext_lazy("freshness", "outdated"),
    Freshness.MISSING: pgettext_lazy("freshness", "translation missing"),
}


def _rows(lines: Sequence[EntryText], texts: Sequence[CatalogueEdition]) -> list[tuple[str, dict[int, EntryText]]]:
    """Return rows in document order: number, and the entry of each edition.

    Entries are matched by their Rule if they have one, else by their number.
    """
    rows: dict[str, dict[int, EntryText]] = {}
    number_of_rule: dict[int, str] = {}
    rank = {text.pk: at for at, text in enumerate(dict.fromkeys(texts))}
    for line in sorted(lines, key=lambda line: (rank[line.edition], line.position)):
        number = number_of_rule.setdefault(line.rule, line.number) if line.rule else line.number
        if line.edition in rows.get(number, ()):
            number = line.number
        rows.setdefault(number, {})[line.edition] = line
    return sorted(rows.items(), key=lambda row: sort_key(row[0]))


def columns_html(
    lines: Sequence[EntryText],
    texts: Sequence[CatalogueEdition],
    base: CatalogueEdition,
    links: Mapping[int, Links],
    columns: Columns,
    notes: Annotations,
) -> SafeString:
    """Return rules of several editions as a list of rows with one cell per language.

    ``base`` is the edition that defines the rows; it need not be shown. Notes are below the first text.
    """
    tags = {text.pk: f'<abbr class="lang l-{text.language}">{text.language.upper()}</abbr>' for text in texts}
    link_targets = columns.link_targets
    html = [f'<ol class="par par-{len(texts)}" role="list">']
    rule = ""
    seen: dict[int, set[str]] = {}
    for number, cells in _rows(lines, (*texts, base)):
        own = links[base.pk]
        if rule != (rule := _rule_of(number)):
            seen = {text.pk: set() for text in texts}
        html.append(f'<li id="r{number}"><div class="entry-num">{number_html(number, own)}</div>')
        with_notes = next((text for text in texts if text.pk in cells), texts[0])
        for text in texts:
            line = cells.get(text.pk)
            cell = columns.cells.get((text.pk, number))
            html.append(f'<div class="cell">{tags[text.pk]}')
            if line is not None:
                lang = lang_attribute(text.language)
                shown = notes.highlighted(number, line, text.language)
                body = body_html(shown, links[text.pk], link_targets[text.pk], seen=seen[text.pk])
                html.append(f'<div class="text"{lang}>{body}</div>')
            if text is with_notes:
                html.append(notes.box(number))
            if line is not None:
                html.append(other_source_html(line, columns.sources.get(text.pk, text.source)))
                html.append(doubts_html(columns.doubts.get((text.pk, line.number))))
            html.append(freshness_html(cell, text, own) if cell or line is None else "")
            html.append("</div>")
        html.append("</li>")
    html.append("</ol>")
    return joined(html)


def _rule_of(number: str) -> str:
    """Return the number of the rule of a subrule; another number as it is."""
    return parent_of(number) if kind_of(number) is Kind.SUBRULE else number


def state_words(cell: EntryFreshness) -> str:
    """Return the freshness of a cell in words, in the language of the page."""
    return freshness_words(cell.state, cell.examples_behind if cell.state is Freshness.EXAMPLE else cell.behind)


def freshness_words(state: Freshness, count: int) -> str:
    """Return a freshness in words; ``count`` is how many changes or examples a translation is behind."""
    if state is Freshness.BEHIND:
        message = npgettext(
            "freshness",
            "translation outdated by %(count)s change",
            "translation outdated by %(count)s changes",
            count,
        )
        return message % {"count": count}
    if state is Freshness.EXAMPLE:
        return npgettext(
            "freshness",
            "up to date except for %(count)s example",
            "up to date except for %(count)s examples",
            count,
        ) % {"count": count}
    return state_label(state)


def state_label(state: str) -> str:
    """Return the label of a freshness state."""
    return str(_LABELS[state])


def mark_html(state: str, words: str) -> SafeString:
    """Return the icon of a freshness state with its word."""
    css, glyph = MARKS[state]
    return mark_safe(icon_mark(glyph, words, css))  # noqa: S308 - words of our own


def cell_mark_html(cell: EntryFreshness) -> SafeString:
    """Return the freshness mark of a cell: icon and label."""
    return mark_html(cell.state, state_words(cell))


def freshness_html(cell: EntryFreshness | None, text: CatalogueEdition, links: Links) -> str:
    """Return the freshness mark, linked to the English changes since; empty for an exact text."""
    if cell is None:
        return mark_html(Freshness.MISSING, state_label(Freshness.MISSING))
    if cell.state is Freshness.EXACT:
        return ""
    mark = cell_mark_html(cell)
    if cell.state is Freshness.MISSING:
        return mark
    address = links.since(cell.number, text.language, term=cell.kind == Entry.Kind.TERM)
    title = gettext("Changes in the English text since this translation")
    return (
        f'<a class="since" href="{address}" title="{title}" hx-get="{address}" hx-target="next .since-room">'
        f'{mark}<span class="vh">. {title}</span></a><div class="since-room" aria-live="polite"></div>'
    )


def doubts_html(doubts: Doubts | None) -> str:
    """Return why an imported text may not be faithful, as a mark of its own line; empty without doubts."""
    mark = doubt_mark(doubts)
    return f'<p class="src">{mark}</p>' if mark else ""


def doubt_mark(doubts: Doubts | None) -> str:
    """Return why an imported text may not be faithful, as a mark; empty without doubts."""
    words = doubt_words(doubts)
    return mark_html(DOUBTED, escape(words)) if words else ""


def doubt_words(doubts: Doubts | None) -> str:
    """Return doubts in words, such as "possible error: the translation lacks a sentence"; empty without doubts."""
    reasons = doubt_reasons(doubts)
    return gettext("possible error: %(reasons)s") % {"reasons": semicolon().join(reasons)} if reasons else ""


def doubt_reasons(doubts: Doubts | None) -> list[str]:
    """Return each doubt in words, such as "a sentence is missing from the translation"."""
    if doubts is None:
        return []
    reasons = [doubt_message(one) for one in doubts.errors]
    if doubts.missing:
        message = ngettext(
            "%(count)s example is not translated", "%(count)s examples are not translated", doubts.missing
        )
        reasons.append(message % {"count": doubts.missing})
    return list(dict.fromkeys(filter(None, reasons)))


def other_source_html(line: EntryText, usual: int | None) -> str:
    """Return a link to the source of an entry if it differs from that of its edition; else nothing."""
    if line.source in (usual, 0):
        return ""
    address = escape(reverse("source", args=[line.source]))
    words = gettext("text from a different file than the rest of this edition")
    return f'<p class="src"><a href="{address}">{words}</a></p>'
