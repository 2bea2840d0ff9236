"""Makes the rows that tests need, one plain function a kind."""

from typing import Any

from django.test import Client

from rulesbase.accounts.roles import LANGUAGE_ROLES, ensure_language_roles, ensure_roles, group_of
from rulesbase.models import Entry, Rule, Translation, User

PASSWORD = "correct horse battery"


def make_user(username: str = "someone", *roles: str, email: str = "", is_staff: bool = False) -> User:
    """Return a new account with `PASSWORD` and these roles, of a language (`reviewers-fr`) or general."""
    user = User.objects.create_user(username, email, PASSWORD, is_staff=is_staff)
    if roles:
        # The roles come with a migration, but tests that empty all tables have lost them.
        ensure_roles()
        for kind, _, language in (role.partition("-") for role in roles):
            if kind in LANGUAGE_ROLES:
                ensure_language_roles(language)
        user.groups.set([group_of(role) for role in roles])
    return user


def signed_in(user: User) -> Client:
    """Return a browser of somebody."""
    client = Client()
    client.force_login(user)
    return client


def make_translation(original: int, wording: int, **fields: Any) -> Translation:
    """Return a new translation by the keys of its texts: French, by a curator, approved, unless given otherwise."""
    fields = {"language": "fr", "status": "approved", "origin": "curator", "revision": 1} | fields
    return Translation.objects.create(original_id=original, wording_id=wording, **fields)


def rule_at(number: str, date: str, language: str = "en") -> Rule:
    """Return the Rule that has a number in a version."""
    rule = Entry.objects.get(edition__version__date=date, edition__language=language, number=number).rule
    assert rule
    return rule
