"""Fields of query parameters and request bodies. They accept JSON types only and refuse unknown names."""

import datetime
import re
from functools import cache
from typing import Any, ClassVar, TypeAlias

import django_filters
from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from rulesbase.api.problems import Problem
from rulesbase.engine.text.dates import read_day

LONGEST, LARGEST_KEY = 200, 2**31 - 1
MOST_A_PAGE, A_PAGE = 200, 50
# Any text without a null byte. schemathesis would write the length into `[^\u0000]*` and take seconds to compile it.
ANYTHING = r"^([^\u0000]+)?$"
VERSION = r"(latest|[12]\d{3}(-\d\d-\d\d)?)"
Field: TypeAlias = serializers.Field[Any, Any, Any, Any]
Fields: TypeAlias = dict[str, Field]


class StrictTextField(serializers.CharField):
    """A text as it was sent, spaces included."""

    # Django REST framework has no Japanese translation of the messages that are replaced here and below.
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("This is not a text.")}

    def __init__(self, longest: int | None = LONGEST, least: int = 0, help_text: str = "", **more: Any) -> None:
        super().__init__(
            max_length=longest,
            min_length=least or None,
            allow_blank=not least,
            trim_whitespace=False,
            help_text=help_text,
            **more,
        )

    def to_internal_value(self, data: Any) -> str:
        """Refuse numbers, which Django REST framework would convert to text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class PatternField(StrictTextField):
    """A text that matches a pattern."""

    def __init__(self, pattern: str, help_text: str, **more: Any) -> None:
        super().__init__(None, 1, help_text, **more)
        self.pattern = f"^{pattern}$"
        self.validators.append(RegexValidator(re.compile(rf"\A{pattern}\Z", re.ASCII), code="pattern"))


class WholeNumberField(serializers.IntegerField):
    """A whole number."""

    def __init__(self, least: int, most: int, help_text: str, **more: Any) -> None:
        super().__init__(min_value=least, max_value=most, help_text=help_text, **more)

    def to_internal_value(self, data: Any) -> int:
        """Refuse texts and booleans; 1.0 is a whole number in JSON."""
        if isinstance(data, str | bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictBooleanField(serializers.BooleanField):
    """True or false."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("Send true or false.")}

    def __init__(self, help_text: str, **more: Any) -> None:
        super().__init__(help_text=help_text, **more)

    def to_internal_value(self, data: Any) -> bool:
        """Refuse everything else."""
        if not isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictDateField(serializers.DateField):
    """A day such as 2011-09-30."""

    def to_internal_value(self, data: Any) -> datetime.date:
        """Refuse other ways to write a day."""
        day = read_day(data)
        if day is None:
            self.fail("invalid", format="YYYY-MM-DD")
        return day


class ValuesField(serializers.ListField):
    """A list of values; in an address separated by commas, or ``repeated``."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "min_length": gettext_lazy("Send at least one value."),
        "max_length": gettext_lazy("Send at most {max_length} values."),
    }

    def __init__(self, child: Field, most: int, help_text: str, *, repeated: bool = False, **more: Any) -> None:
        super().__init__(child=child, min_length=1, max_length=most, help_text=help_text, **more)
        self.repeated = repeated


def key(help_text: str) -> WholeNumberField:
    """Return the field of a row's key."""
    return WholeNumberField(1, LARGEST_KEY, help_text, initial=1)


PAGES: Fields = {
    "limit": WholeNumberField(1, MOST_A_PAGE, "Number of items on a page.", required=False, initial=10),
    "cursor": PatternField(
        r"[A-Za-z0-9_:=.-]{1,3000}",
        "Start of the page. Take it from `next` of the previous page.",
        required=False,
    ),
}


OF_VERSION: Fields = {"version": PatternField(VERSION, "A day, a year, or latest.", default="latest", initial="latest")}


@cache
def cached_instance(serializer: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """Return a shared instance of a serializer, because building its fields is slow."""
    return serializer()


class StrictSerializer(serializers.Serializer[Any]):
    """Strictly validated input; the first invalid field raises Problem."""

    kind, member = "bad-parameter", "parameter"
    unknown = gettext_lazy("This address has no parameter “%(name)s”. Known parameters: %(known)s.")
    needed = gettext_lazy("The parameter “%(name)s” is required: %(says)s")

    @classmethod
    def read(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the values by name; leave out missing ones without a default. Raises Problem."""
        fields = cached_instance(cls).fields
        for name in sorted(set(data) - set(fields)):
            values = {"name": name[:60], "known": ", ".join(fields) or _("none")}
            raise cls._problem(name[:60], cls.unknown % values, known=list(fields))
        try:
            found: dict[str, Any] = cached_instance(cls).run_validation(data)
        except serializers.ValidationError as error:
            refused: Any = error.detail
            name, reason = next(iter(refused.items()))
            raise cls._refusal(name, fields[name], reason) from None
        return found

    @classmethod
    def _problem(cls, name: str, message: str, **more: Any) -> Problem:
        return Problem(400, cls.kind, message, **{cls.member: name}, **more)

    @classmethod
    def _refusal(cls, name: str, field: Any, reason: Any) -> Problem:
        """Return the problem of an invalid field with the allowed values."""
        if isinstance(reason, dict):
            # The error is of an item of a list.
            field, reason = field.child, next(iter(reason.values()))
        error = reason[0]
        more: dict[str, Any] = {}
        message: Any = _("“%(name)s”: %(error)s")
        if error.code == "required":
            message = cls.needed
        elif isinstance(field, serializers.ChoiceField):
            message = _("The field “%(name)s” accepts only: %(known)s.")
            more = {"known": list(field.choices)}
        elif isinstance(field, WholeNumberField):
            message = _("“%(name)s” must be a whole number from %(least)d to %(most)d.")
            more = {"least": field.min_value, "most": field.max_value}
        elif isinstance(field, PatternField):
            message = _("“%(name)s” must have the form %(pattern)s.")
        values = {
            "name": name,
            "error": error,
            "says": field.help_text,
            "pattern": getattr(field, "pattern", ""),
            **more,
            "known": ", ".join(more.get("known", ())),
        }
        return cls._problem(name, message % values, **more)


class QuerySerializer(StrictSerializer):
    """The query parameters of a view."""

    @classmethod
    def of(cls, query: QueryDict) -> dict[str, Any]:
        """Return the values of the query string. Raises Problem."""
        data: dict[str, Any] = {}
        for name, values in query.lists():
            field = cls._declared_fields.get(name)
            if isinstance(field, ValuesField):
                data[name] = values if field.repeated else ",".join(values).split(",")
            elif field is not None and len(values) > 1:
                raise cls._problem(name, _("The parameter “%(name)s” is sent twice.") % {"name": name})
            else:
                data[name] = _as_json(field, values[0])
        return cls.read(data)


def _as_json(field: Field | None, sent: str) -> Any:
    if isinstance(field, StrictBooleanField):
        return {"true": True, "false": False}.get(sent, sent)
    return int(sent) if isinstance(field, WholeNumberField) and re.fullmatch("-?[0-9]{1,12}", sent) else sent


# ---- Filters of django-filter as fields ----


def fields_of(filters: type[django_filters.FilterSet]) -> Fields:
    """Return strict fields for a set of filters, whose own form ignores invalid values."""
    return {name: _field_of(one) for name, one in filters.base_filters.items()}


def _field_of(one: django_filters.Filter) -> Field:
    extra, label = one.extra, one.label
    codes = [code for code, _words in extra.get("choices", ())]
    if isinstance(one, django_filters.MultipleChoiceFilter):
        return ValuesField(serializers.ChoiceField(codes), len(codes), label, required=False)
    if codes:
        return serializers.ChoiceField(codes, help_text=label, required=False)
    if isinstance(one, django_filters.BooleanFilter):
        return StrictBooleanField(label, required=False)
    if isinstance(one, django_filters.DateFilter):
        return StrictDateField(help_text=label, required=False)
    if isinstance(one, django_filters.NumberFilter):
        return WholeNumberField(extra["min_value"], extra["max_value"], label, required=False)
    return StrictTextField(extra["max_length"], 0, label, required=False)
