"""The comparison page: its figures, filters with their addresses, and changes."""

import re
from collections.abc import Callable, Container, Iterable, Mapping
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from rulesbase.archive.catalogue import MOST_COLUMNS
from rulesbase.compare.changes_html import ChangesHtml
from rulesbase.compare.filters import Filters, change_at, listing
from rulesbase.compare.heatmap_svg import map_context
from rulesbase.compare.queries import KINDS, ChangeCounts, ComparedVersions, Pair, count_changes, public_ids
from rulesbase.core.number_format import figure
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.reading.page_frame import LanguageLink, language_link
from rulesbase.reading.text_html import MARK_WORDS
from rulesbase.reading.version_menu import version_options

_WORDS = {**MARK_WORDS, "unchanged": pgettext_lazy("kind of change", "same number")}
KIND_WORDS = {kind: _WORDS[kind] for kind in KINDS}
WEIGHT_WORDS = {
    "substance": pgettext_lazy("weight of a change", "change of substance"),
    "wording": pgettext_lazy("weight of a change", "wording only"),
    "references": pgettext_lazy("weight of a change", "references only"),
    "typography": pgettext_lazy("weight of a change", "typography only"),
    "example": pgettext_lazy("weight of a change", "examples only"),
    "none": pgettext_lazy("weight of a change", "text unchanged"),
}
ITEM_WORDS = {
    "rule": gettext_lazy("rules"),
    "heading": gettext_lazy("headings"),
    "glossary": gettext_lazy("glossary terms"),
    "example": gettext_lazy("examples"),
}


# The most frequent patterns of wording to show.
_PATTERNS = 12


class Total(NamedTuple):
    """A figure of the summary with its address."""

    mark: str
    number: int
    query: str


def query_with(query: QueryDict, **values: str) -> str:
    """Return the query with some values set and empty ones removed; restart at the first page."""
    changed = query.copy()
    for name in ("page", "at", *values):
        changed.pop(name, None)
    for name, value in values.items():
        if value:
            changed[name] = value
    return f"?{changed.urlencode()}" if changed else "?"


def target_of(compared: ComparedVersions, at: str) -> ItemChange | None:
    """Return the change that ``?at=`` names by Rule or number. One query at most."""
    # The fragment of an example has a suffix after the id of its rule.
    at = re.sub(r"-e\d+$", "", at[:100]).removeprefix("c-").removeprefix("from-")
    rule = rule_named(at) if at else None
    return change_at(compared, at, rule.pk if rule else 0) if at else None


def comparison_context(pair: Pair, compared: ComparedVersions, wanted: Filters, query: QueryDict) -> dict[str, object]:
    """Return the template context. Six own queries at most, two dozen more with other languages."""
    target = target_of(compared, query.get("at", ""))
    wanted = wanted.showing(target) if target else wanted
    found = listing(compared, wanted, query.get("page", ""), target)
    shown = [block.change for group in found.groups for block in group.blocks if block.change]
    # The address of a change names no part, page or filters.
    anywhere = dict.fromkeys(("section", "kind", "weight", "item", "all"), "")
    changes_html = ChangesHtml(pair, compared, wanted.side, lambda at: query_with(query, at=at, **anywhere))
    shifted = [change for group in found.groups for change in group.shifts]
    html = changes_html.groups(found.groups, public_ids(compared, [*shown, *shifted]))
    counted = count_changes(compared)
    return {
        "pair": pair,
        "lang": pair.lang,
        "other_languages": pair.beside,
        "picks": list(_picks(pair, query)),
        "wanted": wanted,
        "found": found,
        "same": pair.a == pair.b,
        "groups": [(group, html[group.number], changes_html.shifts(group.shifts)) for group in found.groups],
        "part_name": compared.headings.get(found.part, ""),
        "map": map_context(compared, lambda part: query_with(query, section=part)),
        "options_a": version_options(pair.catalogue, str(pair.a), sample=pair.a.is_sample),
        "options_b": version_options(pair.catalogue, str(pair.b), sample=pair.a.is_sample),
        "parts": [(part, query_with(query, section=part.number)) for part in found.parts],
        "addresses": _addresses(wanted, query),
        **_figures(pair, compared, counted, query),
        **_filter_choices(compared, counted, wanted),
    }


def _addresses(wanted: Filters, query: QueryDict) -> dict[str, str]:
    """Return the queries of the same comparison in other forms."""
    return {
        "one": query_with(query, view=""),
        "side": query_with(query, view="side"),
        "numbers": query_with(query, renumbered="" if wanted.renumbered else "1"),
        "typography": query_with(query, typography="" if wanted.typography else "1"),
        "context": query_with(query, all="" if wanted.everything else "1"),
        "clear": query_with(query, kind="", weight="", item="", section=""),
        "text": query_with(query, format="txt"),
        "data": query_with(query, format="json"),
    }


def _figures(pair: Pair, compared: ComparedVersions, counted: ChangeCounts, query: QueryDict) -> dict[str, object]:
    """Return how far the versions are apart, how many rules stayed, and the counts of changes."""
    dates = pair.catalogue.dates
    same = {kind: counted["rule", kind, "none"] for kind in KINDS}
    return {
        "years_apart": abs(pair.b.date - pair.a.date).days // 365,
        "versions_apart": abs(dates.index(pair.b.date) - dates.index(pair.a.date)),
        "stands": same["unchanged"],
        "elsewhere": same["renumbered"] + same["moved"],
        "rules": sum(entry.kind in ("rule", "subrule") for entry in compared.new),
        "totals": list(rule_totals(counted, query)),
        "beside": changed_beside(counted, query),
        "wordings": compared.comparison.wordings[:_PATTERNS],
        "kinds_table": _table(counted.per_kind),
        "weights_table": _table(counted.per_weight),
        "kind_words": list(KIND_WORDS.values()),
        "weight_words": list(WEIGHT_WORDS.values()),
    }


def _filter_choices(compared: ComparedVersions, counted: ChangeCounts, wanted: Filters) -> dict[str, object]:
    """Return the checkboxes of the filters; those of what the page shows are checked."""
    shown = [one for one in compared.comparison.changes if wanted.passes(one) and not wanted.hides(one)]
    return {
        "kinds": _choices(KIND_WORDS, wanted.kinds or {one.kind for one in shown}),
        "weights": _choices(WEIGHT_WORDS, wanted.weights or {one.weight for one in shown}),
        "items": [
            (*choice, _changed(counted, choice[0]))
            for choice in _choices(ITEM_WORDS, wanted.items or {one.item for one in shown})
        ],
    }


def _picks(pair: Pair, query: QueryDict) -> Iterable[LanguageLink]:
    """Return the compared language, and links that add or remove the other languages."""
    languages = dict.fromkeys((*pair.b.languages, *pair.a.languages))
    if len(languages) < 2:
        return
    for code in languages:
        beside: tuple[str, ...] = ()
        title = "%(language)s"
        if code in pair.beside:
            beside, title = tuple(other for other in pair.beside if other != code), _("Hide %(language)s")
        elif code != pair.language:
            # Drop the oldest where there are too many.
            beside, title = (*pair.beside, code)[1 - MOST_COLUMNS :], _("Show %(language)s side by side")
        address = query_with(query, lang=pair._replace(beside=beside).lang)
        yield language_link(code, title, address, shown=code == pair.language or code in pair.beside)


def rule_totals(counted: ChangeCounts, query: QueryDict) -> Iterable[Total]:
    """Return the figures of the rules as marks. A rule moved and reworded counts in both."""
    kinds, weights = counted.per_kind("rule"), counted.per_weight("rule")
    only = {"kind": "", "weight": "", "item": "rule"}
    for kind in KINDS[:-1]:
        shown = {"renumbered": "1"} if kind in ("renumbered", "moved") else {}
        yield Total(kind, kinds[kind], query_with(query, **only | {"kind": kind} | shown))
    reworded = weights["substance"] + weights["example"]
    yield Total("reworded", reworded, query_with(query, **only | {"weight": "substance,example"}))
    yield Total("wording", weights["wording"], query_with(query, **only | {"weight": "wording"}))
    yield Total("refs", weights["references"], query_with(query, **only | {"weight": "references"}))
    yield Total("typo", weights["typography"], query_with(query, **only | {"weight": "typography"}))
    same = counted["rule", "unchanged", "none"]
    yield Total("same", same, query_with(query, **only | {"item": "", "all": "1"}))


def changed_beside(counted: ChangeCounts, query: QueryDict) -> list[tuple[str, str]]:
    """Return the numbers of changed headings, terms and examples with their addresses."""
    found = []
    for item in ("heading", "glossary", "example"):
        if changed := _changed(counted, item):
            found.append((_counted(item, changed), query_with(query, item=item, kind="", weight="", section="")))
    return found


def _counted(item: str, count: int) -> str:
    """Return a number of headings, terms or examples in words."""
    if item == "heading":
        message = ngettext("%(count)s heading", "%(count)s headings", count)
    elif item == "glossary":
        message = ngettext("%(count)s glossary term", "%(count)s glossary terms", count)
    else:
        message = ngettext("%(count)s example", "%(count)s examples", count)
    return message % {"count": figure(count)}


def _table(per: Callable[[str], Mapping[str, int]]) -> list[tuple[str, tuple[int, ...]]]:
    """Return one row per item: its word, then its numbers by kind or weight, and their sum."""
    rows = ((str(word), tuple(per(item).values())) for item, word in ITEM_WORDS.items())
    return [(word, (*numbers, sum(numbers))) for word, numbers in rows]


def _changed(counted: ChangeCounts, item: str) -> int:
    return sum(counted.per_kind(item).values()) - counted[item, "unchanged", "none"]


def _choices(words: Mapping[str, object], chosen: Container[str]) -> list[tuple[str, str, bool]]:
    """Return checkboxes: value, word, and whether it is checked."""
    return [(value, str(word), value in chosen) for value, word in words.items()]
