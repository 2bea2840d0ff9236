"""Bodies of what is sent: JSON objects with the fields of a serializer and no others."""

import json
from typing import Any

from django.http import UnreadablePostError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from rulesbase.api.problems import Problem
from rulesbase.api.query_params import Fields, StrictSerializer


class BodySerializer(StrictSerializer):
    """What is sent, as JSON of at most so many bytes."""

    kind, member = "bad-body", "field"
    unknown = gettext_lazy("The body has no field “%(name)s”. It has: %(known)s.")
    needed = gettext_lazy("The field “%(name)s” is needed: %(says)s")
    example: Any = {}
    most = 400_000

    @classmethod
    def of(cls, request: Request) -> dict[str, Any]:
        """Return what was sent, by field. Raises Problem."""
        raw = _raw(request, cls.most)
        if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
            raise Problem(415, "media-type", _("Send the body as application/json."))
        try:
            found = json.loads(raw)
            # JSON can write halves of characters, which no answer can hold.
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Problem(400, "bad-body", _("The body has half a character, which is no text.")) from None
        except (ValueError, RecursionError):
            raise Problem(400, "bad-body", _("The body is no JSON in UTF-8.")) from None
        if not isinstance(found, dict):
            raise Problem(400, "bad-body", _("The body is a JSON object."))
        return cls.read(found)


def body(name: str, fields: Fields, example: dict[str, Any], most: int = BodySerializer.most) -> type[BodySerializer]:
    """Make the serializer of a body. Names such as “as” cannot be those of attributes in a class."""
    return type(f"{name}Serializer", (BodySerializer,), {**fields, "example": example, "most": most})


def _raw(request: Request, most: int) -> bytes:
    """The bytes of a body. Raises Problem where there are too many of them, or where they ended too early."""
    weight = request._request.META.get("CONTENT_LENGTH") or "0"
    too_heavy = weight.isdecimal() and int(weight) > most
    try:
        raw = b"" if too_heavy else request._request.read(most + 1)
    except (UnreadablePostError, OSError):
        raise Problem(400, "bad-body", _("What you sent ended too early. Send it again.")) from None
    if too_heavy or len(raw) > most:
        raise Problem(413, "too-large", _("The body has more than %(most)d bytes.") % {"most": most}, most=most)
    return raw
