"""A comparison as plain text: for the page's text form and the command."""

from collections.abc import Iterable

from django.utils.translation import gettext

from rulesbase.archive.bulletins import notes_between
from rulesbase.archive.bulletins_data import notes_text
from rulesbase.compare.filters import Filters
from rulesbase.compare.languages import Asked
from rulesbase.compare.merging_comparing_beside_data import beside_lines, tongues_of
from rulesbase.compare.queries import Books, books_of, is_in, sums
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.templatetags.diff import plain_difference


def places_of(change: ItemChange) -> str:
    """Old numbers -> new numbers; one of them where they are the same or there is only one side."""
    old, new = " + ".join(change.old_numbers), ", ".join(change.new_numbers)
    return new or old if old in ("", new) or not new else f"{old} -> {new}"


def _lines(asked: Asked, books: Books, wanted: Filters) -> Iterable[str]:
    every = books.comparison.changes
    changes = [change for change in every if is_in(wanted.section, change) and wanted.passes(change)]
    worded = [change for change in changes if not wanted.hides(change)]
    tongues = tongues_of(asked.pair, books, worded if asked.beside else (), asked.beside)
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
    books = books_of(pair)
    counted = sums(books, wanted.section)
    head = gettext("%(a)s compared with %(b)s (%(language)s)")
    lines = [
        head % {"a": pair.a, "b": pair.b, "language": pair.language},
        "  ".join(f"{kind}: {count}" for kind, count in counted.per_kind().items() if count),
        "  ".join(f"{weight}: {count}" for weight, count in counted.per_weight().items() if count),
        "",
        *notes_text(notes_between(pair.a.date, pair.b.date)),
        *_lines(asked, books, wanted),
    ]
    return "\n".join(lines).rstrip() + "\n"
