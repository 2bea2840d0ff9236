"""/account/sign-out/"""

import pytest
from django.test import Client

from tests.support.make import make_user

pytestmark = pytest.mark.django_db


def test_it_works(client: Client) -> None:
    client.force_login(make_user())
    assert client.post("/account/sign-out/").headers["Location"] == "/"
    assert client.get("/account/").status_code == 302


def test_a_link_does_not_sign_out(client: Client) -> None:
    client.force_login(make_user())
    assert client.get("/account/sign-out/").status_code == 405
    assert client.get("/account/").status_code == 200
