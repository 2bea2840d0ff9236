"""Imports in two steps, for programs: a file is looked at first, then confirmed or thrown away."""

import base64
import binascii
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import EDIT, may, may_import
from rulesbase.api.desk.base import DeskApi, DeskPost, checked
from rulesbase.api.desk.schemas import DeskImportedSerializer, DeskUploadSerializer
from rulesbase.api.problems import Problem, missing
from rulesbase.api.query_params import Fields, StrictTextField, key
from rulesbase.api.request_body import body
from rulesbase.imports.confirm_upload import NotAllowed, import_looked_at
from rulesbase.imports.forms import ChoiceForm
from rulesbase.imports.import_file import LARGEST
from rulesbase.imports.preview import Preview, preview
from rulesbase.imports.uploads import CannotUpload, choose, keep_upload
from rulesbase.models import Upload, User

# Beside the file: base64 takes a third more.
_HEAVIEST = LARGEST * 4 // 3 + 1024 * 1024
_SHOWN = 100
UPLOAD = body(
    "FileToImport",
    {
        "name": StrictTextField(200, 1, "A name or an address; it is shown beside the text for ever."),
        "text": StrictTextField(LARGEST, 0, "The file as text. Send this or `base64`.", default=""),
        "base64": StrictTextField(_HEAVIEST, 0, "The bytes of the file in base64.", default=""),
        "language": StrictTextField(8, 0, "What you know better than the file: a code such as fr.", default=""),
        "date": StrictTextField(10, 0, "What you know better than the file: the day of the version.", default=""),
    },
    {"name": "rules.txt", "text": "100. General\n100.1. These are rules."},
    _HEAVIEST,
)
CONFIRM = body(
    "FileToConfirm",
    {"do": ChoiceField(["import", "discard"], help_text="Import it, or throw it away.")},
    {"do": "discard"},
)
_KEY: Fields = {"key": key("`id` of the upload.")}


class _Importing:
    """Who may import in any language."""

    user: User

    def let_in(self) -> bool:
        """Whether the person may import at all. Raises Problem; nothing was read by then, and a body may be large."""
        if not may_import(self.user):
            raise Problem(403, "no-right", _("Your account may not import texts."))
        return True

    def upload(self, key: int) -> Upload:
        """An upload of this person. Raises Problem."""
        found = Upload.objects.filter(pk=key, user=self.user).first()
        if found is None:
            raise missing(_("You have no such upload; one that nobody touched for a day is gone."))
        return found


class DeskUploads(_Importing, DeskPost):
    """Look at a file before it is imported."""

    body, answers = UPLOAD, DeskUploadSerializer

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Look at a file: which entries it has, what they would become, and what stands in the way.

        Nothing is imported yet. It waits for a day to be confirmed or thrown away.
        """
        user = self.user
        data = _bytes(said)
        chosen = checked(ChoiceForm({"language": said["language"], "date": said["date"], "encoding": ""}))
        upload = keep_upload(user, data, said["name"])
        choose(upload, **chosen)
        return _upload(upload, user)


class DeskUpload(_Importing, DeskApi):
    """What would become of an upload."""

    answers, path_params = DeskUploadSerializer, _KEY

    def get(self, request: Request, key: int) -> Response:
        """What would become of an upload."""
        return self.one(_upload(self.upload(key), self.user))


class DeskConfirm(_Importing, DeskPost):
    """Confirm an upload."""

    body, answers, path_params = CONFIRM, DeskImportedSerializer, _KEY

    def act(self, said: dict[str, Any], key: int = 0, **where: Any) -> Any:
        """Import what was looked at, or throw it away."""
        upload = self.upload(key)
        if said["do"] == "discard":
            upload.delete()
            return {"status": "discarded", "source": None, "version": None, "language": None}
        try:
            return import_looked_at(upload, by=self.user)
        except NotAllowed:
            raise Problem(403, "no-right", _("Your account may not import texts of this language.")) from None


def _bytes(said: dict[str, Any]) -> bytes:
    if bool(said["text"]) == bool(said["base64"]):
        raise CannotUpload(_("Send either “text” or “base64”."))
    try:
        return said["text"].encode() if said["text"] else base64.b64decode(said["base64"], validate=True)
    except (binascii.Error, ValueError):
        raise Problem(422, "unfit", _("“base64” is no base64.")) from None


def _upload(upload: Upload, user: User) -> dict[str, Any]:
    found: Preview = preview(upload)
    read = found.read
    look = found.to_look_at
    return {
        "id": upload.pk,
        "name": upload.name,
        "sha256": upload.sha256,
        "refusal": found.refusal,
        "language": read.language if read else None,
        "version": read.date.isoformat() if read and read.date else None,
        "known": found.known is not None,
        "allowed": bool(read and may(user, EDIT, read.language)),
        "counts": {state: found.count(state) for state in ("bound", "doubt", "unbound", "skipped", "refused", "plain")},
        "blocked": found.blocked,
        "look_at": [
            {"name": one.typed.name, "line": one.line, "state": one.state, "reasons": list(one.reasons)}
            for one in look[:_SHOWN]
        ],
        "more": max(0, len(look) - _SHOWN),
    }
