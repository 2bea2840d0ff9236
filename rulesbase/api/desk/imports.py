"""Views of the desk API on imports in two steps: preview a file, then confirm or discard it."""

import base64
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import EDIT, may, may_import
from rulesbase.api.desk.base import DeskApi, DeskPost, cleaned
from rulesbase.api.desk.serializers import DeskImportedSerializer, DeskUploadSerializer
from rulesbase.api.problems import Problem, no_right, not_found
from rulesbase.api.query_params import Fields, StrictTextField, key
from rulesbase.api.request_body import body
from rulesbase.imports.confirm_upload import import_previewed
from rulesbase.imports.forms import ChoiceForm
from rulesbase.imports.import_file import MAX_BYTES
from rulesbase.imports.preview import REFUSED, preview
from rulesbase.imports.uploads import choose, no_upload_message, store_upload
from rulesbase.models import Upload, User

# The base64 encoding is a third larger than the file.
_MAX_BODY_BYTES = MAX_BYTES * 4 // 3 + 1024 * 1024
_SHOWN = 100
UPLOAD = body(
    "FileToImport",
    {
        "name": StrictTextField(200, 1, "The name or address of the source. It is always shown beside the text."),
        "text": StrictTextField(MAX_BYTES, 0, "The file as text. Send this or `base64`.", default=""),
        "base64": StrictTextField(_MAX_BODY_BYTES, 0, "The bytes of the file in base64.", default=""),
        "language": StrictTextField(8, 0, "The language code, if it cannot be read from the file.", default=""),
        "date": StrictTextField(10, 0, "The date of the version, if it cannot be read from the file.", default=""),
    },
    {"name": "rules.txt", "text": "100. General\n100.1. These are rules."},
    _MAX_BODY_BYTES,
)
CONFIRM = body(
    "FileToConfirm",
    {"do": ChoiceField(["import", "discard"], help_text="Import or discard the file.")},
    {"do": "discard"},
)
_KEY: Fields = {"key": key("`id` of the upload.")}


class _ImportAccess:
    """Restrict a view to users who may import in any language."""

    user: User

    def check_access(self) -> None:
        """Raise Problem if the user may not import, before a large body is read."""
        if not may_import(self.user):
            raise no_right(_("Your account does not have permission to import texts."))

    def upload(self, key: int) -> Upload:
        """Return an upload of the user. Raises Problem."""
        found = Upload.objects.filter(pk=key, user=self.user).first()
        if found is None:
            raise not_found(no_upload_message())
        return found


class DeskUploads(_ImportAccess, DeskPost):
    """Preview a file before its import."""

    body, response_serializer = UPLOAD, DeskUploadSerializer

    def act(self, data: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Upload a file and preview its import: entries, matches and problems.

        Nothing is imported yet. Confirm or discard the upload within a day.
        """
        if bool(data["text"]) == bool(data["base64"]):
            raise Problem(422, "unfit", _("Send either “text” or “base64”."))
        try:
            file_bytes = data["text"].encode() or base64.b64decode(data["base64"], validate=True)
        except ValueError:
            raise Problem(422, "unfit", _("The value of “base64” is not valid base64.")) from None
        chosen = cleaned(ChoiceForm({"language": data["language"], "date": data["date"], "encoding": ""}))
        # Store no file whose language is refused.
        with transaction.atomic():
            upload = store_upload(self.user, file_bytes, data["name"])
            choose(upload, **chosen)
        return _upload(upload, self.user)


class DeskUpload(_ImportAccess, DeskApi):
    """Preview of an upload."""

    response_serializer, path_params = DeskUploadSerializer, _KEY

    def get(self, request: Request, key: int) -> Response:
        return self.one(_upload(self.upload(key), self.user))


class DeskConfirm(_ImportAccess, DeskPost):
    """Confirm an upload."""

    body, response_serializer, path_params = CONFIRM, DeskImportedSerializer, _KEY

    def act(self, data: dict[str, Any], key: int = 0, **where: Any) -> Any:
        """Import or discard an upload."""
        upload = self.upload(key)
        if data["do"] == "discard":
            upload.delete()
            return {"status": "discarded", "source": None, "version": None, "language": None}
        try:
            return import_previewed(upload, by=self.user)
        except PermissionDenied:
            raise no_right(_("Your account does not have permission to import texts in this language.")) from None


def _upload(upload: Upload, user: User) -> dict[str, Any]:
    found = preview(upload)
    read, look, counts = found.read, found.to_look_at, found.counts
    return {
        "id": upload.pk,
        "name": upload.name,
        "sha256": upload.sha256,
        "refusal": found.refusal,
        "language": read.language if read else None,
        "version": read.date.isoformat() if read and read.date else None,
        "known": found.known is not None,
        "allowed": bool(read and may(user, EDIT, read.language)),
        "counts": counts,
        "blocked": counts[REFUSED],
        "look_at": [
            {"name": one.typed.name, "line": one.line, "state": one.state, "reasons": list(one.reasons)}
            for one in look[:_SHOWN]
        ],
        "more": max(0, len(look) - _SHOWN),
    }
