"""Request bodies: JSON objects with exactly the fields of a serializer."""

import json
from typing import Any

from django.http import UnreadablePostError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework.request import Request

from rulesbase.api.problems import Problem
from rulesbase.api.query_params import Fields, StrictSerializer
from rulesbase.core.content_length import stated_length


class BodySerializer(StrictSerializer):
    """A request body: a JSON object with these fields and no others."""

    kind, member = "bad-body", "field"
    unknown = gettext_lazy("The request body has no field “%(name)s”. Known fields: %(known)s.")
    needed = gettext_lazy("The field “%(name)s” is required: %(says)s")
    example: Any = {}
    most = 400_000

    @classmethod
    def of(cls, request: Request) -> dict[str, Any]:
        """Return the values of the body by field. Raises Problem."""
        raw = _raw(request, cls.most)
        if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
            raise Problem(415, "media-type", _("Send the request body as application/json."))
        try:
            found = json.loads(raw)
            # JSON can contain lone surrogates, which UTF-8 cannot encode.
            json.dumps(found, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Problem(
                400,
                "bad-body",
                _("The request body has an incomplete character (half of a surrogate pair). Remove this character."),
            ) from None
        except (ValueError, RecursionError):
            raise Problem(400, "bad-body", _("The request body is not JSON in UTF-8.")) from None
        if not isinstance(found, dict):
            raise Problem(400, "bad-body", _("The request body must be a JSON object."))
        return cls.read(found)


def body(name: str, fields: Fields, example: dict[str, Any], most: int = BodySerializer.most) -> type[BodySerializer]:
    """Create the serializer of a body. Names such as “as” cannot be attributes in a class statement."""
    return type(f"{name}Serializer", (BodySerializer,), {**fields, "example": example, "most": most})


def _raw(request: Request, most: int) -> bytes:
    """Return the bytes of a body. Raises Problem if it is too large or incomplete."""
    too_large = stated_length(request._request.META) > most
    try:
        raw = b"" if too_large else request._request.read(most + 1)
    except (UnreadablePostError, OSError):
        raise Problem(400, "bad-body", _("The request ended too early. Send it again.")) from None
    if too_large or len(raw) > most:
        raise Problem(413, "too-large", _("The request body has more than %(most)d bytes.") % {"most": most}, most=most)
    return raw
