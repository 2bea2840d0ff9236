"""Questions follow their rules; questions of reworded rules are asked again."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.models import Deck, DeckQuestion, Entry, Question, Rule, Source, Studied, User
from rulesbase.study.questions.follow_version import REMOVED, TAKEN_IN, follow, last_made
from rulesbase.study.questions.make_questions import make_questions
from rulesbase.study.questions.render import shown
from rulesbase.study.reviews.actions import grade_card
from rulesbase.study.update import update_study
from tests.rulesbase.study.authored.asked import FIRST, OTHER, REWORDED, SECOND, TAIL
from tests.support.make import make_user
from tests.support.texts import Book, Place, sentence

pytestmark = pytest.mark.django_db


def bring(*versions: Book) -> list[CatalogueVersion]:
    """Import books; return their versions."""
    for book in versions:
        import_source(book.bytes(), name="rules.txt")
    return [catalogue().find(str(book.date)) for book in versions]


def begin(book: Book) -> None:
    """Import a book and make its questions."""
    make_questions(*bring(book))


def about(number: str) -> list[Question]:
    """Return the questions of a place that are asked now."""
    return list(Question.objects.filter(number=number, retired_on=None).exclude(kind="changed").order_by("kind", "key"))


def learn(user: User, questions: list[Question]) -> None:
    """Let somebody know questions well: due in ten days."""
    now = timezone.now()
    for question in questions:
        Studied.objects.create(
            user=user,
            question=question,
            state=Studied.State.REVIEW,
            stability=30.0,
            difficulty=5.0,
            due=now + timedelta(days=10),
            last_review=now - timedelta(days=20),
            reviews=3,
            version=3,
            learnt_from=question.made_from,
        )


def back() -> set[str]:
    """Return the public ids of the questions that came back."""
    return set(Studied.objects.filter(came_back__isnull=False).values_list("question__public_id", flat=True))


@pytest.fixture
def user() -> User:
    return make_user("reader")


def test_questions_of_renumbered_rules_follow_them(user: User) -> None:
    begin(FIRST)
    before = about("201.2")
    assert before
    learn(user, list(Question.objects.all()))
    (second,) = bring(SECOND)
    followed = follow(second)
    make_questions(second)
    assert followed.renumbered >= 5
    assert (followed.changed, followed.back, followed.retired) == (0, 0, 0)
    assert [question.pk for question in about("201.3")] == [question.pk for question in before]
    assert not Studied.objects.filter(due__lt=timezone.now()).exists()
    result = shown(about("201.3"))
    assert {one.citations[0].number for one in result} == {"201.3"}
    assert {one.citations[0].href for one in result} == {"/rules/2012-03-01/201.3/"}


@pytest.mark.slow
def test_what_says_something_else_comes_back_with_the_difference(user: User) -> None:
    _first, second = bring(FIRST, SECOND)
    make_questions(second)
    learn(user, list(Question.objects.all()))
    then = about("201.3")
    old = then[0].made_from
    (third,) = bring(REWORDED)
    followed = follow(third)
    assert {question.public_id for question in then} == back()
    assert followed.changed == followed.back == len(then)
    assert {row.came_back for row in Studied.objects.filter(due__lte=timezone.now())} == {old}
    make_questions(third)
    asked = {question.pk: question for question in about("201.3")}
    (one, *_) = shown(list(asked.values()), came_back={pk: old for pk in asked if old})
    assert "nine" in one.difference
    assert "<del>" in one.difference
    assert shown(list(asked.values()))[0].difference == ""
    # Again: nothing more happens.
    again = follow(third)
    assert (again.changed, again.back) == (0, 0)


def test_a_change_that_was_taken_back_before_it_was_seen_is_withdrawn(user: User) -> None:
    begin(SECOND)
    for question in about("201.3"):
        grade_card(user, question, 4, at=timezone.now(), key=uuid.uuid4())
    due = dict(Studied.objects.values_list("question", "due"))
    (third,) = bring(REWORDED)
    follow(third)
    make_questions(third)
    assert back()
    (fourth,) = bring(SECOND.dated(2014))
    followed = follow(fourth)
    assert followed.withdrawn > 0
    assert back() == set()
    assert dict(Studied.objects.values_list("question", "due")) == due


@pytest.mark.slow
def test_a_removed_rule_is_retired_and_comes_to_life_again(user: User) -> None:
    begin(FIRST)
    gone = about("201.4")
    learn(user, gone)
    stored = [Place("one"), Place("two", TAIL), Place("three"), Place("five")]
    (second,) = bring(FIRST.dated(2012).with_chapter(201, *stored))
    followed = follow(second)
    make_questions(second)
    rows = Question.objects.filter(pk__in=[question.pk for question in gone])
    assert {(row.retired_on, row.retired_why) for row in rows} == {(second.date, REMOVED)}
    assert followed.retired >= len(gone)
    assert not DeckQuestion.objects.filter(question__in=rows).exists()
    assert Studied.objects.filter(question__in=rows).count() == len(gone)
    (third,) = bring(FIRST.dated(2014))
    follow(third)
    make_questions(third)
    assert {row.retired_on for row in rows.all()} == {None}


def test_a_rule_that_another_took_in_is_retired_with_that_reason() -> None:
    begin(FIRST)
    gone = [question.pk for question in about("201.4")]
    stored = [Place("one"), Place("two", TAIL), Place("three", sentence("four")), Place("five")]
    (second,) = bring(FIRST.dated(2012).with_chapter(201, *stored))
    follow(second)
    assert set(Question.objects.filter(pk__in=gone).values_list("retired_why", flat=True)) == {TAKEN_IN}


def test_of_a_rule_that_was_cut_each_question_goes_with_its_sentence(user: User) -> None:
    begin(FIRST)
    of_tail = [q for q in about("201.2") if _sentence(q) == TAIL]
    assert of_tail
    learn(user, about("201.2"))
    cut = Place("two", "", children=(Place("tail"),))
    book = FIRST.dated(2012).with_chapter(201, Place("one"), cut, Place("three"), Place("four"), Place("five"))
    import_source(book.write().replace(f"201.2a {sentence('tail')}", f"201.2a {TAIL}").encode(), name="rules.txt")
    second = catalogue().find(str(book.date))
    followed = follow(second)
    make_questions(second)
    assert (followed.changed, followed.back) == (0, 0)
    assert {q.number for q in Question.objects.filter(pk__in=[q.pk for q in of_tail])} == {"201.2a"}
    assert {q.retired_on for q in Question.objects.filter(pk__in=[q.pk for q in of_tail])} == {None}


def _sentence(question: Question) -> str:
    start, end = question.data.get("sentence") or question.data.get("quote") or (0, 0)
    return question.made_from.text[start:end] if question.made_from else ""


@pytest.mark.slow
def test_a_version_that_comes_in_between_changes_nothing(user: User) -> None:
    _first, third = bring(FIRST, SECOND)
    make_questions(third)
    learn(user, list(Question.objects.all()))
    asked = Question.objects.exclude(kind="changed")
    places = dict(asked.values_list("pk", "number"))
    bring(REWORDED.dated(2011))
    updated = update_study()
    assert updated
    assert (updated.followed.changed, updated.followed.back, updated.made.retired) == (0, 0, 0)
    assert dict(asked.values_list("pk", "number")) == places


def test_a_corrected_text_is_weighed_like_a_new_one(user: User) -> None:
    begin(SECOND)
    learn(user, list(Question.objects.all()))
    then = {question.public_id for question in about("201.3")}
    import_source(SECOND.write().replace(TAIL, OTHER).encode(), name="corrected.txt")
    second = catalogue().find(str(SECOND.date))
    followed = follow(second)
    assert then == back()
    assert followed.changed == len(then)
    make_questions(second)
    assert follow(second).back == 0


def test_rules_are_found_again_by_day_and_number(user: User) -> None:
    begin(FIRST)
    learn(user, list(Question.objects.all()))
    keys = set(Question.objects.values_list("key", flat=True))
    # Every Rule becomes another row with another id, as after a lineage that was computed from nothing.
    for rule in list(Rule.objects.all()):
        successor = Rule.objects.create()
        Entry.objects.filter(rule=rule).update(rule=successor)
        rule.changes.all().delete()
        rule.delete()
    assert not Question.objects.exclude(rule=None).exists()
    (second,) = bring(SECOND)
    followed = follow(second)
    made = make_questions(second)
    assert (followed.retired, made.retired, followed.back) == (0, 0, 0)
    assert not Question.objects.filter(rule=None).exists()
    assert keys.isdisjoint(Question.objects.values_list("key", flat=True))
    assert Studied.objects.filter(question__retired_on=None).count() == len(keys)


def test_updating_twice_is_updating_once() -> None:
    bring(FIRST, REWORDED)
    assert update_study()
    decks = list(DeckQuestion.objects.order_by("deck", "position").values_list("deck", "question", "position"))
    again = update_study()
    assert again
    assert (again.made.new, again.made.refreshed, again.made.retired) == (0, 0, 0)
    assert list(DeckQuestion.objects.order_by("deck", "position").values_list("deck", "question", "position")) == decks
    assert Deck.objects.filter(slug__startswith="chapter-").exists()
    assert str(last_made()) == "2013-03-01"


def test_an_import_that_is_taken_back_is_followed_backwards(user: User) -> None:
    bring(SECOND)
    update_study()
    learn(user, list(Question.objects.all()))
    bring(REWORDED)
    update_study()
    assert back()
    undo_import(Source.objects.get(edition__version__date=REWORDED.date))
    updated = update_study()
    assert updated
    assert updated.made.version == "2012-03-01"
    assert back() == set()
    assert {q.day for q in Question.objects.filter(retired_on=None)} == {SECOND.date}


def test_a_future_version_waits_for_its_day() -> None:
    bring(FIRST)
    update_study()
    coming = SECOND.dated(timezone.localdate().year + 2)
    bring(coming)
    updated = update_study()
    assert updated
    assert updated.made.version == "2010-03-01"
