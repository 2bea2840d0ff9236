"""The comparison page: its figures, its choices with their addresses, and its changes."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from rulesbase.archive.catalogue import MOST_COLUMNS
from rulesbase.compare.changes_html import Scribe
from rulesbase.compare.filters import Filters, change_at, headings, listing
from rulesbase.compare.heatmap import cells_svg, change_map, options_html, rows_html
from rulesbase.compare.languages import Asked
from rulesbase.compare.queries import ITEMS, KINDS, Books, Pair, Sums, public_ids, sums
from rulesbase.core.languages import language_word, own_name
from rulesbase.core.numbers import figure
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.lineage.traversal import rule_named
from rulesbase.reading.page_frame import Pick

KIND_WORDS = {
    "added": pgettext_lazy("kind of change", "added"),
    "removed": pgettext_lazy("kind of change", "removed"),
    "split": pgettext_lazy("kind of change", "split"),
    "merged": pgettext_lazy("kind of change", "merged"),
    "moved": pgettext_lazy("kind of change", "moved"),
    "renumbered": pgettext_lazy("kind of change", "renumbered"),
    "unchanged": pgettext_lazy("kind of change", "same place"),
}
WEIGHT_WORDS = {
    "substance": pgettext_lazy("weight of a change", "substance"),
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


class Choice(NamedTuple):
    """A box to tick: whether it is, and how many changes it stands for."""

    value: str
    word: str
    ticked: bool
    number: int


class Total(NamedTuple):
    """A figure of the summary that leads to what it counts."""

    mark: str
    number: int
    query: str


class TableRow(NamedTuple):
    """A row of the table of figures."""

    word: str
    numbers: tuple[int, ...]
    sum: int


class Apart(NamedTuple):
    """How far two versions are from each other."""

    years: int
    versions: int


def query_with(query: QueryDict, **values: str) -> str:
    """The query of an address with some values set, others (empty) taken out, and the page counted anew."""
    changed = query.copy()
    for name in ("page", "at", *values):
        changed.pop(name, None)
    for name, value in values.items():
        if value:
            changed[name] = value
    return f"?{changed.urlencode()}" if changed else "?"


def query_of_part(query: QueryDict, group: str) -> str:
    """The query that leads to a chapter, a section or the glossary and keeps the rest."""
    return query_with(query, section=group)


def query_of_change(query: QueryDict, at: str) -> str:
    """The query that leads to one change, on whatever part and page it is and whatever is filtered."""
    return query_with(query, at=at, **dict.fromkeys(("section", "kind", "weight", "item", "all"), ""))


def target_of(versions: Books, at: str) -> ItemChange | None:
    """The change that ``?at=`` asks for: the id of a Rule, or a number where there is none. One query at most."""
    # Examples have a mark of their own behind the id of their rule.
    at = re.sub(r"-e\d+$", "", at[:100]).removeprefix("c-").removeprefix("from-")
    rule = rule_named(at) if at else None
    return change_at(versions, at, rule.pk if rule else 0) if at else None


def comparison_context(asked: Asked, versions: Books, wanted: Filters, query: QueryDict) -> dict[str, object]:
    """Everything that the page shows. Six queries of its own at most, and two dozen more with other languages."""
    pair = asked.pair
    names = headings(versions)
    target = target_of(versions, query.get("at", ""))
    wanted = wanted.showing(target) if target else wanted
    found = listing(versions, wanted, query.get("page", ""), target)
    counted = sums(versions)
    picture = change_map(versions, names, partial(query_of_part, query))
    shown = [block.change for group in found.groups for block in group.blocks if block.change]
    scribe = Scribe(asked, versions, names, wanted.side, partial(query_of_change, query))
    html = scribe.groups(found.groups, public_ids([*shown, *(c for group in found.groups for c in group.shifts)]))
    return {
        "pair": pair,
        "lang": asked.lang,
        "tongues": asked.beside,
        "picks": list(_picks(asked, query)),
        "wanted": wanted,
        "found": found,
        "same": pair.a == pair.b,
        "groups": [(group, html[group.number], scribe.shifts(group.shifts)) for group in found.groups],
        "names": names,
        "part_name": names.get(found.part, ""),
        "picture": picture,
        "cells": cells_svg(picture),
        "cell_rows": rows_html(picture),
        "options_a": options_html(pair.catalogue, pair.a, sample=pair.a.is_sample),
        "options_b": options_html(pair.catalogue, pair.b, sample=pair.a.is_sample),
        "totals": list(_totals(counted, query)),
        "beside": _beside(counted, query),
        "kinds_table": _table(counted.per_kind),
        "weights_table": _table(counted.per_weight),
        "kind_words": list(KIND_WORDS.values()),
        "weight_words": list(WEIGHT_WORDS.values()),
        "kinds": _choices(KIND_WORDS, wanted.kinds, counted.per_kind()),
        "weights": _choices(WEIGHT_WORDS, wanted.weights, counted.per_weight()),
        "items": _choices(ITEM_WORDS, wanted.items, {item: sum(counted.per_kind(item).values()) for item in ITEMS}),
        "parts": [(part, query_with(query, section=part.number)) for part in found.parts],
        "apart": _apart(pair),
        "stands": _same_words(counted, "unchanged"),
        "elsewhere": _same_words(counted, "renumbered") + _same_words(counted, "moved"),
        "rules": sum(leaf.kind in ("rule", "subrule") for leaf in versions.new),
        "addresses": {
            "one": query_with(query, view=""),
            "side": query_with(query, view="side"),
            "numbers": query_with(query, renumbered="" if wanted.renumbered else "1"),
            "typography": query_with(query, typography="" if wanted.typography else "1"),
            "context": query_with(query, all="" if wanted.everything else "1"),
            "clear": query_with(query, kind="", weight="", item="", section=""),
            "text": query_with(query, format="txt"),
            "data": query_with(query, format="json"),
        },
    }


def _picks(asked: Asked, query: QueryDict) -> Iterable[Pick]:
    """The language that is compared, alone, and those that can stand beside it, to add and to take away."""
    pair = asked.pair
    languages = dict.fromkeys((*pair.b.languages, *pair.a.languages))
    if len(languages) < 2:
        return
    for code in languages:
        shown = code == pair.language or code in asked.beside
        if code in asked.beside:
            then = [pair.language, *(other for other in asked.beside if other != code)]
        else:
            then = [pair.language, *([*asked.beside, code] if code != pair.language else ())]
        # The language that is compared comes first; of those beside it the first gives way.
        then = [then[0], *then[1:][1 - MOST_COLUMNS :]]
        lang = "" if then == [pair.b.main.language] else ",".join(then)
        title = _("Hide %(language)s") if code in asked.beside else _("Show %(language)s beside it")
        name = own_name(code)
        title = "%(language)s" if code == pair.language else title
        yield Pick(code, name, shown, query_with(query, lang=lang), title % {"language": language_word(code)})


def _totals(counted: Sums, query: QueryDict) -> Iterable[Total]:
    """The figures of the rules, as marks. A rule that moved and was reworded counts in both."""
    kinds, weights = counted.per_kind("rule"), counted.per_weight("rule")
    only = {"page": "", "kind": "", "weight": "", "item": "rule"}
    for kind in KINDS[:-1]:
        shown = {"renumbered": "1"} if kind in ("renumbered", "moved") else {}
        yield Total(kind, kinds[kind], query_with(query, **only | {"kind": kind} | shown))
    reworded = weights["substance"] + weights["example"]
    yield Total("reworded", reworded, query_with(query, **only | {"weight": "substance,example"}))
    yield Total("refs", weights["references"], query_with(query, **only | {"weight": "references"}))
    yield Total("typo", weights["typography"], query_with(query, **only | {"weight": "typography"}))
    same = counted.counts["rule", "unchanged", "none"]
    yield Total("same", same, query_with(query, **only | {"item": "", "all": "1"}))


def _beside(counted: Sums, query: QueryDict) -> list[tuple[str, str]]:
    """How many headings, terms and examples changed, with the way to them."""
    found = []
    for item in ("heading", "glossary", "example"):
        changed = sum(counted.per_kind(item).values()) - counted.counts[item, "unchanged", "none"]
        if changed:
            found.append((_counted(item, changed), query_with(query, item=item, kind="", weight="", section="")))
    return found


def _counted(item: str, count: int) -> str:
    """A number of headings, terms or examples in words."""
    if item == "heading":
        said = ngettext("%(count)s heading", "%(count)s headings", count)
    elif item == "glossary":
        said = ngettext("%(count)s glossary term", "%(count)s glossary terms", count)
    else:
        said = ngettext("%(count)s example", "%(count)s examples", count)
    return said % {"count": figure(count)}


def _table(per: Callable[[str], Mapping[str, int]]) -> list[TableRow]:
    """A row an item; the columns are kinds or weights."""
    rows = ((word, tuple(per(item).values())) for item, word in ITEM_WORDS.items())
    return [TableRow(str(word), numbers, sum(numbers)) for word, numbers in rows]


def _choices(words: Mapping[str, object], chosen: frozenset[str], counts: Mapping[str, int]) -> list[Choice]:
    return [
        Choice(value, str(word), not chosen or value in chosen, counts.get(value, 0)) for value, word in words.items()
    ]


def _same_words(counted: Sums, kind: str) -> int:
    """How many rules of a kind have the same words; quotes and dashes are none."""
    return sum(counted.counts["rule", kind, weight] for weight in ("none", "typography", "example"))


def _apart(pair: Pair) -> Apart:
    dates = pair.catalogue.dates
    between = abs(dates.index(pair.b.date) - dates.index(pair.a.date))
    return Apart(abs(pair.b.date - pair.a.date).days // 365, between)
