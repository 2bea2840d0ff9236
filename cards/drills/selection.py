"""Select name questions: those that games raise, and few that teach the same."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from cards.drills.levels import PAST
from cards.drills.question_templates import OFF_BATTLEFIELD, ProposedQuestion
from cards.drills.verify_question import DrawnQuestion
from cards.engine.types import QuestionKind

# Of the questions on older rules, one in this many may have the answer of today: these count as one lesson.
_SAME_ANSWER = 10
_SAME_ANSWER_LESSON = "same answer as today"
# Of all questions, one in this many may be about the same states of other cards.
_SAME_STATES = 16
# Few rules on names changed, so that questions on older rules repeat more.
_SAME_STATES_PAST = 8
_MOST_COMPARED = 2


def is_worth_asking(proposed: ProposedQuestion, right: str) -> bool:
    """Return whether a question has something to decide."""
    foreign = sum(one.phrase == "printed" for one in proposed.objects)
    if proposed.template == "english-printed" or foreign > 1:
        # Which card a printed name means is looked up, and few people read two more languages.
        return False
    if proposed.template == "english-state":
        # A card with one name has it everywhere, unless it is face down or melded.
        return right != proposed.objects[0].name
    if proposed.kind is QuestionKind.DIFFERENT and len(proposed.objects) > _MOST_COMPARED:
        # Effects count the names of permanents, not of cards in several zones.
        return all(one.phrase not in OFF_BATTLEFIELD for one in proposed.objects)
    return True


@dataclass
class Variety:
    """The lessons of the questions chosen so far. Few questions may teach the same."""

    total: int = 0
    counts: Counter[str] = field(default_factory=Counter)

    def has_room(self, one: DrawnQuestion, *, is_patient: bool = True) -> bool:
        """Return whether a question may join the others: few have taught its lessons.

        Without patience, other questions on the same states do not count, so that a draw ends.
        """
        return all(
            self.counts[lesson] * share <= self.total or (not is_patient and lesson != _SAME_ANSWER_LESSON)
            for lesson, share in _lessons(one)
        )

    def add(self, one: DrawnQuestion) -> None:
        """Count a question."""
        self.total += 1
        self.counts.update(lesson for lesson, _share in _lessons(one))


def _lessons(one: DrawnQuestion) -> Iterator[tuple[str, int]]:
    """Yield what a question teaches, with N: one question in N may teach it."""
    if one.level == PAST and one.today is None:
        yield _SAME_ANSWER_LESSON, _SAME_ANSWER
    phrases = sorted(each.phrase for each in one.proposed.objects)
    # Printed names are different facts for each card. All else is the same for other cards in the same states.
    if "printed" not in phrases and "printed" not in one.proposed.values:
        lesson = " ".join((one.proposed.template, one.proposed.details.get("with", ""), *phrases))
        yield lesson, _SAME_STATES_PAST if one.level == PAST else _SAME_STATES
