"""/account/delete/: nothing of a person is left in any table."""

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import RulingTie
from rulesbase.accounts.deletion import delete_account
from rulesbase.models import (
    ActionLog,
    Correction,
    Draft,
    FormerContributor,
    ReviewComment,
    State,
    TermEntry,
    Translation,
    User,
)
from rulesbase.web.rate_limits.limits import visits_left
from tests.rulesbase.accounts.life import ADDRESS, NAME, PLACE, live
from tests.support.make import PASSWORD, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
URL = "/account/delete/"
FORM = {"password": PASSWORD, "sure": "on"}


def all_cells() -> Iterator[tuple[str, str]]:
    """Return table and content of every cell of the database, sessions as they read."""
    with connection.cursor() as cursor:
        for table in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from ((table, str(cell)) for row in cursor.fetchall() for cell in row)
    yield from (("sessions", repr(session.get_decoded())) for session in Session.objects.all())


def traces(*words: str) -> set[str]:
    """Return the tables in which any of the words stands."""
    return {table for table, cell in all_cells() if any(word.casefold() in cell.casefold() for word in words)}


def traces_of(user: User) -> set[str]:
    return traces(NAME, ADDRESS, "quill", PLACE, user.password)


def test_a_deleted_account_leaves_no_trace(client: Client) -> None:
    user = live(client)
    pk, before = user.pk, State.objects.values_list("generation", flat=True).first()
    assert {"rulesbase_user", "axes_accessattempt", "axes_accesslog", "django_admin_log"} <= traces_of(user)
    page = client.post(URL, FORM)
    assert traces_of(user) == set()
    assert client.get("/account/").status_code == 302
    former = FormerContributor.objects.get()
    assert str(former) in page.content.decode()
    assert "no-store" in page.headers["Cache-Control"]
    for model in (Translation, ReviewComment, ActionLog, TermEntry):
        assert [(row.author_id, row.former_id) for row in model.objects.all()] == [(None, former.pk)]
    assert Correction.objects.get().former_maker == former
    assert RulingTie.objects.get().former_withdrawer == former
    assert not Draft.objects.exists()
    assert str(pk) not in [session.get_decoded().get("_auth_user_id") for session in Session.objects.all()]
    assert State.objects.get().generation == (before or 1) + 1


def test_a_reader_leaves_nothing_at_all(client: Client) -> None:
    user = make_user("jane", "readers", email="jane@rules.example")
    elsewhere = Client()
    for one in (client, elsewhere):
        one.force_login(user)
        one.get("/account/")
    assert b"All your data were deleted" in client.post(URL, FORM).content
    assert elsewhere.get("/account/").status_code == 302
    assert traces("jane") == set()
    assert not Session.objects.exists()
    assert not FormerContributor.objects.exists()


def test_each_gets_a_number_of_their_own() -> None:
    for name in ("jane", "john"):
        user = make_user(name)
        ActionLog.objects.create(verb="saved", author=user)
        delete_account(user)
    assert len({str(row.former) for row in ActionLog.objects.all()}) == 2


def test_cached_pages_are_stale_and_counters_stay(settings: LazySettings) -> None:
    """Pages go by the generation; a cache that was emptied would forget the waits after wrong passwords."""
    memory = {"BACKEND": "rulesbase.web.cache.memory.MemoryCache", "LOCATION": "delete"}
    settings.CACHES = {"default": memory, "counts": memory}
    tries = [visits_left("sign-ins-of-account:ada", 9, 3600) for _ in range(3)]
    for name in ("jane", "john"):
        before = State.objects.values_list("generation", flat=True).first() or 0
        delete_account(make_user(name))
        assert State.objects.get().generation > before
    assert [*tries, visits_left("sign-ins-of-account:ada", 9, 3600)] == [8, 7, 6, 5]


def test_it_waits_for_its_turn_before_it_touches_anything() -> None:
    """An approval takes the content lock first; another order would deadlock."""
    user = make_user("jane")
    ActionLog.objects.create(verb="saved", author=user)
    with CaptureQueriesContext(connection) as asked:
        delete_account(user)
    output = [query["sql"] for query in asked if "SAVEPOINT" not in query["sql"]]
    turn = State._meta.db_table
    assert turn in output[0]
    assert min(at for at, sql in enumerate(output) if turn not in sql) > max(
        at for at, sql in enumerate(output[:4]) if turn in sql
    )


@pytest.mark.parametrize("form", [{"password": "wrong", "sure": "on"}, {"password": PASSWORD}, {"sure": "on"}, {}])
def test_an_account_is_not_deleted_without_password_and_consent(client: Client, form: dict[str, str]) -> None:
    client.force_login(make_user("jane"))
    assert b'class="error"' in client.post(URL, {**form, "x": "y"}).content
    assert User.objects.filter(username="jane").exists()


def test_looking_deletes_nothing(client: Client) -> None:
    assert client.post(URL, FORM).headers["Location"] == f"/account/sign-in/?next={URL}"
    client.force_login(make_user("jane"))
    assert client.get(URL, FORM).status_code == 200
    assert Client(enforce_csrf_checks=True).post(URL, FORM).status_code in (302, 403)
    assert User.objects.exists()
