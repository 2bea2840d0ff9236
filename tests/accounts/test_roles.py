"""Roles as migration 0002 makes them."""

import pytest
from django.contrib.auth.models import Group

from rulesbase.roles import ROLES, ensure_roles

pytestmark = pytest.mark.django_db


def rights() -> dict[str, set[str]]:
    return {group.name: set(group.permissions.values_list("codename", flat=True)) for group in Group.objects.all()}


def test_migration_and_code_agree() -> None:
    assert rights() == {role: set(codenames) for role, codenames in ROLES.items()}


def test_lost_roles_come_back_and_added_rights_stay() -> None:
    Group.objects.get(name="curators").delete()
    judges = Group.objects.get(name="judges")
    judges.permissions.add(*Group.objects.get(name="administrators").permissions.filter(codename="view_user"))
    ensure_roles()
    assert rights()["curators"] == {"curate"}
    assert rights()["judges"] == {"view_user"}
