"""rulesbase.User"""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from rulesbase.models import User
from tests.make import make_user

pytestmark = pytest.mark.django_db


def test_one_address_one_account() -> None:
    make_user("jane", email="jane@rules.example")
    with pytest.raises(IntegrityError):
        make_user("john", email="JANE@rules.example")


def test_many_accounts_without_address() -> None:
    make_user("jane")
    make_user("john")
    assert User.objects.filter(email="").count() == 2


def test_form_says_so() -> None:
    make_user("jane", email="jane@rules.example")
    with pytest.raises(ValidationError, match="e-mail address exists already"):
        User(username="john", email="Jane@Rules.example", password="x").full_clean()


@pytest.mark.parametrize("name", ["jane@rules.example", "jane doe", "", "jane\n"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        User(username=name, password="x").full_clean()
    assert set(refusal.value.message_dict) == {"username"}
