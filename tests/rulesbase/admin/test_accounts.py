"""/admin/rulesbase/user/: administrators keep accounts, and cannot lift themselves above their role."""

import pytest
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.test import Client

from rulesbase.accounts.deletion import delete_account
from rulesbase.accounts.roles import EDIT, REVIEW, may
from rulesbase.admin.accounts import UserAdmin
from rulesbase.models import ActionLog, OpenSession, User
from tests.rulesbase.accounts.life import live
from tests.rulesbase.accounts.test_deletion import traces_of
from tests.support.make import make_user

pytestmark = pytest.mark.django_db
LIST = "/admin/rulesbase/user/"


@pytest.fixture
def administrator(client: Client) -> User:
    user = make_user("admin", "administrators", is_staff=True)
    client.force_login(user)
    return user


def form_of(user: User, **more: object) -> dict[str, object]:
    """Return the form of an account with some values changed."""
    joined = user.date_joined
    dates = {"date_joined_0": f"{joined:%Y-%m-%d}", "date_joined_1": f"{joined:%H:%M:%S}"}
    return {"username": user.username, "is_active": "on", **dates, **more}


@pytest.mark.usefixtures("administrator")
def test_an_administrator_adds_an_account(client: Client) -> None:
    form = {"username": "jane", "password1": "correct horse battery", "password2": "correct horse battery"}
    response = client.post(f"{LIST}add/", {**form, "usable_password": "true"})
    jane = User.objects.get(username="jane")
    assert response.headers["Location"] == f"{LIST}{jane.pk}/change/"


def test_no_administrator_makes_a_superuser(client: Client, administrator: User) -> None:
    form = form_of(administrator, is_staff="on", is_superuser="on", first_name="Ann")
    assert client.post(f"{LIST}{administrator.pk}/change/", form).status_code == 302
    administrator.refresh_from_db()
    assert administrator.first_name == "Ann"
    assert not administrator.is_superuser


@pytest.mark.usefixtures("administrator")
@pytest.mark.parametrize("page", ["delete", "password"])
def test_no_administrator_touches_a_superuser(client: Client, page: str) -> None:
    root = User.objects.create_superuser("root", password="correct horse battery")
    assert client.post(f"{LIST}{root.pk}/{page}/", {"post": "yes"}).status_code == 403
    bulk = {"action": "delete_selected", "_selected_action": [root.pk], "post": "yes"}
    client.post(LIST, bulk)
    assert User.objects.filter(username="root").exists()


def test_curators_see_no_accounts(client: Client) -> None:
    client.force_login(make_user("jane", "curators", is_staff=True))
    assert client.get("/admin/").status_code == 200
    assert client.get(LIST).status_code == 403


@pytest.mark.usefixtures("administrator")
def test_an_administrator_gives_roles_of_a_language(client: Client) -> None:
    jane = make_user("jane", "readers")
    form = form_of(jane, groups=[Group.objects.get(name="reviewers-fr").pk])
    assert client.post(f"{LIST}{jane.pk}/change/", form).status_code == 302
    jane = User.objects.get(pk=jane.pk)
    assert may(jane, REVIEW, "fr")
    assert not may(jane, EDIT, "fr")
    assert not may(jane, REVIEW, "ja")


@pytest.mark.usefixtures("administrator")
@pytest.mark.parametrize("bulk", [False, True])
def test_an_administrator_deletes_as_the_owner_would(client: Client, bulk: bool) -> None:
    owner = Client()
    user = live(owner)
    if bulk:
        form = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
        assert client.post(LIST, form).status_code == 302
    else:
        assert client.get(f"{LIST}{user.pk}/delete/").status_code == 200
        assert client.post(f"{LIST}{user.pk}/delete/", {"post": "yes"}).status_code == 302
    assert traces_of(user) == set()
    assert ActionLog.objects.get().former is not None
    assert owner.get("/account/").status_code == 302


@pytest.mark.usefixtures("administrator")
@pytest.mark.parametrize("page", ["change", "password"])
def test_an_account_that_went_does_not_come_back(client: Client, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    """Its owner deletes it between the look of the admin and its save."""
    jane = make_user("jane")
    looked = UserAdmin.get_object

    def gone(self: UserAdmin, request: HttpRequest, object_id: str, from_field: str | None = None) -> User | None:
        found = looked(self, request, object_id, from_field)
        delete_account(jane)
        return found

    monkeypatch.setattr(UserAdmin, "get_object", gone)
    form = form_of(jane, password1="battery horse", password2="battery horse", usable_password="true")
    status = client.post(f"{LIST}{jane.pk}/{page}/", form).status_code
    # The first page is one transaction, which takes back what it saw of the owner here too.
    assert (status, User.objects.filter(username="jane").exists()) == (
        (404, True) if page == "change" else (302, False)
    )


@pytest.mark.usefixtures("administrator")
def test_it_changes_no_password_by_a_form_that_counts_nothing(client: Client) -> None:
    """An open session alone must not allow endless tries."""
    assert client.get("/admin/password_change/").headers["Location"] == "/account/password/"
    assert client.post("/admin/password_change/").status_code == 405


@pytest.mark.usefixtures("administrator")
def test_signing_out_there_is_signing_out(client: Client) -> None:
    client.get("/admin/")
    assert OpenSession.objects.count() == 1
    assert client.get("/admin/logout/").status_code == 405
    # On that page a script takes what study stored in the browser.
    assert client.post("/admin/logout/").headers["Location"] == "/account/sign-in/"
    assert client.get("/account/").status_code == 302
    assert not OpenSession.objects.exists()
