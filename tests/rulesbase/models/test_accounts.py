"""rulesbase.User"""

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from rulesbase.models import User
from tests.support.make import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_one_address_one_account() -> None:
    for name in ("ada", "bob"):
        make_user(name)
    make_user("jane", email="jane@rules.example")
    with pytest.raises(ValidationError, match="e-mail address exists already"):
        User(username="john", email="Jane@Rules.example", password="x").full_clean()
    with pytest.raises(IntegrityError):
        make_user("john", email="JANE@rules.example")


@pytest.mark.parametrize("name", ["jane@rules.example", "jane doe", "", "jane\n"])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        User(username=name, password="x").full_clean()
    assert set(refusal.value.message_dict) == {"username"}


@pytest.mark.slow
def test_a_hash_of_old_is_made_anew_and_nothing_else(settings: LazySettings) -> None:
    settings.PASSWORD_HASHERS = [f"django.contrib.auth.hashers.{name}PasswordHasher" for name in ("MD5", "PBKDF2")]
    old = make_password("the old staple", hasher="pbkdf2_sha256")
    user = make_user("jane")
    User.objects.update(password=old)
    # Somebody signs in with it at the moment at which the link of a mail sets another.
    late = User.objects.get()
    User.objects.update(password=make_password("a quite new battery"))
    assert late.check_password("the old staple")
    user.refresh_from_db()
    assert user.check_password("a quite new battery")
    User.objects.update(password=old)
    assert User.objects.get().check_password("the old staple")
    user.refresh_from_db()
    assert user.password.startswith("md5$")
    assert user.check_password("the old staple")
    assert not user.check_password("another")
