"""The second factor of curators and in the admin."""

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.rulesbase.accounts.views.test_second_factor import enrol
from tests.support.make import make_user, signed_in

pytestmark = pytest.mark.django_db
GUARDED = ["/curate/status/", "/admin/"]


@pytest.fixture
def demanded(settings: LazySettings) -> None:
    settings.SECOND_FACTOR_DEMANDED = True


@pytest.mark.usefixtures("demanded")
@pytest.mark.parametrize("url", GUARDED)
def test_second_factor_is_demanded(client: Client, url: str) -> None:
    user = make_user("jane", "curators", is_staff=True)
    client.force_login(user)
    response = client.get(url, follow=True)
    assert response.redirect_chain[-1] == (f"/account/second-factor/?next={url}", 302)
    assert b"Set up two-factor authentication" in response.content
    enrol(client, user)
    assert client.get(url).status_code == 200
    later = signed_in(user)
    assert b"from your authenticator app" in later.get(url, follow=True).content


@pytest.mark.usefixtures("demanded")
def test_a_superuser_needs_it_too(client: Client) -> None:
    user = make_user("root", is_staff=True)
    user.is_superuser = True
    user.save()
    client.force_login(user)
    assert client.get("/admin/rulesbase/user/").headers["Location"].startswith("/admin/login/")
    assert client.get("/curate/status/").headers["Location"].startswith("/account/second-factor/")


@pytest.mark.usefixtures("demanded")
@pytest.mark.parametrize("role", ["translators-fr", "reviewers-ja", "editors-fr", "administrators"])
def test_everybody_at_the_desk_sees_the_demand(client: Client, role: str) -> None:
    client.force_login(make_user("jane", role))
    assert (
        b"Enter the code from your authenticator app, or a backup code, to open the translation desk"
        in client.get("/account/").content
    )


@pytest.mark.usefixtures("demanded")
def test_readers_need_none(client: Client) -> None:
    client.force_login(make_user("jane", "readers"))
    page = client.get("/account/")
    assert page.status_code == 200
    assert b"toast" not in page.content
