"""Take an exam: the answers so far are in the signed address, so it needs no account and no script."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.grouping import grouped
from rulesbase.models import Deck, Entry, Question, TestTaken, User
from rulesbase.reading.outline import Heading, outline_of
from rulesbase.study.exams.draw import ExamItem, ExamSpec, version_of

_SALT = "rulesbase.paper"
# The longest time that counts for one question, in milliseconds.
_LONGEST = 3_600_000
# Stored results of one person: one a day for five years.
MOST_TAKEN = 2_000
# Below this share a chapter is weak.
_WEAK = 0.7


class ExamRun(NamedTuple):
    """An exam in progress: the chosen options, the milliseconds of each answer, and the start of the next question."""

    key: str
    asked: str
    chosen: tuple[tuple[int, ...], ...] = ()
    took: tuple[int, ...] = ()
    since: int = 0

    def token(self) -> str:
        """Return it as the signed token of an address."""
        return signing.dumps(self, salt=_SALT, compress=True)


def begin(asked: ExamSpec) -> ExamRun:
    """Begin an exam."""
    return ExamRun(uuid.uuid4().hex, asked.query, since=_now())


def read_run(token: str, asked: ExamSpec) -> ExamRun:
    """Read the signed token of an address. Raises Refused for a forged one, or one of another exam."""
    try:
        key, query, chosen, took, since = signing.loads(token[:20_000], salt=_SALT)
    except (signing.BadSignature, ValueError):
        raise Refused(_("The address is incomplete. Start the test again.")) from None
    if query != asked.query:
        raise Refused(_("These answers belong to another test. Start this test again."))
    return ExamRun(key, query, tuple(tuple(one) for one in chosen), tuple(took), since)


def answer(run: ExamRun, at: int, chosen: Sequence[int], items: Sequence[ExamItem]) -> ExamRun:
    """Answer question ``at``, counted from 0. Raises Refused, also for one that was answered."""
    if at != len(run.chosen) or at >= len(items):
        raise Refused(_("This question is already answered."))
    if any(one not in range(len(items[at].options)) for one in chosen):
        raise Refused(_("This answer does not exist. Choose one of the answers shown."))
    now = _now()
    took = min(max(now - run.since, 0), _LONGEST)
    return run._replace(chosen=(*run.chosen, tuple(sorted(set(chosen)))), took=(*run.took, took), since=now)


def _now() -> int:
    return int(timezone.now().timestamp() * 1000)


class MarkedItem(NamedTuple):
    """An answered question: the chosen options, whether they are right, and how long it took."""

    item: ExamItem
    chosen: tuple[int, ...]
    is_right: bool
    took: int


class ChapterScore(NamedTuple):
    """The score of a chapter; ``place`` is its number, empty for other questions."""

    place: str
    title: str
    right: int
    of: int
    took: int

    @property
    def share(self) -> float:
        """Return the share of right answers, from 0 to 1."""
        return self.right / self.of

    @property
    def is_weak(self) -> bool:
        """Return whether the chapter is weak."""
        return self.share < _WEAK


class ExamResult(NamedTuple):
    """The result of an exam."""

    marked: tuple[MarkedItem, ...]
    scores: tuple[ChapterScore, ...] = ()
    decks: Mapping[str, Deck] = {}

    @property
    def right(self) -> int:
        """Return how many were right."""
        return sum(one.is_right for one in self.marked)

    @property
    def took(self) -> int:
        """Return the milliseconds of all questions."""
        return sum(one.took for one in self.marked)

    @property
    def weak(self) -> list[tuple[ChapterScore, Deck | None]]:
        """Return the weak chapters with their decks, the weakest first."""
        found = [score for score in self.scores if score.is_weak]
        return [(one, self.decks.get(one.place)) for one in sorted(found, key=lambda one: (one.share, -one.of))]


def outcome_of(run: ExamRun, items: Sequence[ExamItem], asked: ExamSpec) -> ExamResult:
    """Compute the result of an exam. At most four queries."""
    text = version_of(asked.version.isoformat()).main
    rows = zip(items, run.chosen, run.took, strict=False)
    marked = tuple(MarkedItem(item, chosen, frozenset(chosen) == item.right, took) for item, chosen, took in rows)
    places = grouped((one.item.place, one) for one in marked)
    plan = outline_of(catalogue().english, text.pk)
    scores = [_score(place, some, plan.chapter(place)) for place, some in places.items()]
    ordered = tuple(sorted(scores, key=lambda score: (not score.place, score.place)))
    weak = [score.place for score in ordered if score.is_weak]
    # Written questions without a cited rule have no chapter either.
    misses_term = any(one.item.kind == Question.Kind.DEFINITION and not one.is_right for one in marked)
    return ExamResult(marked, ordered, _decks(weak, text.pk, with_glossary="" in weak and misses_term))


def _score(place: str, marked: Sequence[MarkedItem], chapter: Heading | None) -> ChapterScore:
    # A question "Which rule says this?" shows the section, as the chapter would help.
    title = f"{chapter.number} {chapter.heading}".strip() if chapter else marked[0].item.eyebrow
    right, took = sum(one.is_right for one in marked), sum(one.took for one in marked)
    return ChapterScore(place, title, right, len(marked), took)


def _decks(places: Sequence[str], edition: int, *, with_glossary: bool) -> dict[str, Deck]:
    """Return the decks of chapters by their numbers in an edition; that of the glossary by an empty number."""
    rows = Entry.objects.filter(edition=edition, number__in=places, kind__lt=Entry.Kind.TERM)
    of_rule = dict(rows.values_list("rule_id", "number"))
    decks = {
        of_rule[deck.chapter_id or 0]: deck
        for deck in Deck.objects.filter(owner=None, chapter__in=of_rule, slug__startswith="chapter-")
    }
    if with_glossary and (glossary := Deck.objects.filter(owner=None, slug="glossary").first()):
        decks[""] = glossary
    return decks


def save_result(user: User, run: ExamRun, asked: ExamSpec, outcome: ExamResult) -> None:
    """Store the result of a user. Sending it twice counts once; the oldest beyond the limit are deleted."""
    result_data: dict[str, Any] = {
        "chapters": [[one.place, one.title, one.right, one.of, one.took] for one in outcome.scores],
        "questions": [[int(one.is_right), one.took] for one in outcome.marked],
    }
    taken = TestTaken(
        user=user,
        run=uuid.UUID(run.key),
        asked=asked.params,
        count=len(outcome.marked),
        right=outcome.right,
        took=outcome.took,
        at=timezone.now(),
        outcome=result_data,
    )
    TestTaken.objects.bulk_create([taken], ignore_conflicts=True)
    oldest = TestTaken.objects.filter(user=user).values_list("pk", flat=True)[MOST_TAKEN:]
    TestTaken.objects.filter(pk__in=list(oldest)).delete()
