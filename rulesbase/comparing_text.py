"""A comparison as plain text: for the page's text form and the command."""

from collections.abc import Iterable

from django.utils.translation import gettext

from rulesbase.comparing import Books, Pair, books_of, is_in, sums
from rulesbase.comparing_listing import Filters
from rulesbase.engine.comparing import ItemChange
from rulesbase.notes import notes_between
from rulesbase.notes_data import notes_text
from rulesbase.templatetags.differences import plain_difference


def places_of(change: ItemChange) -> str:
    """Old numbers -> new numbers; one of them where they are the same or there is only one side."""
    old, new = " + ".join(change.old_numbers), ", ".join(change.new_numbers)
    return new or old if old in ("", new) or not new else f"{old} -> {new}"


def _lines(books: Books, wanted: Filters, language: str) -> Iterable[str]:
    for change in books.comparison.changes:
        if not is_in(wanted.section, change) or not wanted.passes(change):
            continue
        what = change.kind if change.weight == "none" else f"{change.kind}, {change.weight}"
        yield f"{places_of(change)} [{change.item}: {what}]"
        # Number or quotes alone need no text.
        if not wanted.hides(change) and change.weight != "example":
            typography = change.weight == "typography"
            yield plain_difference(change.old_text, change.new_text, None, language, typography)
            yield ""


def comparison_text(pair: Pair, wanted: Filters) -> str:
    """Totals, why it changed, then every change that passes the filters with its words marked as ‹−old› and ‹+new›."""
    books = books_of(pair)
    counted = sums(books, wanted.section)
    head = gettext("%(a)s compared with %(b)s (%(language)s)")
    lines = [
        head % {"a": pair.a, "b": pair.b, "language": pair.language},
        "  ".join(f"{kind}: {count}" for kind, count in counted.per_kind().items() if count),
        "  ".join(f"{weight}: {count}" for weight, count in counted.per_weight().items() if count),
        "",
        *notes_text(notes_between(pair.a.date, pair.b.date)),
        *_lines(books, wanted, pair.language),
    ]
    return "\n".join(lines).rstrip() + "\n"
