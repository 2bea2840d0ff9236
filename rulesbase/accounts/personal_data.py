"""Personal data: its export, and its deletion with the account (see rulesbase.accounts.deletion).

Each package registers the personal data of its own tables when the program starts. A test checks that every table that
refers to accounts is registered.
"""

import bz2
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import models
from django.db.models import Q, QuerySet
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from rulesbase.accounts.mail import address_digest, within_last_hour
from rulesbase.accounts.sessions import end_sessions
from rulesbase.models import (
    ActionLog,
    Correction,
    Draft,
    OpenSession,
    ReviewComment,
    SentMail,
    TermEntry,
    Translation,
    Upload,
    User,
)


class Signature(NamedTuple):
    """Rows that stay when their author is deleted: the field of the account, and that of the former contributor."""

    model: type[models.Model]
    account: str
    former: str


class Part(NamedTuple):
    """One kind of personal data.

    ``name`` is its key in the export; ``export`` returns its JSON data. ``forget`` deletes what does not cascade from
    the account. Rows of ``signed`` stay under the number of a former contributor.
    """

    name: str
    tables: tuple[type[models.Model], ...]
    export: Callable[[User], object]
    forget: Callable[[User], object] | None = None
    signed: tuple[Signature, ...] = ()


_parts: dict[str, Part] = {}


def register(*new_parts: Part) -> None:
    """Add parts, each under its name."""
    _parts.update({part.name: part for part in new_parts})


def parts() -> tuple[Part, ...]:
    """Return all parts, in the order of registration."""
    return tuple(_parts.values())


def export_data(user: User) -> dict[str, object]:
    """Return all personal data of a user, by part."""
    return {part.name: part.export(user) for part in parts()}


_TRIES: tuple[Any, ...] = (AccessAttempt, AccessLog, AccessFailureLog)
# Entries of the admin's log on these models have the user's name in their title.
_OF_A_PERSON: tuple[Any, ...] = (User, TOTPDevice, StaticDevice)


def rows(found: QuerySet[Any], *fields: str, **named: str) -> list[dict[str, Any]]:
    """Return fields of rows for JSON; the keys of `named` are other names for fields."""
    labels = [*fields, *named]
    return [dict(zip(labels, values, strict=True)) for values in found.values_list(*fields, *named.values())]


def part(
    name: str,
    model: type[models.Model],
    owner: str,
    fields: Sequence[str],
    names: Mapping[str, str] | None = None,
    *,
    signed: bool = False,
    forget: Callable[[User], object] | None = None,
) -> Part:
    """Return the part of the rows of a table whose field ``owner`` is the user.

    ``names`` are other names of fields. ``signed`` rows stay under the number of a former contributor.
    """

    def export(user: User) -> list[dict[str, Any]]:
        return rows(model._default_manager.filter(**{owner: user}).order_by("pk"), *fields, **(names or {}))

    return Part(name, (model,), export, forget, (Signature(model, owner, "former"),) if signed else ())


def with_children(
    parents: QuerySet[Any], parent_rows: list[dict[str, Any]], name: str, children: Iterable[tuple[int, Any]]
) -> list[dict[str, Any]]:
    """Return the rows of parents, each with the list of its children, which are given by the keys of parents."""
    found: dict[int, list[Any]] = {key: [] for key in parents.values_list("pk", flat=True)}
    for key, child in children:
        found[key].append(child)
    return [{**row, name: found[key]} for key, row in zip(found, parent_rows, strict=True)]


def _account(user: User) -> dict[str, object]:
    return {
        "user_name": user.username,
        "e_mail": user.email,
        "first_name": user.first_name,
        "last_name": user.last_name,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "desk_mails": user.desk_mails,
        "active": user.is_active,
        "staff": user.is_staff,
        "superuser": user.is_superuser,
        "roles": list(user.groups.order_by("name").values_list("name", flat=True)),
        "permissions": list(user.user_permissions.order_by("codename").values_list("codename", flat=True)),
    }


def _second_factor(user: User) -> dict[str, object]:
    """Return data of devices without keys and codes, which a reader of the file could use."""
    return {
        "apps": rows(TOTPDevice.objects.filter(user=user), "name", "confirmed", "created_at", "last_used_at"),
        "backup_codes": rows(StaticDevice.objects.filter(user=user), "name", "created_at", "last_used_at"),
        "backup_codes_left": StaticToken.objects.filter(device__user=user).count(),
    }


def _attempts_of(user: User) -> Q:
    tried = Q(username__iexact=user.username)
    return tried | Q(username__iexact=user.email) if user.email else tried


def _tries(user: User) -> list[dict[str, Any]]:
    fields = ("attempt_time", "ip_address", "user_agent", "path_info")
    return [row for model in _TRIES for row in rows(model.objects.filter(_attempts_of(user)), *fields)]


def _forget_tries(user: User) -> None:
    for model in _TRIES:
        model.objects.filter(_attempts_of(user)).delete()


def _mails(user: User) -> list[dict[str, Any]]:
    # Skip expired rows instead of deleting them: under maintenance a read must not write.
    return rows(SentMail.objects.filter(within_last_hour(), digest=address_digest(user.email)), asked_for="sent_at")


def _forget_mails(user: User) -> None:
    SentMail.objects.filter(digest=address_digest(user.email)).delete()


def _administration(user: User) -> dict[str, object]:
    fields = ("action_time", "content_type__model", "object_repr", "change_message")
    return {
        "done": rows(LogEntry.objects.filter(user=user), *fields),
        "done_to_the_account": rows(_entries_about(user), "action_time", "change_message"),
    }


def _entries_about(user: User) -> QuerySet[LogEntry]:
    about = Q(pk__in=())
    for model in _OF_A_PERSON:
        owned = model.objects.filter(pk=user.pk) if model is User else model.objects.filter(user=user)
        ids = [str(pk) for pk in owned.values_list("pk", flat=True)]
        about |= Q(content_type=ContentType.objects.get_for_model(model), object_id__in=ids)
    return LogEntry.objects.filter(about)


def _forget_administration(user: User) -> None:
    _entries_about(user).update(object_repr="deleted account")


def _corrections(user: User) -> list[dict[str, Any]]:
    fields = "document verb old_date old_number new_date new_number reason made_at withdrawn_at".split()
    return rows(Correction.every.filter(Q(made_by=user) | Q(withdrawn_by=user)), *fields)


def _uploads(user: User) -> list[dict[str, Any]]:
    fields = ("name", "size", "sha256", "language", "date", "encoding", "corrections", "made_at", "touched_at")
    found = Upload.objects.filter(user=user).order_by("pk")
    contents = (b64encode(bz2.decompress(bytes(packed))).decode() for packed in found.values_list("packed", flat=True))
    return [{**row, "base64": content} for row, content in zip(rows(found, *fields), contents, strict=True)]


def register_parts() -> None:
    """Register the personal data of accounts and translations; called once, when the program starts."""
    made = (
        Signature(Correction, "made_by", "former_maker"),
        Signature(Correction, "withdrawn_by", "former_withdrawer"),
    )
    opened = {"opened": "opened_at", "last_seen": "seen_at"}
    text = {"english": "original__text", "heading": "wording__heading", "text": "wording__text"}
    translation = "language status origin revision reason made_at changed_at".split()
    action = "made_at verb language place old_status new_status reason token details".split()
    changed = {"before": "before__text", "after": "after__text"}
    term = "language term translation variants note status made_at changed_at".split()
    draft = "language heading text opened_at touched_at".split()
    register(
        Part("account", (User, User.groups.through, User.user_permissions.through), _account),
        Part("second_factor", (TOTPDevice, StaticDevice, StaticToken), _second_factor),
        part("sessions", OpenSession, "user", ("browser", "system"), opened, forget=end_sessions),
        Part("wrong_passwords", _TRIES, _tries, forget=_forget_tries),
        Part("mails_of_the_last_hour", (SentMail,), _mails, forget=_forget_mails),
        Part("administration", (LogEntry,), _administration, forget=_forget_administration),
        part("translations", Translation, "author", translation, text, signed=True),
        part(
            "comments", ReviewComment, "author", ("made_at", "text"), {"on": "translation__wording__text"}, signed=True
        ),
        part("actions", ActionLog, "author", action, changed, signed=True),
        part("terms", TermEntry, "author", term, signed=True),
        part("drafts", Draft, "user", draft, {"english": "original__text"}),
        Part("uploads", (Upload,), _uploads),
        Part("corrections", (Correction,), _corrections, signed=made),
    )
