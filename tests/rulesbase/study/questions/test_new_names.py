"""Two questions that come to ask the same become one, and nothing that hangs on the other is lost."""

import pytest

from rulesbase.models import DeckQuestion, Question, QuestionNote, Rule, Studied
from rulesbase.study.questions.follow_version import rename_keys
from rulesbase.study.questions.make_questions import key_of
from tests.support.studied import NOW, make_deck, make_questions, make_reader, remember

pytestmark = pytest.mark.django_db


def test_of_two_that_become_one_decks_notes_and_memories_stay() -> None:
    user, rule = make_reader(), Rule.objects.create()
    other, stays = make_questions(2)
    Question.objects.filter(pk=stays.pk).update(key=key_of("cloze", rule.public_id, ()), rule=rule)
    other.rule = rule
    alone, both = make_deck("Alone", [other], owner=user), make_deck("Both", [stays, other], owner=user)
    remember(user, [other], NOW)
    QuestionNote.objects.create(kind="report", question=other, text="It is wrong.", author=user)
    rename_keys([other])
    assert list(Question.objects.all()) == [stays]
    for deck in (alone, both):
        assert list(DeckQuestion.objects.filter(deck=deck).values_list("question", flat=True)) == [stays.pk]
    assert Studied.objects.get(user=user).question == stays
    assert QuestionNote.objects.get().question == stays
