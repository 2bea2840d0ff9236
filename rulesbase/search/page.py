"""The content of the search page: hits, best first; groups by chapter, glossary, examples; former matches."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.core.document_urls import entry_url
from rulesbase.core.grouping import grouped
from rulesbase.core.punctuation import comma
from rulesbase.core.svg import percent, px
from rulesbase.engine.search.highlight import Piece
from rulesbase.engine.search.query_matches import PreparedQuery, pieces
from rulesbase.engine.search.reasons import Reason
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.search.all_versions import AllVersionsResult, MatchPeriod
from rulesbase.search.candidates import titles
from rulesbase.search.queries import Hit, SearchResult

EXAMPLES, TERMS, SECTIONS = "examples", "1000", "0"
_PER_PAGE = 25
_FIELDS: Mapping[str, object] = {
    "heading": gettext_lazy("In the heading:"),
    "text": gettext_lazy("In the text:"),
    "above": gettext_lazy("In a heading above this text:"),
    "example": gettext_lazy("In an example:"),
}


class ShownHit(NamedTuple):
    """A hit as shown; ``where`` are the titles of its section, chapter and rule, in the language ``where_language``.

    ``document`` is named if another.
    """

    found: Hit
    address: str
    heading: list[Piece]
    text: list[Piece]
    where: Sequence[str]
    where_language: str
    reasons: Sequence[tuple[str, str]]
    document: str = ""


class HitGroup(NamedTuple):
    """A chapter, or one of EXAMPLES, TERMS, SECTIONS, with the number of its hits."""

    key: str
    heading: str
    language: str
    total: int


class ResultsPage(NamedTuple):
    """The hits of a page, best first, and the groups to which they can be limited; ``chosen`` is the key of one."""

    hits: list[ShownHit]
    groups: list[HitGroup]
    page: Page[Hit]
    chosen: str


def results_page(
    versions: Catalogue, version: CatalogueVersion, answer: SearchResult, chosen: str, page: str | None
) -> ResultsPage:
    """Arrange hits in one list, of all groups or a chosen one, page by page."""
    by_group = grouped((_key(hit), hit) for hit in answer.hits)
    order = sorted(by_group, key=lambda key: (key == EXAMPLES, key == TERMS))
    groups = [_group(versions, version, key, by_group[key]) for key in order]
    chosen = chosen if chosen in by_group else ""
    paged = Paginator(by_group[chosen] if chosen else answer.hits, _PER_PAGE).get_page(page)
    return ResultsPage(shown_hits(versions, version, answer.ready, paged.object_list), groups, paged, chosen)


def shown_hits(
    versions: Catalogue, version: CatalogueVersion, ready: Mapping[str, PreparedQuery], hits: Iterable[Hit]
) -> list[ShownHit]:
    """Return hits as the page shows them."""
    shown = []
    for hit in hits:
        place, question = hit.place, ready[hit.place.language]
        language = "" if place.language == version.main.language else place.language
        address = entry_url(version, place.number, lang=language)
        heading, text = pieces(question, place.heading, whole=True), pieces(question, place.text)
        above = () if place.is_term else _above(place.number, titles(versions, version, place.language))
        above_language = (version.text_in(place.language) or version.main).language
        reasons = [_shown_reason(reason) for reason in hit.reasons()]
        shown.append(ShownHit(hit, address, heading, text, above, above_language, reasons))
    return shown


def _key(hit: Hit) -> str:
    place = hit.place
    if place.is_example:
        return EXAMPLES
    return TERMS if place.is_term else chapter_of(place.number) or SECTIONS


def _group(versions: Catalogue, version: CatalogueVersion, key: str, hits: Sequence[Hit]) -> HitGroup:
    language = hits[0].place.language
    edition = version.text_in(language) or version.main
    heading = titles(versions, version, language).get(key, "") if key not in (EXAMPLES, TERMS, SECTIONS) else ""
    return HitGroup(key, heading, edition.language, len(hits))


def _above(number: str, heads: Mapping[str, str]) -> list[str]:
    """Return the numbers and titles of the section, the chapter and the rule above a number."""
    parent = parent_of(number)
    if not parent:
        return []
    return _above(parent, heads) + ([f"{parent} {heads[parent]}"] if heads.get(parent) else [])


def _shown_reason(reason: Reason) -> tuple[str, str]:
    """Return why a hit is shown, the field or the synonym, and the words."""
    if reason.field == "synonym":
        label = _("Synonym of “%(typed)s”:") % {"typed": reason.typed}
    else:
        label = str(_FIELDS[reason.field])
    return label, comma().join(reason.words)


# ---- All versions ----


def show_periods(versions: Catalogue, ready: PreparedQuery, periods: Iterable[MatchPeriod]) -> list[dict[str, object]]:
    """Convert match periods for the page.

    The address is that of the history of the Rule, or of the last matching text.
    """
    newest = max(versions.days_in(ready.question.language).values(), default=None)
    found: list[dict[str, object]] = []
    for period in periods:
        language = "" if ready.question.language == "en" else ready.question.language
        address = entry_url(period.last, period.last_number, lang=language)
        if period.public_id:
            address = reverse("rule_history", args=[period.public_id])
        today = entry_url(newest, period.today) if period.today and period.public_id else ""
        found.append(
            {
                "period": period,
                # The number of a section without one is made of its title.
                "is_named": period.is_term or not shown_number(period.last_number),
                "address": address,
                "heading": pieces(ready, period.heading, whole=True),
                "text": pieces(ready, period.text),
                "is_standing": period.last == newest,
                "today_address": today,
            }
        )
    return found


def bars(result: AllVersionsResult, asked: QueryDict) -> list[dict[str, object]]:
    """Return the number of matching texts of each version as bars in order of time, with links to its hits.

    They are placed in percent across and in 40 pixels of height.
    """
    query = asked.copy()
    query.pop("page", None)
    most = max((count for _, count in result.counts), default=0)
    wide = 100 / max(1, len(result.counts))
    found: list[dict[str, object]] = []
    for at, (date, count) in enumerate(result.counts):
        high = max(2.0, 40 * count / most) if count else 0.0
        query["version"] = date.isoformat()
        box = {"x": percent(at * wide), "width": percent(wide * 0.8), "y": px(40 - high), "height": px(high)}
        found.append({"date": date, "texts": count, "address": f"?{query.urlencode()}", **box})
    return found
