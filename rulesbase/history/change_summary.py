"""Summaries of changes in words, for feeds and mails."""

from collections.abc import Sequence
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from rulesbase.core.dates import day_text
from rulesbase.core.diff_html import bare_difference, plain_difference
from rulesbase.core.document_urls import entry_url, visible_number
from rulesbase.core.punctuation import comma
from rulesbase.engine.text.numbers import chapter_of, parse_number
from rulesbase.history.rule_changes import ChangeRow, ChangeTexts, VersionChanges
from rulesbase.models import Change
from rulesbase.reading.text_html import mark_words


class ChangeSummary(NamedTuple):
    """A change to show: number or heading, address, kind, its difference as HTML and as text, and its examples."""

    name: str
    path: str
    words: str
    html: SafeString
    text: str
    examples: tuple[tuple[SafeString, str], ...]


class VersionSummary(NamedTuple):
    """Changes of a version; ``more`` are not shown, ``renumbered`` only changed their number.

    ``path`` is the address of all of them.
    """

    shown: tuple[ChangeSummary, ...]
    more: int
    renumbered: int
    path: str


def change_words(row: ChangeRow) -> str:
    """Return the kind of change in words: "renumbered (was 201.3), reworded"."""
    words = mark_words() | {"example": pgettext("kind of change", "example changed")}
    found = [words[mark] for mark in row.marks]
    if row.old_number and row.new_number and row.old_number != row.new_number and found:
        found[0] += gettext(" (was %(number)s)") % {"number": row.old_number}
    return comma().join(found)


def change_summary(step: VersionChanges, texts: ChangeTexts) -> ChangeSummary:
    """Summarise a change in the active language."""
    row = texts.row
    gone = row.kind == Change.Kind.REMOVED or not texts.new
    version, number = (step.before, row.old_number) if gone and row.old_number else (step.version, row.new_number)
    return ChangeSummary(
        visible_number(row.number) or (texts.new or texts.old).partition("\n")[0],
        entry_url(version, number),
        change_words(row),
        bare_difference(texts.old, texts.new),
        # A new text needs no difference signs.
        plain_difference(texts.old, texts.new) if texts.old else texts.new,
        tuple((bare_difference(old, new), plain_difference(old, new)) for old, new in texts.examples),
    )


def compare_path(step: VersionChanges) -> str:
    """Return the comparison of a version with the previous one, narrowed to the part with the changes."""
    path = reverse("compare", args=[str(step.before), str(step.version)])
    if not step.number:
        return path
    if not parse_number(step.number):
        return f"{path}?section=glossary"
    return f"{path}?section={chapter_of(step.number) or step.number}"


def version_summary(step: VersionChanges, words: dict[int, ChangeTexts], rows: Sequence[ChangeRow]) -> VersionSummary:
    """Summarise the changes of a version whose texts are given."""
    shown = tuple(change_summary(step, words[row.pk]) for row in rows if row.pk in words)
    return VersionSummary(shown, len(rows) - len(shown), step.renumbered, compare_path(step))


def summary_html(summary: VersionSummary, site: str) -> str:
    """Render a summary; ``site`` is put before its paths."""
    return render_to_string("feeds/_changes.html", {"summary": summary, "site": site})


def version_title(step: VersionChanges, name: str) -> str:
    """Return the changes of a version in one line: "702.19 Trample: 3 changes on 19 June 2026"."""
    listed = step.listed
    values = {"place": name, "date": day_text(step.version.date), "count": len(listed) or step.renumbered}
    if len(listed) == 1:
        values["what"] = change_words(listed[0])
        # Translators: a rule number, the kind of change and a date, for example: 201.3: reworded, 19 June 2026.
        return gettext("%(place)s: %(what)s, %(date)s") % values
    if listed:
        message = ngettext(
            "%(place)s: %(count)d change, %(date)s", "%(place)s: %(count)d changes, %(date)s", len(listed)
        )
    else:
        message = ngettext(
            "%(place)s: %(count)d rule renumbered, %(date)s",
            "%(place)s: %(count)d rules renumbered, %(date)s",
            step.renumbered,
        )
    return message % values
