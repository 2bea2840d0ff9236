"""Read a query as a number, perhaps with a day, or as a version; clean a query for storing."""

import datetime
import re
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.card_interface import cards
from rulesbase.core.errors import Refused
from rulesbase.engine.languages import RULE_WORDS, TEXTS
from rulesbase.engine.search.analyzer import plain, tokens_of
from rulesbase.engine.text.citations import find_citations, read_citation
from rulesbase.engine.text.dates import find_dates
from rulesbase.engine.text.numbers import canonical
from rulesbase.engine.text.set_names import set_names
from rulesbase.engine.text.typed_markup import visible_text
from rulesbase.search.candidates import titles

LONGEST_QUERY = 200
# Words and signs between a number and its date: `202 (of 2006-05-01`. The bracket need not be closed.
_BETWEEN = re.compile(r"[\s@(,]*(?:\b(?:of|de|du|in|from|as of|rules?)\b)?[\s@(,]*$", re.IGNORECASE)
# A number at a year before the game, which texts never mean as a date: `202.3@1985`.
_TOO_EARLY = re.compile(r"(.+)@\s*(19\d\d)\s*")
# A word of two letters before a date (`202.3 of 2006`) is not the letter of a subrule.
_WORD = re.compile(r"\s[a-z]{2}\W*$", re.IGNORECASE)
_NO_POINT = re.compile(rf"\s*(?:cr|{RULE_WORDS})\s*([1-9]\d\d)(\d{{1,2}}[a-z]{{0,2}})\s*", re.IGNORECASE)
# The words with which people ask for the rules of a day; then those for a number of a day.
_OF_RULES = frozenset(
    """the of from in as at on for rules rule rulebook version versions text magic mtg cr comp comprehensive game set
    règles règle de du version le la les ルール 版 の""".split()
)
_ASKING = frozenset().union(*(language.asking | language.unsearched for language in TEXTS.values()))

# `rules of Zendikar`, `Zendikar rules`, `ゼンディカーのルール`.
# The Japanese form is in the folded form of `plain`: `のルール` becomes `のるる`.
_OF_SET = re.compile(
    r"(?:(?:comp\w* )?rules?|regles?|cr) (?:of|from|in|at|for|as of|de|du|d')(?: the)? ?(?P<behind>.+)"
    r"|(?P<before>.+?)(?:(?: comp\w*)? (?:rules|rulebook|cr)|のるる)"
)
# The core set of a year in English, French and Japanese, in the folded form too.
_CORE_SET = re.compile(
    r"(?:(?:(?:magic|core set|edition de base(?: magic)?) |(?:まじっく)?基本せっと)(?:20)?|m)(?P<year>1[0-5]|19|2[01])"
)


class Citation(NamedTuple):
    """A searched number, and the day of its version; None means the current version."""

    number: str
    day: datetime.date | None


def citation_of(query: str) -> Citation | None:
    """Read a query as a number, perhaps with a day: `704.5k`, `rule 201`, `CR 201.3a@2012`.

    Also reads the forms of citations in texts: `202.3 (2006-05-01)`, `202.3 as of May 2005`, `202.3 2006-05-01`. A year
    or month means its last day. Returns None for other queries and for ranges.
    """
    if number := canonical(query):
        return Citation(number, None)
    if joined := _NO_POINT.fullmatch(query):
        return Citation(f"{joined[1]}.{joined[2].lower()}", None)
    if cited := read_citation(query):
        period = cited[0].period
        return Citation(cited[0].number, period.last if period else None) if len(cited) == 1 else None
    if (early := _TOO_EARLY.fullmatch(query)) and (number := canonical(early[1])):
        return Citation(number, datetime.date(int(early[2]), 12, 31))
    dates = find_dates(query)
    if len(dates) != 1 or query[dates[0].end :].strip(" )"):
        return None
    before = query[: dates[0].start]
    number = canonical(_BETWEEN.sub("", before)) if not _WORD.search(before) else None
    number = number or _number_asked(before)
    return Citation(number, dates[0].period.last) if number else None


def _number_asked(words: str) -> str | None:
    """Return the number in `what did 202.3 say in`. None if there is any word that may be searched."""
    cited = find_citations(words)
    if len(cited) != 1:
        return None
    others = tokens_of(f"{words[: cited[0].start]} {words[cited[0].end :]}")
    return cited[0].number if all(token.folded in _ASKING for token in others) else None


def version_of(versions: Catalogue, query: str) -> CatalogueVersion | None:
    """Return the version that a query asks for by its date, name or set: `2009-07-11`, `june 2026`, `zendikar rules`.

    Sets have their French and Japanese names too. A year alone is a search word, and so is a set name of one word
    ("archenemy").
    """
    name = _english_set_name(plain(query).strip())
    for version in reversed(versions.all):
        if version.name and " " in name and plain(version.name) == name.removesuffix(" rules"):
            return version
    if (released := _set_released(versions, name)) and (then := versions.on(released)):
        return then
    dates = find_dates(query)
    if len(dates) != 1:
        return None
    others = [token.raw for token in tokens_of(query[: dates[0].start] + " " + query[dates[0].end :])]
    if not set(others) <= _OF_RULES or query.strip().isdigit():
        return None
    return versions.on(dates[0].period.last)


def _english_set_name(name: str) -> str:
    """Return the English name of a set for its French or Japanese one, all folded; any other text as it is."""
    return _english_set_names().get(name, name)


@lru_cache(maxsize=1)
def _english_set_names() -> dict[str, str]:
    return {plain(name): plain(one.name) for one in set_names() for name in one.translations}


def versions_in(versions: Catalogue, query: str) -> list[CatalogueVersion]:
    """Return the versions of the only year, month or day in a query."""
    dates = find_dates(query)
    if len(dates) != 1:
        return []
    period = dates[0].period
    return [version for version in versions.all if period.first <= version.date <= period.last]


def _set_released(versions: Catalogue, asked: str) -> datetime.date | None:
    """Return the release of the set whose rules are asked for, unless a rule or term has its name."""
    of_set = _OF_SET.fullmatch(asked)
    name = _english_set_name(of_set["behind"] or of_set["before"]) if of_set else asked
    core = _CORE_SET.fullmatch(name)
    if not (of_set or core) or versions.latest is None:
        return None
    if name in map(plain, titles(versions, versions.latest, DEFAULT_LANGUAGE).values()):
        return None
    if released := cards().set_released(name):
        return released
    # Core sets are named after the year that follows: Magic 2010 came out in July 2009.
    return datetime.date(2000 + int(core["year"]) - 1, 7, 31) if core else None


def clean_query(typed: str) -> str:
    """Normalise a search for storing: remove hidden characters. Raise Refused if empty or too long."""
    query = " ".join(visible_text(typed[: 10 * LONGEST_QUERY]).split())
    if not query:
        raise Refused(_("Enter the words to search for."))
    if len(query) > LONGEST_QUERY:
        message = ngettext(
            "A search can have at most %(most)d character.", "A search can have at most %(most)d characters.",
            LONGEST_QUERY,
        )  # fmt: skip
        raise Refused(message % {"most": LONGEST_QUERY})
    return query
