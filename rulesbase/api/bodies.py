"""Bodies of what is sent: described once, for the reader of the schema and for the check of what comes."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework.request import Request

from rulesbase.api.params import ANYTHING
from rulesbase.api.problems import Problem
from rulesbase.engine.days import day_said
from rulesbase.engine.storable import is_storable

Schema = dict[str, Any]
_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "array": (list,),
    "null": (type(None),),
}


class Field(NamedTuple):
    """A field of a body: its JSON Schema says what is taken; ``otherwise`` stands for one that is not sent."""

    name: str
    schema: Schema
    says: str
    required: bool = False
    otherwise: Any = None


class Body(NamedTuple):
    """What is sent: an object with these fields and no others, as JSON of at most so many bytes."""

    name: str
    fields: tuple[Field, ...]
    example: Mapping[str, Any]
    most: int = 400_000

    @property
    def schema(self) -> Schema:
        """For the schema of the API."""
        properties = {field.name: field.schema | {"description": field.says} for field in self.fields}
        return {
            "type": "object",
            "properties": properties,
            "required": sorted(field.name for field in self.fields if field.required),
            "additionalProperties": False,
            "example": dict(self.example),
        }

    def read(self, request: Request, raw: bytes) -> dict[str, Any]:
        """What was sent, by field. Raises Problem."""
        return _checked(self, _data(request, raw))


def words(most: int, least: int = 0) -> Schema:
    """A text of some length."""
    return {"type": "string", "maxLength": most, "pattern": ANYTHING} | ({"minLength": least} if least else {})


def or_nothing(schema: Schema) -> Schema:
    """The same, or null."""
    return schema | {"type": [schema["type"], "null"]}


KEY: Schema = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
REVISION: Schema = {"type": "integer", "minimum": 0, "maximum": 1_000_000}


# ---- Reading ----


def raw_body(request: Request, most: int) -> bytes:
    """The bytes of a body. Raises Problem where there are too many of them, or where they ended too early."""
    weight = request._request.META.get("CONTENT_LENGTH") or "0"
    try:
        raw = b"" if weight.isdecimal() and int(weight) > most else request._request.read(most + 1)
    except (UnreadablePostError, OSError):
        raise Problem(400, "bad-body", _("What you sent ended too early. Send it again.")) from None
    if len(raw) > most or (weight.isdecimal() and int(weight) > most):
        raise Problem(413, "too-large", _("The body has more than %(most)d bytes.") % {"most": most}, most=most)
    return raw


def json_of(raw: bytes) -> Any:
    """A body as data. Raises Problem, also for halves of characters, which JSON can write and no answer can hold."""
    try:
        found = json.loads(raw)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Problem(400, "bad-body", _("The body has half a character, which is no text.")) from None
    except (ValueError, RecursionError):
        raise Problem(400, "bad-body", _("The body is no JSON in UTF-8.")) from None
    return found


def _data(request: Request, raw: bytes) -> dict[str, Any]:
    if (request.content_type or "").partition(";")[0].strip().lower() != "application/json":
        raise Problem(415, "media-type", _("Send the body as application/json."))
    found = json_of(raw)
    if not isinstance(found, dict):
        raise Problem(400, "bad-body", _("The body is a JSON object."))
    return found


def _checked(body: Body, sent: dict[str, Any]) -> dict[str, Any]:
    known = [field.name for field in body.fields]
    unknown = sorted(set(sent) - set(known))
    if unknown:
        told = _("The body has no field “%(name)s”. It has: %(known)s.")
        raise _bad(unknown[0][:60], told % {"name": unknown[0][:60], "known": ", ".join(known)}, known=known)
    found: dict[str, Any] = {}
    for field in body.fields:
        if field.name in sent:
            found[field.name] = _value(field.name, field.schema, sent[field.name])
        elif field.required:
            told = _("The field “%(name)s” is needed: %(says)s")
            raise _bad(field.name, told % {"name": field.name, "says": field.says}, example=dict(body.example))
        else:
            found[field.name] = field.otherwise
    return found


def _bad(name: str, detail: str, **more: Any) -> Problem:
    return Problem(400, "bad-body", detail, field=name, **more)


def _value(name: str, schema: Schema, sent: Any) -> Any:
    kinds: Sequence[str] = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    # In JSON 1.0 is a whole number as well as 1 is.
    if isinstance(sent, float) and sent.is_integer():
        sent = int(sent)
    if not any(_is(kind, sent) for kind in kinds):
        told = _("“%(name)s” is of another kind: %(kinds)s.")
        raise _bad(name, told % {"name": name, "kinds": ", ".join(kinds)})
    if "enum" in schema and sent not in schema["enum"]:
        told = _("“%(name)s” can be: %(known)s.")
        raise _bad(name, told % {"name": name, "known": ", ".join(map(str, schema["enum"]))}, known=schema["enum"])
    if isinstance(sent, str):
        return _text(name, schema, sent)
    if isinstance(sent, list):
        if not schema.get("minItems", 0) <= len(sent) <= schema["maxItems"]:
            told = _("“%(name)s” has %(count)d values; at most %(most)d are taken.")
            raise _bad(name, told % {"name": name, "count": len(sent), "most": schema["maxItems"]})
        return [_value(name, schema["items"], one) for one in sent]
    if isinstance(sent, int) and "minimum" in schema and not schema["minimum"] <= sent <= schema["maximum"]:
        told = _("“%(name)s” is a whole number from %(least)d to %(most)d.")
        raise _bad(name, told % {"name": name, "least": schema["minimum"], "most": schema["maximum"]})
    return sent


def _is(kind: str, sent: Any) -> bool:
    return isinstance(sent, _TYPES[kind]) and (kind == "boolean") == isinstance(sent, bool)


def _text(name: str, schema: Schema, sent: str) -> Any:
    if len(sent) > schema.get("maxLength", len(sent)):
        told = _("“%(name)s” is %(length)d letters long; at most %(most)d are taken.")
        raise _bad(name, told % {"name": name, "length": len(sent), "most": schema["maxLength"]})
    if len(sent) < schema.get("minLength", 0):
        raise _bad(name, _("“%(name)s” is empty.") % {"name": name})
    if not is_storable(sent):
        raise _bad(name, _("“%(name)s” has a null byte.") % {"name": name})
    pattern = schema.get("pattern", ANYTHING)
    if pattern != ANYTHING and not re.fullmatch(pattern.strip("^$"), sent, re.ASCII):
        raise _bad(name, _("“%(name)s” looks like %(pattern)s.") % {"name": name, "pattern": pattern})
    if schema.get("format") == "date":
        day = day_said(sent)
        if day is None:
            raise _bad(name, _("“%(name)s” is a day such as 2011-09-30.") % {"name": name})
        return day
    return sent
