"""Parameters of addresses: described once, for the reader of the schema and for the check of what is sent."""

import datetime
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import django_filters
from django.http import QueryDict
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter

from rulesbase.api.problems import wrong
from rulesbase.engine.days import day_said
from rulesbase.engine.storable import is_storable

Schema = dict[str, Any]
LONGEST = 200
MOST_A_PAGE, A_PAGE = 200, 50
# Whatever a person types; a null byte no database takes. Programs that test APIs put the length into `[^\u0000]*`: of
# 33 million signs that takes them seconds to compile, each time. This one they leave as it is.
ANYTHING = r"^([^\u0000]+)?$"


class Param(NamedTuple):
    """A parameter: its JSON Schema says what is taken. Of an array the values are joined by commas or repeated."""

    name: str
    schema: Schema
    says: str
    required: bool = False
    repeated: bool = False
    example: Any = None

    def described(self) -> OpenApiParameter:
        """For the schema of the API."""
        several_values = self.schema["type"] == "array"
        return OpenApiParameter(
            self.name,
            self.schema | ({"example": self.example} if self.example is not None else {}),
            OpenApiParameter.QUERY,
            required=self.required,
            description=self.says,
            style="form" if several_values else None,
            explode=self.repeated if several_values else None,
        )


def text(longest: int = LONGEST) -> Schema:
    """Any text."""
    return {"type": "string", "maxLength": longest, "pattern": ANYTHING}


def some_text() -> Schema:
    """Any text but none."""
    return {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": ANYTHING}


def like(pattern: str) -> Schema:
    """A text of a form."""
    return {"type": "string", "pattern": f"^{pattern}$"}


def one_of(*values: str) -> Schema:
    """One of some words."""
    return {"type": "string", "enum": list(values)}


def several(of: Schema, most: int) -> Schema:
    """Some values."""
    return {"type": "array", "items": of, "minItems": 1, "maxItems": most}


def whole(least: int, most: int) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
VERSION = r"(latest|[12]\d{3}(-\d\d-\d\d)?)"

LIMIT = Param("limit", whole(1, MOST_A_PAGE), "How many items a page has.", example=10)
CURSOR = Param(
    "cursor",
    like(r"[A-Za-z0-9_:=-]{1,1200}"),
    "Where the page begins: taken from `next` of the page before. Never made by hand.",
)


def fields_param(names: Collection[str]) -> Param:
    """Sparse fields: the names that there are."""
    return Param("fields", several(one_of(*names), len(names)), "Only these fields, separated by commas.")


def languages_param(says: str) -> Param:
    """Languages, separated by commas."""
    return Param("lang", like(r"[a-z]{2,3}(,[a-z]{2,3}){0,3}"), says, example="en")


# ---- Reading what is sent ----


def read(params: Iterable[Param], query: QueryDict) -> dict[str, Any]:
    """The values by name; what is not sent is left out. Raises Problem for what is unknown or cannot be used."""
    known = {param.name: param for param in params}
    for name in query:
        if name not in known:
            told = _("There is no parameter “%(name)s” here. There are: %(known)s.")
            names = ", ".join(known) or _("none")
            raise wrong(name[:60], told % {"name": name[:60], "known": names}, known=list(known))
    found: dict[str, Any] = {}
    for name, param in known.items():
        if name in query:
            found[name] = _value(param, query.getlist(name))
        elif param.required:
            raise wrong(name, _("The parameter “%(name)s” is needed: %(says)s") % {"name": name, "says": param.says})
    return found


def _value(param: Param, sent: list[str]) -> Any:
    if param.schema["type"] != "array":
        if len(sent) > 1:
            raise wrong(param.name, _("The parameter “%(name)s” is sent twice.") % {"name": param.name})
        return _single(param.name, param.schema, sent[0])
    parts = sent if param.repeated else [part for one in sent for part in one.split(",")]
    most = param.schema["maxItems"]
    if len(parts) > most:
        told = _("“%(name)s” has %(count)d values; at most %(most)d are taken at once.")
        raise wrong(param.name, told % {"name": param.name, "count": len(parts), "most": most}, most=most)
    return [_single(param.name, param.schema["items"], part) for part in parts]


def _single(name: str, schema: Schema, sent: str) -> Any:
    if schema["type"] == "integer":
        return _integer(name, schema, sent)
    if schema["type"] == "boolean":
        if sent not in ("true", "false"):
            raise wrong(name, _("“%(name)s” is true or false.") % {"name": name})
        return sent == "true"
    if schema.get("format") == "date":
        return _day(name, sent)
    if "enum" in schema and sent not in schema["enum"]:
        told = _("“%(name)s” cannot be “%(sent)s”. It can be: %(known)s.")
        raise wrong(
            name,
            told % {"name": name, "sent": sent[:60], "known": ", ".join(schema["enum"])},
            known=schema["enum"],
        )
    _check_text(name, schema, sent)
    return sent


def _check_text(name: str, schema: Schema, sent: str) -> None:
    most = schema.get("maxLength")
    if most is not None and len(sent) > most:
        told = _("“%(name)s” is %(length)d letters long; at most %(most)d are taken.")
        raise wrong(name, told % {"name": name, "length": len(sent), "most": most})
    if len(sent) < schema.get("minLength", 0):
        raise wrong(name, _("“%(name)s” is empty.") % {"name": name})
    if not is_storable(sent):
        raise wrong(name, _("“%(name)s” has a null byte.") % {"name": name})
    pattern = schema.get("pattern")
    if pattern and pattern != ANYTHING and not re.fullmatch(pattern.strip("^$"), sent, re.ASCII):
        told = _("“%(sent)s” is nothing for “%(name)s”, which looks like %(pattern)s.")
        raise wrong(name, told % {"sent": sent[:60], "name": name, "pattern": pattern})


def _integer(name: str, schema: Schema, sent: str) -> int:
    least, most = schema["minimum"], schema["maximum"]
    if not re.fullmatch(r"-?[0-9]{1,12}", sent) or not least <= int(sent) <= most:
        told = _("“%(name)s” is a whole number from %(least)d to %(most)d, not “%(sent)s”.")
        raise wrong(name, told % {"name": name, "least": least, "most": most, "sent": sent[:60]}, most=most)
    return int(sent)


def _day(name: str, sent: str) -> datetime.date:
    day = day_said(sent)
    if day is None:
        told = _("“%(name)s” is a day such as 2011-09-30, not “%(sent)s”.")
        raise wrong(name, told % {"name": name, "sent": sent[:60]})
    return day


# ---- Filters of django-filter as parameters ----


def params_of(filters: type[django_filters.FilterSet]) -> list[Param]:
    """The parameters of a set of filters, from their own fields."""
    return [Param(name, _schema_of(one), str(one.label or one.field.help_text or "")) for name, one in _named(filters)]


def _named(filters: type[django_filters.FilterSet]) -> Iterable[tuple[str, Any]]:
    named: Mapping[str, Any] = filters.base_filters
    return named.items()


def _schema_of(one: Any) -> Schema:
    if isinstance(one, django_filters.MultipleChoiceFilter):
        codes = [code for code, _words in one.extra["choices"]]
        return several(one_of(*codes), len(codes))
    if isinstance(one, django_filters.ChoiceFilter):
        return one_of(*(code for code, _words in one.extra["choices"]))
    if isinstance(one, django_filters.BooleanFilter):
        return FLAG
    if isinstance(one, django_filters.DateFilter):
        return DAY
    if isinstance(one, django_filters.NumberFilter):
        return whole(one.extra.get("min_value", 0), one.extra.get("max_value", 9999))
    return text(one.extra.get("max_length", LONGEST))
