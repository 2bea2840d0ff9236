"""An account that is deleted while other windows of it store something: they are shown, and nothing of it is left."""

import json
import uuid
from collections.abc import Iterator
from functools import partial

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import resolve
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from rulesbase.accounts.api_tokens import make_token
from rulesbase.accounts.deletion import delete_account
from rulesbase.api.desk import base as desk_base
from rulesbase.models import ApiToken, User
from tests.rulesbase.accounts.leaving import SIGN_IN, left_of
from tests.rulesbase.study.reviews.test_at_once import together
from tests.site.access.library import fill
from tests.site.access.places import CURATOR, known, places
from tests.site.security.page_forms import Sent, forms_in
from tests.support.databases import Databases, inside
from tests.support.make import PASSWORD, make_user

pytestmark = pytest.mark.postgres

ROUNDS = 4
NOTE = {"at": "201.2", "lang": "en", "note": "Mine."}
TOKEN = {"name": "mine", "scope": "read", "days": "30", "password": PASSWORD}
WATCH = {"kind": "rule", "value": "201.2"}


@pytest.fixture
def facts(databases: Databases, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, str]]:
    """Lend a database that threads share and in which nothing is rolled back, and say what stands where in it."""
    with django_db_blocker.unblock():
        name = databases.copy("reachable", fill=fill)
        with inside(name):
            yield known()


@pytest.fixture
def leaving(settings: LazySettings) -> None:
    """Delete the account of each request as its view begins."""
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.rulesbase.accounts.leaving.LeftMeanwhile"]


def window(user: User) -> Client:
    """A browser in which somebody is signed in; errors come as answers."""
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def send(browser: Client, path: str, sent: dict[str, str] | str) -> int:
    """Send a form or data; the status of the answer."""
    if isinstance(sent, str):
        return browser.post(path, sent, content_type="application/json").status_code
    return browser.post(path, sent).status_code


def typed(form: Sent, own: dict[str, str]) -> dict[str, str]:
    """A form with a word in each field that is empty."""
    return {name: own.get(name, value or "Word") for name, value in form.fields}


@pytest.mark.usefixtures("leaving")
@pytest.mark.parametrize(
    ("path", "sent"),
    [
        ("/study/notes/add/", NOTE),
        ("/study/decks/make/", {"name": "Mine"}),
        ("/study/options/", {"time_zone": "UTC", "new_a_day": "9"}),
        ("/study/decks/choose/", {"deck": "{deck}"}),
        ("/study/booth/aside/", {"question": "{question}", "how": "suspend"}),
        ("/study/lists/", {"name": "Mine"}),
        ("/study/questions/suggest/", {"text": "Ask something about names."}),
        ("/account/watches/add/", WATCH),
        ("/account/watches/", {"frequency": "weekly", "language": "en"}),
        ("/account/tokens/", TOKEN),
        ("/account/delete/", {"password": PASSWORD, "sure": "on"}),
        ("/curate/fr/{rule}/draft/", {"text": "Un mot", "base": "0", "saves": "0"}),
        ("/curate/fr/{rule}/", {"verb": "submit", "text": "Un mot", "base": "0", "seen": ""}),
        ("/curate/import/", {"text": "100. General\n100.1. Words.", "name": "x"}),
    ],
)  # fmt: skip
def test_the_late_window_is_asked_who_it_is(facts: dict[str, str], path: str, sent: dict[str, str]) -> None:
    user = make_user("late", "curators", "readers")
    browser = window(user)
    answer = browser.post(path.format_map(facts), {name: value.format_map(facts) for name, value in sent.items()})
    assert (answer.status_code, answer.headers.get("Location")) == (302, SIGN_IN)
    assert "The account is deleted" in browser.get(SIGN_IN).content.decode()
    assert left_of(user.pk) == []


@pytest.mark.usefixtures("leaving")
def test_scripts_and_programs_get_an_error(facts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user("late", "curators", "readers")
    grade = {"key": str(uuid.uuid4()), "question": facts["question"], "grade": 3, "at": timezone.now().isoformat()}
    sent = json.dumps({"grades": [grade]})
    answer = window(user).post("/study/sync/", sent, content_type="application/json")
    assert (answer.status_code, answer.json()) == (401, {"error": "Sign in first."})
    assert left_of(user.pk) == []
    user = make_user("later", "curators", "readers")
    secret = make_token(user, "bot", "write", 30).secret

    def used(token: ApiToken) -> None:
        delete_account(token.user)

    monkeypatch.setattr(desk_base, "note_use", used)
    body = {"text": "Un mot.", "as": "draft", "base": 0}
    headers = {"authorization": f"Bearer {secret}", "idempotency-key": "run"}
    output = Client().post("/api/v1/desk/texts/fr/201.1/save/", body, content_type="application/json", headers=headers)
    assert (output.status_code, output.json()["type"].rpartition("#")[2]) == (401, "problem-no-token")
    assert left_of(user.pk) == []


@pytest.mark.slow
def test_so_is_every_form_that_stands_in_a_page(facts: dict[str, str], settings: LazySettings) -> None:
    ada = window(User.objects.get(username=CURATOR))
    forms = {
        form
        for place in places(facts)
        if place.by == CURATOR and (answer := ada.get(place.address)).status_code == 200
        for form in forms_in(place.address, answer.content)
        if form.method == "post" and not form.address.startswith("/admin/")
    }
    settings.MIDDLEWARE = [*settings.MIDDLEWARE, "tests.rulesbase.accounts.leaving.LeftMeanwhile"]
    own = {"password": PASSWORD, "at": "201.2", "value": "201.2", "what": "201.2"}
    wrong, asked = [], 0
    # One of each view and set of fields.
    kinds = {(resolve(one.address).view_name, tuple(name for name, _ in one.fields)): one for one in sorted(forms)}
    for form in kinds.values():
        user = make_user("late", "curators", "readers")
        answer = window(user).post(form.address, typed(form, own))
        asked += answer.headers.get("Location") == SIGN_IN
        if answer.status_code >= 500 or left_of(user.pk):
            wrong.append((answer.status_code, form))
    assert not wrong, wrong
    assert asked > 15


@pytest.mark.slow
def test_windows_at_the_same_moment(facts: dict[str, str]) -> None:
    """Whichever comes first, all of it is stored and goes with the account, or nothing is."""
    for at in range(ROUNDS):
        user = make_user(f"at-once-{at}", "curators", "readers")
        grade = {"question": facts["question"], "grade": 3, "at": timezone.now().isoformat()}
        grades = {"grades": [grade | {"key": str(uuid.uuid4())} for _ in range(3)]}
        leave, page = {"password": PASSWORD, "sure": "on"}, f"/curate/fr/{facts['rule']}/"
        words = {"text": f"Un mot {at}", "base": "0", "seen": ""}
        writes: list[tuple[str, dict[str, str] | str]] = [
            ("/account/delete/", leave),
            ("/account/delete/", leave),
            ("/study/notes/add/", NOTE),
            ("/account/tokens/", TOKEN),
            ("/account/watches/add/", WATCH),
            ("/study/decks/make/", {"name": "Mine"}),
            ("/study/sync/", json.dumps(grades)),
            (f"{page}draft/", words | {"saves": "0"}),
            (page, words | {"verb": "submit"}),
            ("/account/sign-in/", {"username": user.username, "password": PASSWORD}),
        ]
        # Signed in before, as everybody is whose session is known; but for who signs in just now.
        browsers = [
            window(user) if path != "/account/sign-in/" else Client(raise_request_exception=False)
            for path, _sent in writes
        ]
        for browser in browsers[:-1]:
            browser.get("/account/")
        answers: list[tuple[str, int]] = []

        def write(
            browser: Client, path: str, sent: dict[str, str] | str, data: list[tuple[str, int]] = answers
        ) -> None:
            data.append((path, send(browser, path, sent)))

        jobs = [partial(write, browser, *what) for browser, what in zip(browsers, writes, strict=True)]
        assert together(jobs) == []
        assert not [one for one in answers if one[1] >= 500], answers
        assert left_of(user.pk) == []
