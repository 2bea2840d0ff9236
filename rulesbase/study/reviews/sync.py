"""Grades sent as JSON: each is counted once, in any order and however often it is sent."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.database.user_lock import retry_deadlocks
from rulesbase.core.errors import Refused
from rulesbase.models import Grade, Question, Studied, StudyOptions, User
from rulesbase.study.decks.actions import enrol, visible
from rulesbase.study.decks.changes_deck import deck_of_changes
from rulesbase.study.reviews.actions import check, checked_key, clipped, no_grade, save_options
from rulesbase.study.reviews.forms import OptionsForm
from rulesbase.study.reviews.options import locked_options, options_of
from rulesbase.study.reviews.replay import ReplayBudget, TryLater, count_grades, request_too_large, take_back
from rulesbase.study.reviews.scheduling import schedule_of

# Of one request; a browser sends more of them in parts.
MOST_AT_ONCE = 500
# The columns of cards and of options that are sent and stored as they are.
_STATE = ("state", "step", "stability", "difficulty", "reviews", "lapses", "version")
_OPTIONS = OptionsForm.Meta.fields


@retry_deadlocks
def sync(user: User, data: Any, *, now: datetime | None = None, taken_over: bool = False) -> dict[str, Any]:
    """Count grades that were given without the server, and undo others.

    `data` is parsed JSON, `{grades: [{key, question, grade, at, took, text}], undone: [key]}`; `text` is the one of
    the card that was shown, as it was loaded. Return `{applied: [key], refused: [{key, why, again}],
    states: {public id: state or null}}`. The sender may forget what is applied, including known grades; with `again`
    it may send a refused one later. The states are those of all named cards. `taken_over` allows grades from before
    the account. Raises Refused for unreadable data; then nothing is counted.
    """
    grades, undone = _sent(data)
    with transaction.atomic():
        return _Sync(user, now or timezone.now(), taken_over).run(grades, undone)


def state_data(studied: Studied | None) -> dict[str, Any] | None:
    """Return a card as JSON data for a browser without network; None for a new one."""
    if studied is None:
        return None
    return {
        **{name: getattr(studied, name) for name in _STATE},
        "due": studied.due.isoformat(),
        "last_review": studied.last_review.isoformat() if studied.last_review else None,
        "suspended": studied.is_suspended,
        "buried_until": studied.buried_until.isoformat() if studied.buried_until else None,
        "came_back": studied.came_back_id is not None,
    }


def options_data(options: StudyOptions) -> dict[str, Any]:
    """Return options as JSON data, with the parameters of FSRS."""
    return {
        **{name: getattr(options, name) for name in _OPTIONS},
        "knows": options.knows.isoformat() if options.knows else None,
        "parameters": list(schedule_of(options).parameters),
    }


def _sent(data: Any) -> tuple[list[Any], list[Any]]:
    if not isinstance(data, dict):
        raise Refused(_("Send a JSON object with flash card grades."))
    grades, undone = data.get("grades", []), data.get("undone", [])
    if not isinstance(grades, list) or not isinstance(undone, list):
        raise Refused(_("“grades” and “undone” must be lists."))
    if len(grades) + len(undone) > MOST_AT_ONCE:
        raise Refused(_("Send at most %(most)d flash card grades at once.") % {"most": MOST_AT_ONCE})
    return grades, undone


class _Sync:
    """One request of grades, within its transaction."""

    def __init__(self, user: User, now: datetime, taken_over: bool) -> None:
        self.user, self.now, self.taken_over = user, now, taken_over
        self.options, self.budget = locked_options(user), ReplayBudget()
        self.refused: list[dict[str, Any]] = []

    def run(self, grades: Sequence[Any], undone: Sequence[Any]) -> dict[str, Any]:
        questions = self._questions(grades)
        applied = self._count(self._rows(grades, questions))
        # Undo last: a grade and its undoing may arrive together.
        taken_back, waiting = self._undo(undone)
        for taken in taken_back:
            applied.append(str(taken.key))
            questions[taken.question.public_id] = taken.question
        cards = {card.question_id: card for card in self._cards(questions.values())}
        return {
            # The sender also keeps a grade if only its undoing has to wait.
            "applied": [key for key in dict.fromkeys(applied) if key not in waiting],
            "refused": self.refused,
            "states": {public_id: state_data(cards.get(one.pk)) for public_id, one in questions.items()},
        }

    def _questions(self, grades: Iterable[Any]) -> dict[str, Question]:
        """Return the named questions that this user may see, by public id."""
        asked = (one.get("question") for one in grades if isinstance(one, dict))
        # Databases refuse some characters even in a query.
        named = {name for name in asked if isinstance(name, str) and name.isprintable()}
        found = Question.objects.visible_to(self.user).filter(public_id__in=named)
        return {question.public_id: question for question in found}

    def _cards(self, questions: Iterable[Question]) -> Iterable[Studied]:
        return Studied.objects.filter(user=self.user, question__in=questions)

    def _refuse(self, key: object, error: Refused) -> None:
        # Return only keys that are text.
        text_key = str(key) if isinstance(key, str | uuid.UUID) else None
        self.refused.append({"key": text_key, "why": str(error), "again": isinstance(error, TryLater)})

    def _rows(self, grades: Iterable[Any], questions: Mapping[str, Question]) -> list[tuple[Grade, int | None]]:
        """Read each grade, with the text that was shown; refuse the unreadable ones."""
        rows = []
        for one in grades:
            try:
                if not isinstance(one, dict):
                    raise Refused(_("A flash card grade must be a JSON object."))
                number = one.get("question")
                question = questions.get(number) if isinstance(number, str) else None
                if question is None:
                    raise Refused(_("There is no such flash card."))
                took, seen = one.get("took", 0), one.get("text")
                row = Grade(user=self.user, question=question, grade=_whole(one.get("grade")))
                row.at, row.key = _moment(one.get("at")), checked_key(one.get("key", ""))
                row.took = clipped(took if isinstance(took, int) else 0)
                rows.append((row, seen if 0 < _whole(seen) < 2**63 else None))
            except Refused as error:
                self._refuse(one.get("key") if isinstance(one, dict) else None, error)
        return rows

    def _count(self, rows: Sequence[tuple[Grade, int | None]]) -> list[str]:
        """Count grades, each once; return the keys of those that are counted by now."""
        stored = Grade.objects.filter(user=self.user, key__in=[row.key for row, _ in rows])
        known = set(stored.values_list("key", flat=True))
        applied, new, seen = [], [], dict[uuid.UUID, int]()
        for row, text in rows:
            try:
                check(self.user, row, self.now, taken_over=self.taken_over)
            except Refused as error:
                self._refuse(row.key, error)
                continue
            applied.append(row.key)
            if text:
                seen.setdefault(row.key, text)
            if row.key not in known:
                known.add(row.key)
                new.append(row)
        cards = {card.question_id: card for card in self._cards({row.question for row in new})}
        left_out = count_grades(self.options, new, cards, self.budget, self.now, seen)
        for key, refusal in left_out.items():
            self._refuse(key, refusal)
        return [str(key) for key in applied if key not in left_out]

    def _undo(self, keys: Iterable[Any]) -> tuple[list[Grade], set[str]]:
        """Undo grades, all of a card at once; return those that are undone by now, and the keys that have to wait."""
        named: dict[uuid.UUID, Any] = {}
        for key in keys:
            try:
                named[checked_key(key)] = key
            except Refused as error:
                self._refuse(key, error)
        rows = Grade.objects.select_related("question").filter(user=self.user, key__in=named)
        found = {grade.key: grade for grade in rows}
        take_back(self.options, [grade for grade in rows if not grade.undone_at], self.budget, self.now)
        undone, waiting = [], set[str]()
        for one, key in named.items():
            grade = found.get(one)
            if grade is None:
                self._refuse(key, no_grade())
            elif grade.undone_at is None:
                self._refuse(key, request_too_large())
                waiting.add(str(one))
            else:
                undone.append(grade)
        return undone, waiting


def _whole(given: Any) -> int:
    # check() refuses all other numbers.
    return given if isinstance(given, int) and not isinstance(given, bool) else 0


def _moment(given: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(given)
        if moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise Refused(_("Give the time of a flash card grade in ISO 8601, with a time zone.")) from None


def take_over(user: User, data: Any, *, now: datetime | None = None) -> dict[str, Any]:
    """Import `{grades, undone, decks: [public id], options: {...}}`, each of them optional.

    Grades may be from before the account. Options are stored only if the account has none and all of them are valid.
    Return the result of `sync`, and `decks`: those that are studied now. Raises Refused.
    """
    options = data.get("options") if isinstance(data, dict) else None
    if isinstance(options, Mapping) and not StudyOptions.objects.filter(user=user).exists():
        # Form fields read text only.
        given = {name: "" if options[name] is None else str(options[name]) for name in _OPTIONS if name in options}
        known = StudyOptions(user=user)
        save_options(user, {name: getattr(known, name) for name in _OPTIONS} | given)
        # The changes since the day that the user knows become a deck of the account.
        deck_of_changes(options_of(user))
    counted = sync(user, data, now=now, taken_over=True)
    return {**counted, "decks": _enrolled(user, data.get("decks", []))}


def _enrolled(user: User, names: object) -> list[str]:
    """Study decks; leave out those that were deleted or unshared since."""
    # Databases refuse some characters even in a query.
    asked = [name for name in names if isinstance(name, str) and name.isprintable()] if isinstance(names, list) else []
    found = list(visible(user).filter(public_id__in=asked))
    for deck in found:
        enrol(user, deck)
    return [deck.public_id for deck in found]
