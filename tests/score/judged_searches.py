"""Queries with graded answers: nDCG@10, an answer of the best grade in the first three, and empty answers, by type.

Beside the search stands plain BM25 (bm25s) over the same texts, with stems and without stop words.
"""

import logging
import math
import re
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.score.inputs import rows_of

_GRADED = re.compile(r"(g:.*?|\S+?):(\d)(?: |$)")
# The gain of an answer is 2**grade - 1, as in the usual form of nDCG.
_PLACES = 10


class Judged(NamedTuple):
    """A query with the grades (1 to 3) of its answers: numbers, and terms as ``g:Title``."""

    query: str
    type: str
    grades: dict[str, int]


def read_judged(table: Path) -> list[Judged]:
    """Return the rows of a table with the columns query, type and graded."""
    return [
        Judged(row["query"], row["type"], {_plain(key): int(grade) for key, grade in _GRADED.findall(row["graded"])})
        for row in rows_of(table)
    ]


def _plain(key: str) -> str:
    return key.replace("’", "'")


def ndcg(found: Sequence[str], grades: dict[str, int]) -> float:
    """Return the discounted gain of the first ten answers as a share of the best possible."""
    gains = [2 ** grades.get(key, 0) - 1 for key in found[:_PLACES]]
    best = sorted((2**grade - 1 for grade in grades.values()), reverse=True)[:_PLACES]

    def discounted(values: Sequence[int]) -> float:
        return sum(value / math.log2(at + 2) for at, value in enumerate(values))

    return discounted(gains) / discounted(best)


def run_judged(queries: Sequence[Judged], *, with_bm25: bool) -> list[dict[str, Any]]:
    """Search each query in the latest English version, on the database that Django is set up for, and by BM25."""
    from django.db import connection

    from rulesbase.archive.catalogue import catalogue
    from rulesbase.search.number_or_version import citation_of
    from rulesbase.search.queries import search

    versions = catalogue()
    version = versions.latest
    assert version

    def ours(query: str) -> list[str]:
        if citation := citation_of(query):
            return [citation.number]
        places = [hit.place for hit in search(versions, version, ["en"], query).hits]
        return list(dict.fromkeys(f"g:{_plain(one.heading)}" if one.is_term else one.number for one in places))

    rows: list[dict[str, Any]] = []
    ways = {connection.vendor: ours} | ({"BM25": _bm25(version.main.pk)} if with_bm25 else {})
    for name, find in ways.items():
        for one in queries:
            started = time.perf_counter()
            found = find(one.query)
            rows.append(
                {
                    "by": name,
                    "type": one.type,
                    "ndcg": ndcg(found, one.grades),
                    "first": any(one.grades.get(key) == max(one.grades.values()) for key in found[:3]),
                    "empty": not found,
                    "ms": 1000 * (time.perf_counter() - started),
                }
            )
    return rows


def _bm25(edition: int) -> Callable[[str], list[str]]:
    """Return a search by plain BM25 over the entries of an edition."""
    import bm25s  # type: ignore[import-untyped]
    import snowballstemmer

    from rulesbase.models import Entry

    rows = list(
        Entry.objects.filter(edition=edition).values_list("number", "kind", "wording__heading", "wording__text")
    )
    keys = [f"g:{_plain(heading)}" if kind == Entry.Kind.TERM else number for number, kind, heading, _ in rows]
    stem = snowballstemmer.stemmer("english").stemWords

    def tokens(texts: list[str]) -> Any:
        return bm25s.tokenize(texts, stopwords="en", stemmer=stem, show_progress=False)

    logging.getLogger("bm25s").setLevel(logging.WARNING)
    index = bm25s.BM25()
    index.index(tokens([f"{heading} {text}" for _, _, heading, text in rows]), show_progress=False)

    def find(query: str) -> list[str]:
        asked = bm25s.tokenize([query], stopwords="en", stemmer=stem, show_progress=False, return_ids=False)
        found, scores = index.retrieve(asked, k=_PLACES, show_progress=False)
        return [keys[at] for at, score in zip(found[0], scores[0], strict=True) if score > 0]

    return find


def figures(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return a line for each type and for all, by what searched."""
    lines: list[str] = []
    for by in dict.fromkeys(row["by"] for row in rows):
        mine = [row for row in rows if row["by"] == by]
        for kind in (*dict.fromkeys(row["type"] for row in mine), ""):
            some = [row for row in mine if kind in ("", row["type"])]
            lines.append(
                f"{by:10} {kind or 'all':9} {len(some):3} queries: nDCG@10 {_mean(some, 'ndcg'):.3f}, answer in first"
                f" three {100 * _mean(some, 'first'):.0f} %, empty {sum(row['empty'] for row in some)},"
                f" median {statistics.median(row['ms'] for row in some):.1f} ms"
            )
    return lines


def _mean(rows: Sequence[dict[str, Any]], name: str) -> float:
    return float(statistics.fmean(row[name] for row in rows))
