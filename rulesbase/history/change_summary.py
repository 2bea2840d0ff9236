"""What happened, in words: for the summaries of feeds and the parts of mails."""

from collections.abc import Iterable
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from rulesbase.core.dates import day_text
from rulesbase.core.diff_html import bare_difference, plain_difference
from rulesbase.core.punctuation import comma
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import kind_of, parse_number
from rulesbase.history.rule_changes import Happened, Row, Step
from rulesbase.models import Change
from rulesbase.reading.text_html import mark_words


class Shown(NamedTuple):
    """A change as it is told: number, address, what happened, the difference as HTML and as text; examples too."""

    number: str
    path: str
    words: str
    html: SafeString
    text: str
    examples: tuple[tuple[SafeString, str], ...]


class Telling(NamedTuple):
    """Some changes of a version. ``more`` are not shown, ``renumbered`` only have another number.

    ``path`` leads to all of them.
    """

    shown: tuple[Shown, ...]
    more: int
    renumbered: int
    path: str


def place_path(day: object, number: str) -> str:
    """The page of a rule or a term."""
    return reverse("place" if parse_number(number) else "term", args=[str(day), number])


def words_of(row: Row, marks: Iterable[str]) -> str:
    """What happened to a place, in words: "renumbered (was 201.3), reworded"."""
    words = mark_words() | {"example": pgettext("kind of change", "example changed")}
    found = [words[mark] for mark in marks]
    if row.old_number and row.new_number and row.old_number != row.new_number and found:
        found[0] += gettext(" (was %(number)s)") % {"number": row.old_number}
    return comma().join(found)


def show(step: Step, happened: Happened) -> Shown:
    """Make a change ready to be told, in the language that is active."""
    row = happened.row
    gone = row.kind == Change.Kind.REMOVED or not happened.new
    version, number = (step.before, row.old_number) if gone and row.old_number else (step.version, row.new_number)
    return Shown(
        happened.number,
        place_path(version, number),
        words_of(row, happened.marks),
        bare_difference(happened.old, happened.new),
        # A text that is new as a whole needs no signs.
        plain_difference(happened.old, happened.new) if happened.old else happened.new,
        tuple((bare_difference(old, new), plain_difference(old, new)) for old, new in happened.examples),
    )


def compare_path(step: Step) -> str:
    """The comparison of a version with the one before, narrowed to where the changes are."""
    path = reverse("compare", args=[str(step.before), str(step.version)])
    if not step.number:
        return path
    if not parse_number(step.number):
        return f"{path}?section=glossary"
    part = step.number if kind_of(step.number) is Kind.SECTION else step.number[:3]
    return f"{path}?section={part}"


def tell(step: Step, words: dict[int, Happened], rows: Iterable[Row]) -> Telling:
    """What is told of a step: those of the changes whose words are given."""
    rows = list(rows)
    shown = tuple(show(step, words[row.pk]) for row in rows if row.pk in words)
    return Telling(shown, len(rows) - len(shown), step.renumbered, compare_path(step))


def telling_html(telling: Telling, site: str) -> str:
    """The HTML of a telling; ``site`` stands before its paths."""
    return render_to_string("feeds/_changes.html", {"telling": telling, "site": site})


def title_of(step: Step, name: str) -> str:
    """A step in one line: "702.19 Trample: 3 changes on 19 June 2026"."""
    told = step.told
    values = {"place": name, "date": day_text(step.version.date), "count": len(told)}
    if len(told) == 1:
        one = told[0]
        values["what"] = words_of(one, Happened(one, "", "", ()).marks)
        return gettext("%(place)s: %(what)s, %(date)s") % values
    if not told:
        count = values["count"] = step.renumbered
        said = ngettext("%(place)s: %(count)d renumbered, %(date)s", "%(place)s: %(count)d renumbered, %(date)s", count)
        return said % values
    said = ngettext("%(place)s: %(count)d change, %(date)s", "%(place)s: %(count)d changes, %(date)s", len(told))
    return said % values
