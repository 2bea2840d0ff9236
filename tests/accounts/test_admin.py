"""/admin/rulesbase/user/: administrators keep accounts, and cannot lift themselves above their role."""

import pytest
from django.test import Client

from rulesbase.models import User
from tests.make import make_user

pytestmark = pytest.mark.django_db
LIST = "/admin/rulesbase/user/"


@pytest.fixture
def administrator(client: Client) -> User:
    user = make_user("admin", "administrators", is_staff=True)
    client.force_login(user)
    return user


@pytest.mark.usefixtures("administrator")
def test_it_works(client: Client) -> None:
    form = {"username": "jane", "password1": "correct horse battery", "password2": "correct horse battery"}
    response = client.post(f"{LIST}add/", {**form, "usable_password": "true"})
    jane = User.objects.get(username="jane")
    assert response.headers["Location"] == f"{LIST}{jane.pk}/change/"


def test_no_administrator_makes_a_superuser(client: Client, administrator: User) -> None:
    url = f"{LIST}{administrator.pk}/change/"
    form = {"username": "admin", "is_active": "on", "is_staff": "on", "is_superuser": "on"}
    joined = administrator.date_joined
    form |= {
        "date_joined_0": f"{joined:%Y-%m-%d}",
        "date_joined_1": f"{joined:%H:%M:%S}",
        "first_name": "Ann",
    }
    assert client.post(url, form).status_code == 302
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
