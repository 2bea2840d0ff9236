"""Roles as migrations 0002 and 0005 make them, and who may do what in which language."""

import pytest
from django.contrib.auth.models import AnonymousUser, Group

from rulesbase.accounts.roles import (
    LANGUAGE_ROLES,
    ROLES,
    VERBS,
    ensure_language_roles,
    ensure_roles,
    languages_of,
    may,
    may_at_desk,
)
from rulesbase.models import User
from tests.support.make import make_user

pytestmark = pytest.mark.django_db


def rights() -> dict[str, set[str]]:
    return {group.name: set(group.permissions.values_list("codename", flat=True)) for group in Group.objects.all()}


def test_migration_and_code_agree() -> None:
    general = {role: set(codenames) for role, codenames in ROLES.items()}
    at_desk = {
        f"{role}-{language}": {f"{verb}_{language}" for verb in verbs}
        for language in ("fr", "ja")
        for role, verbs in LANGUAGE_ROLES.items()
    }
    assert rights() == general | at_desk


def test_lost_roles_come_back_and_added_rights_stay() -> None:
    Group.objects.get(name="curators").delete()
    judges = Group.objects.get(name="judges")
    judges.permissions.add(*Group.objects.get(name="administrators").permissions.filter(codename="view_user"))
    ensure_roles()
    assert rights()["curators"] == {"curate"}
    assert rights()["judges"] == {"view_user"}


def test_a_new_language_gets_its_roles() -> None:
    ensure_language_roles("zh-Hans")
    ensure_language_roles("zh-Hans")
    assert rights()["reviewers-zh-Hans"] == {"translate_zh-Hans", "review_zh-Hans"}


@pytest.mark.parametrize("language", ["en", "", "no such", "fr\n"])
def test_no_roles_for_what_is_no_language_of_translations(language: str) -> None:
    with pytest.raises(ValueError, match="not a language of translations"):
        ensure_language_roles(language)


ALLOWED = {
    ("translators-fr", "fr"): {"translate"},
    ("reviewers-fr", "fr"): {"translate", "review"},
    ("editors-fr", "fr"): {"translate", "review", "edit"},
    ("curators", "fr"): set(VERBS),
    ("curators", "ja"): set(VERBS),
    ("administrators", "fr"): set(VERBS),
    ("administrators", "ja"): set(VERBS),
}


@pytest.mark.parametrize("language", ["fr", "ja"])
@pytest.mark.parametrize("role", [*ROLES, *(f"{role}-fr" for role in LANGUAGE_ROLES)])
def test_each_role_may_do_its_own_in_its_language(role: str, language: str) -> None:
    user = make_user("jane", role)
    assert {verb for verb in VERBS if may(user, verb, language)} == ALLOWED.get((role, language), set())


def test_who_has_work_at_the_desk() -> None:
    assert may_at_desk(make_user("jane", "translators-ja"))
    assert may_at_desk(make_user("jack", "curators"))
    assert not may_at_desk(make_user("john", "readers"))
    assert not may_at_desk(AnonymousUser())
    root = User.objects.create_superuser("root")
    assert languages_of(root, "review", ["fr", "ja"]) == ["fr", "ja"]
