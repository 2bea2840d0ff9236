"""Search in a version: a number to go to, else words in its rules, examples and glossary, best first."""

import calendar
import datetime
import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.archive.text_index import matching, matching_any
from rulesbase.core.errors import Refused
from rulesbase.engine.search.analyzer import plain
from rulesbase.engine.search.query import QueryPhrase, QueryWord, SearchQuery, apart, read_question
from rulesbase.engine.search.ranking import PreparedQuery, Rating, accepts, prepare_query, rate
from rulesbase.engine.search.spelling import put_right, run_together
from rulesbase.engine.text.citations import read_citation
from rulesbase.engine.text.numbers import canonical, parent_of
from rulesbase.search.candidates import Candidate, candidates, titles, vocabulary

LONGEST_QUESTION = 200
# Minimum share of the words for a partial match, and the maximum number of such matches.
_LEAST_SHARE, _MOST_LOOSE = 0.45, 30
_MOST_COUNTED, _FEW = 8, 6
_SEE = re.compile(r"[1-9]\d\d(?:\.\d{1,3}[a-z]{0,2})?")
# Hasty forms that no text has: a date after a space or an open bracket, and years without rules.
_DATED = re.compile(
    r"(.+?)(?:\s*@\s*|\s+(?:of|de|du)\s+|\s*\(\s*|\s+(?=\d{4}-\d\d-\d\d))"
    r"((?:19|20)\d\d)(?:-(\d\d)(?:-(\d\d))?)?\s*\)?\s*",
    re.IGNORECASE,
)
# A word between number and date is no letter of the number.
_WORD = re.compile(r"\s[a-z]{2}\W*$", re.IGNORECASE)


class Citation(NamedTuple):
    """A searched number, and the day of its version; None means the current version."""

    number: str
    day: datetime.date | None


def citation_of(question: str) -> Citation | None:
    """Read a query as a number, perhaps with a day: `704.5k`, `rule 201`, `CR 201.3a@2012`.

    Also reads the forms of citations in texts: `202.3 (2006-05-01)`, `202.3 as of May 2005`, `202.3 2006-05-01`. A year
    or month means its last day. Returns None for other queries and for ranges.
    """
    if number := canonical(question):
        return Citation(number, None)
    if cited := read_citation(question):
        period = cited[0].period
        return Citation(cited[0].number, period.last if period else None) if len(cited) == 1 else None
    match = _DATED.fullmatch(question.strip())
    number = canonical(match[1]) if match and not _WORD.search(match[1]) else None
    if not match or not number:
        return None
    year, month = int(match[2]), int(match[3] or 12)
    try:
        day = int(match[4]) if match[4] else calendar.monthrange(year, month)[1]
        return Citation(number, datetime.date(year, month, day))
    except ValueError:
        return None


class Hit(NamedTuple):
    """A matching text with its score."""

    place: Candidate
    rated: Rating
    score: float

    @property
    def is_name(self) -> bool:
        """Return whether its name is the query."""
        return self.rated.is_name and not self.place.is_example


class Answer(NamedTuple):
    """The matches of a query in a version, best first.

    ``ready`` has the parsed query in each language. ``meant`` is the corrected query if nothing matched as typed.
    ``loose`` is set if the hits have only some of the words; ``others`` are further such hits when few have all.
    """

    ready: dict[str, PreparedQuery]
    hits: tuple[Hit, ...]
    meant: str | None = None
    loose: bool = False
    others: tuple[Hit, ...] = ()

    @property
    def total(self) -> int:
        """Return the number of hits."""
        return len(self.hits)

    @property
    def is_sure(self) -> bool:
        """Return whether some text has all words as typed."""
        return bool(self.hits) and not self.loose and self.meant is None


def search(versions: Catalogue, version: CatalogueVersion, languages: Sequence[str], typed: str) -> Answer:
    """Find the texts of a version that have all words and phrases of a query.

    If there are none, search for the corrected query, then for texts with most of the words.
    """
    questions = [read_question(typed, language) for language in languages]
    if not any(question.asks for question in questions):
        return Answer({}, ())
    for tried, meant in _readings(versions, version, questions):
        ready = {question.language: prepare_query(question) for question in tried if question.asks}
        if hits := _ranked(versions, version, ready):
            few = len(hits) < _FEW and not any(hit.is_name for hit in hits)
            others = _loosely(versions, version, tried).hits if few else ()
            there = {hit.place for hit in hits}
            return Answer(ready, hits, meant, others=tuple(hit for hit in others if hit.place not in there)[:_FEW])
    return _loosely(versions, version, [*questions], did_you_mean(versions, version, questions))


_Reading = tuple[list[SearchQuery], str | None]


def _readings(versions: Catalogue, version: CatalogueVersion, questions: list[SearchQuery]) -> Iterator[_Reading]:
    """Return the query as typed, with unspaced words split, and with corrected spelling.

    Two words that form one word of a title are joined: "life link".
    """
    for question in questions:
        heads = titles(versions, version, question.language)
        if " " in question.typed and (meant := run_together(question.typed, " ".join(heads.values()))):
            yield [read_question(meant, one.language) for one in questions], meant
    yield questions, None
    cut = [apart(question) for question in questions]
    if cut != questions:
        yield cut, None
    if meant := did_you_mean(versions, version, questions):
        yield [read_question(meant, question.language) for question in questions], meant


def did_you_mean(versions: Catalogue, version: CatalogueVersion, questions: Sequence[SearchQuery]) -> str | None:
    """Return the query with unknown words replaced by the most similar known ones; else None."""
    for question in questions:
        if meant := put_right(question, vocabulary(versions, version, question.language)):
            return meant
    return None


def _ranked(versions: Catalogue, version: CatalogueVersion, ready: dict[str, PreparedQuery]) -> tuple[Hit, ...]:
    found: list[Hit] = []
    for language, one in ready.items():
        rows = candidates(versions, version, language, matching(one.question.required))
        heads = titles(versions, version, language)
        for place in rows:
            heading, text = plain(place.heading), plain(place.text)
            if accepts(one.question, f"{heading} {text}"):
                rated = rate(one, heading, text)
                found.append(Hit(place, rated, rated.score + _standing(place, one, heads)))
    return _in_order(found)


def _in_order(found: Sequence[Hit]) -> tuple[Hit, ...]:
    """Sort hits, best first. Rules that the matching term refers to rank higher."""
    named: set[str] = set()
    for hit in found:
        if hit.is_name and hit.place.is_term:
            named.update(_SEE.findall(hit.place.text))
    below = Counter(parent_of(hit.place.number) for hit in found if not hit.place.is_example and not hit.place.is_term)
    ordered = (hit._replace(score=hit.score + _lift(hit, named, below)) for hit in found)
    return tuple(sorted(ordered, key=lambda hit: (-hit.score, hit.place.position, hit.place.language)))


def _lift(hit: Hit, named: set[str], below: Counter[str]) -> float:
    """Return the score that other hits add: a matching term that refers to this rule, and subrules."""
    if hit.place.is_example or hit.place.is_term:
        return 0.0
    return (12.0 if hit.place.number in named else 0.0) + 0.5 * min(4, below[hit.place.number])


def _standing(place: Candidate, ready: PreparedQuery, heads: dict[str, str]) -> float:
    """Return the score of the place: rules before terms before examples, and matching titles above it."""
    if place.is_example:
        return -3.0
    if place.is_term:
        return -0.5
    above = plain(" ".join(heads.get(number, "") for number in _above(place.number)))
    around = sum(bool(one.places(above)) for one in ready.finders) if above else 0
    return 1.5 * around / max(1, len(ready.finders))


def _above(number: str) -> list[str]:
    """Return the rule and the chapter above a number."""
    parent = parent_of(number)
    return [one for one in (parent, parent_of(parent)) if len(one) > 1]


def _loosely(
    versions: Catalogue, version: CatalogueVersion, questions: Sequence[SearchQuery], meant: str | None = None
) -> Answer:
    """Return the texts with most of the words, weighted by rarity."""
    if meant:
        questions = [read_question(meant, question.language) for question in questions]
    ready = {one.language: prepare_query(apart(one)) for one in questions if one.words and not one.phrases}
    found: list[Hit] = []
    for language, one in ready.items():
        if len(one.question.words) > 1 or any(word.kind == "unspaced" for word in one.question.words):
            found += _some_words(versions, version, language, one)
    best = _in_order(found)[:_MOST_LOOSE]
    return Answer(ready if best else {}, best, meant if best else None, loose=True)


def _some_words(versions: Catalogue, version: CatalogueVersion, language: str, ready: PreparedQuery) -> Iterator[Hit]:
    heads = titles(versions, version, language)
    rows = candidates(versions, version, language, matching_any(ready.question.required))
    texts: list[tuple[Candidate, str, str, str, list[bool]]] = []
    has: Counter[int] = Counter()
    for place in rows:
        heading, text = plain(place.heading), plain(place.text)
        above = plain(" ".join(heads.get(number, "") for number in _above(place.number)))
        there = [bool(one.places(text) or one.places(heading)) for one in ready.finders]
        texts.append((place, heading, text, above, there))
        has.update(at for at, has_it in enumerate(there) if has_it)
    # A word that no text has gets no weight.
    weights = [math.log(1 + len(rows) / has[at]) if has[at] else 0.0 for at in range(len(ready.finders))]
    whole = sum(weights) or 1.0
    for place, heading, text, above, there in texts:
        if any(phrase.pattern.search(f"{heading} {text}") for phrase in ready.question.without):
            continue
        near = [not at and bool(one.places(above)) for at, one in zip(there, ready.finders, strict=True)]
        share = sum(weight for weight, at in zip(weights, there, strict=True) if at) / whole
        share += 0.6 * sum(weight for weight, at in zip(weights, near, strict=True) if at) / whole
        if share >= _LEAST_SHARE:
            rated = rate(ready, heading, text, weights)
            yield Hit(place, rated, 30 * share + rated.score + _standing(place, ready, heads))


def counts(
    versions: Catalogue, version: CatalogueVersion, languages: Sequence[str], typed: str
) -> list[tuple[str, int]]:
    """Count the texts of each word separately, for a query without full matches."""
    found: dict[str, int] = {}
    for language in languages:
        question = read_question(typed, language)
        if len(question.shown) > _MOST_COUNTED:
            return []
        alone = [question._replace(words=(word,), phrases=()) for word in question.words]
        alone += [question._replace(words=(), phrases=(phrase,)) for phrase in question.phrases]
        for one, shown in zip(alone, [*_typed(question.words), *_typed(question.phrases)], strict=True):
            rows = candidates(versions, version, language, matching(one.required))
            texts = sum(accepts(one, f"{plain(row.heading)} {plain(row.text)}") for row in rows)
            found[shown] = found.get(shown, 0) + texts
    return list(found.items())


def _typed(parts: Sequence[QueryWord | QueryPhrase]) -> list[str]:
    return [part.typed if isinstance(part, QueryWord) else f'"{part.typed}"' for part in parts]


_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffd-\uffff]+")


def clean_question(typed: str) -> str:
    """Normalise a search for storing: remove control and invalid characters. Raise Refused if empty or too long."""
    question = " ".join(_CONTROL.sub(" ", typed[: 10 * LONGEST_QUESTION]).split())
    if not question:
        raise Refused(_("Say what to search for."))
    if len(question) > LONGEST_QUESTION:
        message = ngettext(
            "A search may have %(most)d character at most.", "A search may have %(most)d characters at most.",
            LONGEST_QUESTION,
        )  # fmt: skip
        raise Refused(message % {"most": LONGEST_QUESTION})
    return question


def language_of_search(versions: Catalogue, wanted: str) -> str:
    """Return the first language of ``fr,en`` that has an edition, else English."""
    known = {text.language for version in versions.all for text in version.texts}
    return next((code for code in wanted.split(",") if code in known), DEFAULT_LANGUAGE)
