"""manage.py ensure_curator"""

import re

import pytest
from django.test import Client

from rulesbase.models import User
from tests.support.commands import output_of
from tests.support.make import make_user

pytestmark = pytest.mark.django_db


def run() -> str:
    return output_of("ensure_curator")


def test_it_works_once(client: Client) -> None:
    printed = re.fullmatch(r"New account: curator   password: (\S{16})   \(shown only now\)\n", run())
    assert printed
    form = {"username": "curator", "password": printed[1], "next": "/admin/"}
    assert client.post("/account/sign-in/", form).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    curator = User.objects.get()
    assert curator.has_perm("rulesbase.curate")
    assert not curator.has_perm("rulesbase.add_user")
    assert not curator.is_superuser
    assert run() == ""


def test_nothing_is_printed_when_an_account_exists() -> None:
    make_user("jane")
    assert run() == ""
    assert User.objects.count() == 1
