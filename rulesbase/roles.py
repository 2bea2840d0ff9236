"""Roles are groups of accounts. What each may do stands here and in migration 0002."""

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType

from rulesbase.models import User

READERS, JUDGES, CURATORS, ADMINISTRATORS = "readers", "judges", "curators", "administrators"
CURATE = "rulesbase.curate"
ROLES: dict[str, tuple[str, ...]] = {
    READERS: (),
    JUDGES: (),
    CURATORS: ("curate",),
    ADMINISTRATORS: ("curate", "add_user", "change_user", "delete_user", "view_user"),
}


def ensure_roles() -> None:
    """Make every role with its permissions where it is missing; what an administrator added stays."""
    content_type = ContentType.objects.get_for_model(User)
    for name, codenames in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.add(*Permission.objects.filter(content_type=content_type, codename__in=codenames))


def group_of(role: str) -> Group:
    """Return the group of a role; raises Group.DoesNotExist before the roles were made."""
    return Group.objects.get(name=role)
