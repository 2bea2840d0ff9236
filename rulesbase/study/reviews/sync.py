"""Grades given elsewhere, sent as JSON: counted each once, whatever order and however often they come."""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.errors import Refused
from rulesbase.core.user_lock import retry_deadlocks
from rulesbase.models import Grade, Question, Studied, StudyOptions, User
from rulesbase.study.reviews.actions import GradeRequest, check, checked_key, clipped, no_grade, no_question
from rulesbase.study.reviews.limits import ReplayBudget, TryLater, day_is_full, full, room_for, too_much
from rulesbase.study.reviews.options import locked_options
from rulesbase.study.reviews.replay import ask_again, came_back, is_late, put_in_order, store, take_back, taken_back
from rulesbase.study.reviews.scheduling import PARAMETERS, state_of

# Of one request; a browser that kept more sends them in parts.
MOST_AT_ONCE = 500


@retry_deadlocks
def sync(user: User, data: Any, *, now: datetime | None = None, taken_over: bool = False) -> dict[str, Any]:
    """Count grades that were given without the server, and take back those that were undone.

    `data` is read JSON, `{grades: [{key, question, grade, at, took, text}], undone: [key]}`; `text` is the one of the
    card that was shown, as it was loaded. Returns `{applied: [key],
    refused: [{key, why, again}], states: {public id: state or null}}`: what is applied may be forgotten by the
    sender, known ones among them; `again` says that what was refused may be sent again later. The states are those
    of all cards that were named. `taken_over` allows grades from before the account was made. Raises Refused where
    the whole cannot be read; then nothing is counted.
    """
    grades, undone = _sent(data)
    now = now or timezone.now()
    refused: list[dict[str, Any]] = []
    with transaction.atomic():
        options, work = locked_options(user), ReplayBudget(user)
        questions = _questions(user, grades)
        applied = _given(options, _wanted(grades, questions, refused, taken_over), refused, work, now)
        # Taken back only now: a grade and its undoing may come together.
        for taken in _taken_back(options, undone, refused, work, now):
            applied.append(str(taken.key))
            questions[taken.question.public_id] = taken.question
        states = _states(user, questions.values())
    # The sender keeps what it sends again, the grade too of which only the undoing has to wait.
    later = {one["key"] for one in refused if one["again"]}
    return {
        "applied": [key for key in dict.fromkeys(applied) if key not in later],
        "refused": refused,
        "states": states,
    }


def state_data(studied: Studied | None) -> dict[str, Any] | None:
    """A card as JSON for a browser that goes on without the server; None where it is new."""
    if studied is None:
        return None
    return {
        **state_of(studied).as_data(),
        "due": studied.due.isoformat(),
        "reviews": studied.reviews,
        "lapses": studied.lapses,
        "version": studied.version,
        "suspended": studied.is_suspended,
        "buried_until": studied.buried_until.isoformat() if studied.buried_until else None,
        "came_back": studied.came_back_id is not None,
    }


def options_data(options: StudyOptions) -> dict[str, Any]:
    """Options as JSON, with the numbers that FSRS works with."""
    return {
        "time_zone": options.time_zone,
        "day_starts": options.day_starts,
        "new_a_day": options.new_a_day,
        "reviews_a_day": options.reviews_a_day,
        "retention": options.retention,
        "knows": options.knows.isoformat() if options.knows else None,
        "parameters": list(PARAMETERS),
    }


def _sent(data: Any) -> tuple[list[Any], list[Any]]:
    if not isinstance(data, dict):
        raise Refused(_("What was sent is no JSON object with grades."))
    grades, undone = data.get("grades", []), data.get("undone", [])
    if not isinstance(grades, list) or not isinstance(undone, list):
        raise Refused(_("“grades” and “undone” must be lists."))
    if len(grades) + len(undone) > MOST_AT_ONCE:
        raise Refused(_("Send at most %(most)d grades at once.") % {"most": MOST_AT_ONCE})
    return grades, undone


def _given(
    options: StudyOptions,
    wanted: Sequence[GradeRequest],
    refused: list[dict[str, Any]],
    work: ReplayBudget,
    now: datetime,
) -> list[str]:
    """Count grades, each once; the keys of those that are counted by now."""
    user, applied = work.user, []
    known = {grade.key: grade for grade in Grade.objects.filter(user=user, key__in=[one.key for one in wanted])}
    new: list[Grade] = []
    for one in wanted:
        try:
            check(user, one, now, known.get(one.key))
        except Refused as error:
            refused.append(_refusal(str(one.key), error))
            continue
        applied.append(one.key)
        if one.key not in known:
            known[one.key] = _row(user, one)
            new.append(known[one.key])
    seen = {one.key: one.seen for one in reversed(wanted)}
    left_out = _count(options, new, seen, work, now)
    refused += [_refusal(str(key), error) for key, error in left_out.items()]
    return [str(key) for key in applied if key not in left_out]


def _taken_back(
    options: StudyOptions, keys: Sequence[Any], refused: list[dict[str, Any]], work: ReplayBudget, now: datetime
) -> list[Grade]:
    """Take grades back, all of a card at once; those that are taken back by now."""
    named: list[tuple[Any, uuid.UUID]] = []
    for key in keys:
        try:
            named.append((key, checked_key(key)))
        except Refused as error:
            refused.append(_refusal(key, error))
    rows = Grade.objects.select_related("question").filter(user=work.user, key__in=[one for _key, one in named])
    found = {grade.key: grade for grade in rows}
    # In the order in which they were sent.
    new = [found[one] for one in dict.fromkeys(one for _key, one in named) if one in found and not found[one].undone_at]
    left = take_back(options, new, work, now) if new else {}
    late = {grade.key for grade in new if grade.question_id not in left}
    refused += [_refusal(key, no_grade()) for key, one in named if one not in found]
    refused += [_refusal(key, too_much()) for key, one in named if one in late]
    return [found[one] for _key, one in named if one in found and one not in late]


def _questions(user: User, grades: Iterable[Any]) -> dict[str, Question]:
    """The questions that are named and that this person may see, by public id."""
    named = {one["question"] for one in grades if isinstance(one, dict) and isinstance(one.get("question"), str)}
    # Some signs no database takes, not even to look for them.
    found = Question.objects.filter(public_id__in={name for name in named if name.isprintable()})
    return {question.public_id: question for question in found if question.owner_id in (None, user.pk)}


def _wanted(
    grades: Iterable[Any], questions: Mapping[str, Question], refused: list[dict[str, Any]], taken_over: bool
) -> list[GradeRequest]:
    """Read each grade; what cannot be read goes to those refused."""
    wanted = []
    for one in grades:
        key = one.get("key") if isinstance(one, dict) else None
        try:
            if not isinstance(one, dict):
                raise Refused(_("A grade must be a JSON object."))
            number = one.get("question")
            question = questions.get(number) if isinstance(number, str) else None
            if question is None:
                raise Refused(no_question())
            took, seen = one.get("took", 0), one.get("text")
            wanted.append(
                GradeRequest(
                    question,
                    _whole(one.get("grade")),
                    _moment(one.get("at")),
                    checked_key(one.get("key", "")),
                    took if isinstance(took, int) else 0,
                    taken_over,
                    seen if isinstance(seen, int) and not isinstance(seen, bool) and 0 < seen < 2**63 else None,
                )
            )
        except Refused as error:
            refused.append(_refusal(key, error))
    return wanted


def _whole(given: Any) -> int:
    # check() says what is wrong with all other numbers.
    return given if isinstance(given, int) and not isinstance(given, bool) else 0


def _moment(given: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(given)
        if moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise Refused(_("The moment of a grade must be a date and time with its zone, as ISO 8601 says it.")) from None


def _row(user: User, one: GradeRequest) -> Grade:
    return Grade(user=user, question=one.question, key=one.key, grade=one.grade, at=one.at, took=clipped(one.took))


def _count(
    options: StudyOptions, new: Sequence[Grade], seen: Mapping[uuid.UUID, int | None], work: ReplayBudget, now: datetime
) -> dict[uuid.UUID, Refused]:
    """Put new grades in their places, card by card, and write all at once; those that were left out, and why."""
    if not new:
        return {}
    user = work.user
    if refusal := day_is_full(user, len(new)):
        return {grade.key: refusal for grade in new}
    by_card: defaultdict[int, list[Grade]] = defaultdict(list)
    for grade in new:
        by_card[grade.question_id].append(grade)
    cards = {card.question_id: card for card in Studied.objects.filter(user=user, question__in=by_card)}
    begun = taken_back(user, [question for question in by_card if question not in cards])
    room = room_for(user, {one: cards[one].version if one in cards else begun.get(one, 0) for one in by_card}, len(new))
    left_out: dict[uuid.UUID, Refused] = {}
    changes = []
    for question, given in by_card.items():
        grades, card = given[: room[question]], cards.get(question)
        left_out |= {grade.key: full() for grade in given[room[question] :]}
        if not grades:
            continue
        first = min(grade.at for grade in grades)
        stored = work.stored(question, first) if is_late(card, first) else []
        if stored is None:
            left_out |= {grade.key: too_much() for grade in grades}
            continue
        was = came_back(card)
        card, changed = put_in_order(options, grades[0].question, card, grades, stored, begun.get(question, 0))
        ask_again(card, grades[0].question, [*grades, *stored], seen, was, now)
        changes.append((card, changed))
    store(changes)
    return left_out


def _states(user: User, questions: Iterable[Question]) -> dict[str, Any]:
    named = {question.pk: question.public_id for question in questions}
    cards = {card.question_id: card for card in Studied.objects.filter(user=user, question__in=named)}
    return {public_id: state_data(cards.get(key)) for key, public_id in named.items()}


def _refusal(key: object, error: Refused) -> dict[str, Any]:
    # What was no text is not sent back.
    text_key = str(key) if isinstance(key, str | uuid.UUID) else None
    return {"key": text_key, "why": str(error), "again": isinstance(error, TryLater)}
