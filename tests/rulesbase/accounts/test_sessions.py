"""/account/sessions/: where somebody is signed in, and how they end it."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from rulesbase.models import OpenSession, User
from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.django_db
URL = "/account/sessions/"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.0 Mobile/15E148 Safari/604.1"
)


def signed_in(user: User, agent: str) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/account/sign-in/", {"username": user.username, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def test_sessions_are_listed_and_ended() -> None:
    jane = make_user("jane")
    laptop, phone, other = signed_in(jane, LAPTOP), signed_in(jane, PHONE), signed_in(make_user("john"), LAPTOP)
    page = laptop.get(URL).content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert page.count("now (this session)") == 1
    row = OpenSession.objects.get(user=jane, system="iPhone")
    # Others cannot end it.
    assert (other.post(f"{URL}{row.pk}/end/").status_code, is_in(phone)) == (404, True)
    assert laptop.post(f"{URL}{row.pk}/end/").headers["Location"] == URL
    assert [is_in(client) for client in (laptop, phone, other)] == [True, False, True]
    assert "Safari on iPhone" not in laptop.get(URL).content.decode()


def test_all_others_at_once() -> None:
    jane = make_user("jane")
    here, *others = (signed_in(jane, LAPTOP) for _ in range(4))
    john = signed_in(make_user("john"), LAPTOP)
    assert here.post(f"{URL}end/").headers["Location"] == URL
    assert [is_in(client) for client in (here, *others, john)] == [True, False, False, False, True]
    assert OpenSession.objects.filter(user=jane).count() == 1
    assert Session.objects.count() == 2


def test_a_sign_out_and_a_new_password_leave_no_row() -> None:
    jane = make_user("jane")
    here, there = signed_in(jane, LAPTOP), signed_in(jane, PHONE)
    there.post("/account/sign-out/")
    assert [row.browser for row in OpenSession.objects.all()] == ["Firefox"]
    new = "a longer staple of letters"
    here.post("/account/password/", {"old_password": PASSWORD, "new_password1": new, "new_password2": new})
    assert is_in(here)
    row = OpenSession.objects.get()
    assert row.session_key == here.session.session_key


def test_no_address_and_no_version_is_stored() -> None:
    client = Client(headers={"user-agent": LAPTOP}, REMOTE_ADDR="203.0.113.7")
    client.force_login(make_user("jane"))
    client.get("/account/")
    row = OpenSession.objects.values().get()
    assert "203.0.113" not in repr(row) + Session.objects.get().session_data
    # A moment and a random key may have these figures too.
    answer = [value for name, value in row.items() if isinstance(value, str) and name != "session_key"]
    assert answer
    assert "140" not in " ".join(answer)


def test_last_seen_is_written_once_in_a_while() -> None:
    client = signed_in(make_user("jane"), LAPTOP)
    row = OpenSession.objects.get()
    with CaptureQueriesContext(connection) as queries:
        client.get("/help/marks/")
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []
    session = client.session
    session["noted"] = (row.session_key, 0)
    session.save()
    client.get("/help/marks/")
    later = OpenSession.objects.get()
    assert later.pk == row.pk
    assert later.seen_at > row.seen_at


def test_sessions_that_ran_out_are_not_shown() -> None:
    jane = make_user("jane")
    here, lost = signed_in(jane, LAPTOP), signed_in(jane, PHONE)
    Session.objects.filter(pk=lost.session.session_key).delete()
    old = signed_in(jane, PHONE)
    OpenSession.objects.filter(session_key=old.session.session_key).update(seen_at=timezone.now() - timedelta(days=15))
    assert "iPhone" not in here.get(URL).content.decode()


def test_strangers_leave_no_trace(client: Client) -> None:
    client.get("/help/marks/")
    client.get("/account/sign-in/")
    assert not OpenSession.objects.exists()
    assert not Session.objects.exists()
