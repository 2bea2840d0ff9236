"""The log of actions: its rows cannot be changed in the admin, by the models or in the database itself."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from rulesbase.accounts.deletion import delete_account
from rulesbase.core.database.append_only import TABLE, empty_log
from rulesbase.models import ActionLog, Translation, User
from tests.rulesbase.desk.library import ADDED, EXAMPLE
from tests.rulesbase.desk.texts import post
from tests.support.make import make_user, signed_in

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]


@pytest.fixture
def row(reviewer: Client) -> ActionLog:
    post(reviewer, ADDED, "submit", text="Un texte.")
    return ActionLog.objects.get(verb="submitted")


def test_in_the_database(row: ActionLog) -> None:
    for statement in (
        "UPDATE {table} SET reason = 'x' WHERE id = {pk}",
        "UPDATE {table} SET verb = 'saved', author_id = NULL WHERE id = {pk}",
        "UPDATE {table} SET made_at = NULL",
        "DELETE FROM {table} WHERE id = {pk}",
        "DELETE FROM {table}",
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement.format(table=TABLE, pk=row.pk))
        assert ActionLog.objects.get(pk=row.pk).reason == row.reason


def test_by_the_models(row: ActionLog) -> None:
    row.reason = "x"
    rows = ActionLog.objects.filter(pk=row.pk)
    for write in (lambda: rows.update(reason="x"), rows.delete, row.save, row.delete):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            write()
    assert ActionLog.objects.get(pk=row.pk).reason == ""


def test_examples_are_named_in_the_language_of_the_page(reviewer: Client, translator: Client) -> None:
    post(reviewer, EXAMPLE, "submit", part=2, text="Exemple : un boulanger n’a que de la farine.")
    for language, place in (("", "example 2"), ("/fr", "exemple 2"), ("/ja", "例2")):
        assert f"{EXAMPLE}@2021-03-01 {place}" in translator.get(f"{language}/curate/fr/log/").content.decode()


def test_who_leaves_is_a_number(row: ActionLog) -> None:
    user = User.objects.get(username="rene")
    former = delete_account(user)
    stored = ActionLog.objects.get(pk=row.pk)
    assert (stored.author, stored.former) == (None, former)
    assert stored.author_name.startswith("former contributor")


def test_a_text_that_goes_leaves_its_rows(row: ActionLog) -> None:
    assert row.translation is not None
    Translation.objects.filter(pk=row.translation.pk).delete()
    assert ActionLog.objects.get(pk=row.pk).translation is None


def test_only_with_the_library(row: ActionLog) -> None:
    assert row.pk
    with transaction.atomic():
        empty_log("default")
    assert not ActionLog.objects.exists()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ActionLog.objects.create(verb="saved").delete()


def test_in_the_admin(row: ActionLog) -> None:
    boss = make_user("boss", is_staff=True)
    User.objects.filter(pk=boss.pk).update(is_superuser=True)
    client = signed_in(User.objects.get(pk=boss.pk))
    for model in ("actionlog", "translation", "reviewcomment", "binding", "formercontributor"):
        assert client.get(f"/admin/rulesbase/{model}/?q=101").status_code == 200
        assert client.get(f"/admin/rulesbase/{model}/add/").status_code == 403
    for model, pk in (("actionlog", row.pk), ("translation", row.translation_id)):
        shown = client.get(f"/admin/rulesbase/{model}/{pk}/change/")
        assert shown.status_code == 200
        assert 'name="_save"' not in shown.content.decode()
        assert client.post(f"/admin/rulesbase/{model}/{pk}/change/", {"reason": "x"}).status_code == 403
        assert client.post(f"/admin/rulesbase/{model}/{pk}/delete/", {"post": "yes"}).status_code == 403
    assert ActionLog.objects.filter(pk=row.pk, reason="").exists()
