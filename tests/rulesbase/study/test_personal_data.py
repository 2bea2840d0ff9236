"""Personal data of study: exported as a whole, and deleted with the account."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection

from rulesbase.accounts.deletion import delete_account
from rulesbase.accounts.personal_data import export_data
from rulesbase.models import Deck, Enrolment, Grade, Question, Studied, StudyOptions, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews import actions as reviews_actions
from tests.support.studied import NOW, make_reader, make_wording, study_everything

pytestmark = pytest.mark.django_db
TABLES: dict[type[Any], str] = {
    StudyOptions: "user",
    Deck: "owner",
    Question: "owner",
    Enrolment: "user",
    Studied: "user",
    Grade: "user",
}


def held_of(user: User) -> dict[str, int]:
    return {model.__name__: model.objects.filter(**{field: user}).count() for model, field in TABLES.items()}


def export_of(user: User) -> dict[str, list[dict[str, Any]]]:
    """The parts of study, as the file that is sent says them."""
    names = ("study_options", "decks", "own_cards", "studied_decks", "studied_cards", "grades")
    data = json.loads(json.dumps(export_data(user), cls=DjangoJSONEncoder))
    return {name: data[name] for name in names}


def study(user: User, mark: str) -> None:
    study_everything(user, NOW, mark)
    Studied.objects.filter(user=user).update(came_back=make_wording("It was so."))


@pytest.mark.parametrize("model", TABLES, ids=lambda model: model.__name__)
def test_every_column_of_a_row_is_exported(model: type[Any]) -> None:
    user = make_reader()
    study(user, "quill")
    row = model.objects.filter(**{TABLES[model]: user}).first()
    data = dict(zip(TABLES, export_of(user).values(), strict=True))[model][0]
    renamed = {"deck": "deck", "is_shared": "shared"}
    # Whose it is needs no word; keys, positions and what belongs to the rules are no matter of the person.
    unsaid = {"id", "user", "owner", "position", "slug", "chapter"}
    if model is Question:
        unsaid |= {"key", "document", "rule", "number", "day", "made_from", "level", "retired_on", "retired_why"}
    columns = {renamed.get(field.name, field.name) for field in row._meta.concrete_fields} - unsaid
    assert columns <= data.keys()


def test_nothing_is_left_and_others_lose_nothing() -> None:
    user, other = make_reader(), make_reader("other")
    study(user, "quill")
    study(other, "goose")
    shared = Deck.objects.get(owner=user)
    decks_actions.change_deck(user, shared.public_id, shared.name, shared=True)
    decks_actions.enrol(other, shared)
    common = Question.objects.get(key__startswith=f"common to {user.pk}")
    reviews_actions.grade_card(
        other, common, 3, at=NOW - timedelta(days=1), key="11111111-1111-4111-8111-111111111111", now=NOW
    )
    before = held_of(other)
    assert all(held_of(user).values())
    pk = user.pk
    delete_account(user)
    assert not any(held_of(User(pk=pk)).values())
    # The shared deck went with its owner; whatever the other remembers stays.
    assert held_of(other) == {**before, "Enrolment": before["Enrolment"] - 1}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert not [row for row in cursor.fetchall() if any("quill" in str(cell) for cell in row)], table
