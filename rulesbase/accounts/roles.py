"""Roles, stored as groups. Their permissions are defined here and in migrations 0002 and 0005.

Each translation language has three roles. ``translators-fr`` write and submit. ``reviewers-fr`` also approve and send
back. ``editors-fr`` also import, undo, and edit in bulk. Curators may do all of it in every language.
"""

import re

from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.utils.translation import gettext_lazy

from rulesbase.core.languages import language_word
from rulesbase.models import User

READERS, JUDGES, CURATORS, ADMINISTRATORS = "readers", "judges", "curators", "administrators"
CURATE = "rulesbase.curate"
ROLES: dict[str, tuple[str, ...]] = {
    READERS: (),
    JUDGES: (),
    CURATORS: ("curate",),
    ADMINISTRATORS: ("curate", "add_user", "change_user", "delete_user", "view_user"),
}
TRANSLATE, REVIEW, EDIT = "translate", "review", "edit"
# Names of the permissions of a language in the admin.
VERBS = {TRANSLATE: "Can translate", REVIEW: "Can review translations", EDIT: "Can import and edit many texts"}
LANGUAGE_ROLES = {
    "translators": (TRANSLATE,),
    "reviewers": (TRANSLATE, REVIEW),
    "editors": (TRANSLATE, REVIEW, EDIT),
}
# Names for people. Other groups, made by an administrator, show their own name.
_WORDS = {
    READERS: gettext_lazy("reader"),
    JUDGES: gettext_lazy("judge"),
    CURATORS: gettext_lazy("curator"),
    ADMINISTRATORS: gettext_lazy("administrator"),
    "translators": gettext_lazy("translator"),
    "reviewers": gettext_lazy("reviewer"),
    "editors": gettext_lazy("editor"),
}
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def ensure_roles() -> None:
    """Create missing roles and add missing permissions; permissions that an administrator added stay."""
    content_type = ContentType.objects.get_for_model(User)
    for name, codenames in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        group.permissions.add(*Permission.objects.filter(content_type=content_type, codename__in=codenames))


def ensure_language_roles(language: str) -> None:
    """Create the missing roles of a language. Raises ValueError for an invalid language code."""
    if not _LANGUAGE.fullmatch(language) or language == "en":
        raise ValueError(f"{language!r} is not a language of translations")
    content_type = ContentType.objects.get_for_model(User)
    made = {
        verb: Permission.objects.get_or_create(
            content_type=content_type, codename=f"{verb}_{language}", defaults={"name": f"{name}: {language}"}
        )[0]
        for verb, name in VERBS.items()
    }
    for role, verbs in LANGUAGE_ROLES.items():
        group, new = Group.objects.get_or_create(name=f"{role}-{language}")
        if new:
            group.permissions.add(*(made[verb] for verb in verbs))


def group_of(role: str) -> Group:
    """Return the group of a role. Raises Group.DoesNotExist before the roles are created."""
    return Group.objects.get(name=role)


def role_word(role: str) -> tuple[str, str]:
    """Return the name of a role for people, and that of its language or an empty text."""
    kind, _, language = role.partition("-")
    if language and kind not in LANGUAGE_ROLES:
        return role, ""
    return str(_WORDS.get(kind, role)), language_word(language) if language else ""


def may(user: User | AnonymousUser, verb: str, language: str) -> bool:
    """Return whether this person may translate, review or edit texts of a language."""
    return user.has_perm(CURATE) or user.has_perm(f"rulesbase.{verb}_{language}")


def may_at_desk(user: User | AnonymousUser) -> bool:
    """Return whether this person has any right at the desk, in any language."""
    return bool(_verbs(user))


def may_import(user: User | AnonymousUser) -> bool:
    """Return whether this person may import texts in any language."""
    return EDIT in _verbs(user)


def _verbs(user: User | AnonymousUser) -> set[str]:
    """Return what this person may do in some language; curators may do everything in all of them."""
    if not user.is_authenticated:
        return set()
    if user.has_perm(CURATE):
        return set(VERBS)
    return {verb for permission in user.get_all_permissions() if (verb := _verb(permission))}


def _verb(permission: str) -> str:
    """Return the verb of a permission for a language; empty for other permissions."""
    verb, _, language = permission.removeprefix("rulesbase.").partition("_")
    return verb if verb in VERBS and language and permission.startswith("rulesbase.") else ""


def languages_of(user: User | AnonymousUser, verb: str, of: list[str]) -> list[str]:
    """Return those of the languages ``of`` in which this person has this right."""
    return [language for language in of if may(user, verb, language)]
