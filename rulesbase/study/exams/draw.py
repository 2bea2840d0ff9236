"""Draw the questions of an exam: the same address gives the same questions to everybody, also later.

Questions are drawn by a seed from the texts of one version, from the questions published on one day, and from
sources that other packages `register`. A newer version changes none of them.
"""

import datetime
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.core.content_version import ContentStamp
from rulesbase.core.errors import Refused
from rulesbase.engine.questions.markup import is_tag
from rulesbase.engine.text.dates import read_day
from rulesbase.models.authored_questions import LEVELS

FEWEST, MOST = 3, 40
NAMES, WRITTEN, GLOSSARY = "names", "written", "glossary"
_SEED = re.compile(r"[A-Za-z0-9-]{1,32}")
_TOPIC = re.compile(r"[1-9]|[1-9]\d\d|")


class ExamSpec(NamedTuple):
    """The settings of an exam; level 0 is any. ``topic`` is a section, a chapter, a tag, or one of the words above."""

    level: int
    topic: str
    size: int
    seed: str
    version: datetime.date
    day: datetime.date

    @property
    def params(self) -> dict[str, str]:
        """Return the parameters of its address, without those left open."""
        params = {"level": str(self.level or ""), "topic": self.topic, "count": str(self.size), "seed": self.seed}
        params |= {"version": self.version.isoformat(), "day": self.day.isoformat()}
        return {name: value for name, value in params.items() if value}

    @property
    def query(self) -> str:
        """Return the query string of its address."""
        return urlencode(self.params)

    def random(self, *more: object) -> Random:
        """Return a random generator that is the same for the same exam."""
        return Random("|".join(map(str, (*self, *more))))  # noqa: S311 - not used for secrets


class ExamItem(NamedTuple):
    """A question of an exam: ``options`` are HTML, ``right`` the indexes of the right ones.

    ``place`` is the chapter it counts under, ``public_id`` that of its study question, if it has one.
    """

    kind: str
    level: int
    place: str
    eyebrow: str
    ask: SafeString
    options: tuple[SafeString, ...]
    right: frozenset[int]
    answer: SafeString
    public_id: str = ""

    @property
    def many(self) -> bool:
        """Return whether more than one option is right."""
        return len(self.right) > 1


class DrawRequest(NamedTuple):
    """A request to a source: the exam, the version, the number of questions, and the language of the page."""

    asked: ExamSpec
    versions: Catalogue
    version: CatalogueVersion
    size: int
    language: str


Source = Callable[[DrawRequest], Sequence[ExamItem]]
_sources: dict[str, tuple[Source, int]] = {}


def register(topic: str, source: Source, share: int) -> None:
    """Register the source of a topic and its share (percent) of a mixed exam."""
    _sources[topic] = source, share


def topics() -> list[str]:
    """Return the topics that have their own sources, without the rules."""
    return [topic for topic in _sources if topic != "rules"]


def read_spec(given: Mapping[str, str]) -> ExamSpec:
    """Read the settings of an exam from an address; a missing seed, version or day is chosen. Raises Refused."""
    level, count = _number(given, "level", 0), _number(given, "count", 10)
    topic, seed = given.get("topic", "").strip().lower(), given.get("seed", "") or secrets.token_hex(4)
    if level and level not in LEVELS:
        raise Refused(_("The level is a number from 1 to 5."), "level")
    if not FEWEST <= count <= MOST:
        raise Refused(_("A test has from %(least)d to %(most)d questions.") % {"least": FEWEST, "most": MOST}, "count")
    if not (_TOPIC.fullmatch(topic) or is_tag(topic)):
        raise Refused(_("There is no such topic."), "topic")
    if not _SEED.fullmatch(seed):
        raise Refused(_("The parameter “seed” can have at most 32 letters and digits."))
    today, given_day = timezone.localdate(), given.get("day", "")
    day = _day(given_day) if given_day else today
    if day > today:
        raise Refused(_("Choose today or an earlier day."))
    return ExamSpec(level, topic, count, seed, version_of(given.get("version", "")).date, day)


def _number(given: Mapping[str, str], name: str, otherwise: int) -> int:
    written = given.get(name, "")
    if written and not re.fullmatch(r"[0-9]{1,3}", written):
        message = _("“%(written)s” is not a number. Write a whole number such as 20.")
        raise Refused(message % {"written": written[:20]}, name)
    return int(written) if written else otherwise


def _day(written: str) -> datetime.date:
    day = read_day(written)
    if day is None:
        raise Refused(_("“%(day)s” is not a date. Write it as 2011-09-30.") % {"day": written[:20]})
    return day


def version_of(written: str) -> CatalogueVersion:
    """Return the version of exactly that day, or the latest. Raises Refused without a complete English text."""
    versions = catalogue()
    version = versions.latest
    if written:
        day = _day(written)
        version = next((one for one in versions.all if one.date == day), None)
    if version is None or version not in versions.complete:
        message = _(
            "There is no complete English version of that date, so no questions can be made. Choose "
            "the date of another version."
        )
        raise Refused(message)
    return version


def items_of(asked: ExamSpec) -> tuple[ExamItem, ...]:
    """Return the questions of an exam in order; fewer than wanted if there are not enough."""
    return _items(catalogue().stamp, asked, get_language() or DEFAULT_LANGUAGE)


@lru_cache(maxsize=64)
def _items(_stamp: ContentStamp, asked: ExamSpec, language: str) -> tuple[ExamItem, ...]:
    draw = DrawRequest(asked, catalogue(), version_of(asked.version.isoformat()), asked.size, language)
    found: list[ExamItem] = []
    for source, size in _shares(asked):
        found += source(draw._replace(size=size))
    if len(found) < asked.size and _TOPIC.fullmatch(asked.topic):
        # Fill up from the rules if other sources had too few.
        asks = {item.ask for item in found}
        found += [one for one in _sources["rules"][0](draw) if one.ask not in asks][: asked.size - len(found)]
    asked.random("order").shuffle(found)
    return tuple(found[: asked.size])


def _shares(asked: ExamSpec) -> Iterable[tuple[Source, int]]:
    """Return the sources with the number of questions wanted from each."""
    if asked.topic in _sources:
        return [(_sources[asked.topic][0], asked.size)]
    if asked.topic:
        # Written questions for a chapter or a tag, and for a chapter those from its rules.
        written, rules = _sources[WRITTEN][0], _sources["rules"][0]
        own = asked.size // 3
        return [(written, own), (rules, asked.size - own)] if asked.topic.isdigit() else [(written, asked.size)]
    shares = [(source, asked.size * share // 100) for topic, (source, share) in _sources.items() if topic != "rules"]
    return [*shares, (_sources["rules"][0], asked.size - sum(count for _source, count in shares))]
