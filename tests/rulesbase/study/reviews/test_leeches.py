"""Leeches: forgotten often, each beside the rule that is most like it."""

from types import SimpleNamespace
from typing import Any

import pytest

from rulesbase.models import Question, Rule, Studied, User
from rulesbase.study.reviews import leeches
from tests.support.studied import NOW, make_questions, make_wording, remember

pytestmark = pytest.mark.django_db


def as_ids(questions: list[Question]) -> list[Any]:
    """The made-up questions have no text to show."""
    return [SimpleNamespace(public_id=one.public_id) for one in questions]


def test_a_leech_is_named_with_what_it_is_confused_with(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leeches, "shown", as_ids)
    questions = make_questions(3, "leech")
    texts = (
        "At dusk a keeper may light a lantern in the harbour.",
        "At dawn a keeper may light a lantern in the harbour.",
        "Boats are painted blue every seventh year by their owners.",
    )
    for question, text in zip(questions, texts, strict=True):
        Question.objects.filter(pk=question.pk).update(rule=Rule.objects.create(), made_from=make_wording(text))
    remember(user, questions, NOW)
    assert leeches.leeches(user) == []
    Studied.objects.filter(question__in=(questions[0], questions[2])).update(lapses=leeches.LAPSES)
    found = {leech.card.public_id: leech.confused_with for leech in leeches.leeches(user)}
    like = found[questions[0].public_id]
    assert like is not None
    assert like.public_id == questions[1].public_id
    assert found[questions[2].public_id] is None
