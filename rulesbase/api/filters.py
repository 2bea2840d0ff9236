"""Filters of the lists."""

from decimal import Decimal

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import canonical, kind_of, parse_number, section_of
from rulesbase.models import Entry, Rule

_NUMBERED = ("section", "chapter", "rule", "subrule")
_LONGEST_NUMBER = 80


def since_day(field: str) -> django_filters.DateFilter:
    """Return the filter of rows of a day or later."""
    return django_filters.DateFilter(
        field_name=field, lookup_expr="gte", label=_("Only results of this date or later.")
    )


def until_day(field: str) -> django_filters.DateFilter:
    """Return the filter of rows of a day or earlier."""
    return django_filters.DateFilter(
        field_name=field, lookup_expr="lte", label=_("Only results of this date or earlier.")
    )


class VersionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Versions by day and language."""

    since = since_day("date")
    until = until_day("date")
    language = django_filters.CharFilter(
        field_name="editions__language", max_length=8, label=_("Only versions with a text in this language.")
    )
    sample = django_filters.BooleanFilter(
        field_name="is_sample",
        label=_("Set to “true” to get only the sample rules, or to “false” to get everything except the sample rules."),
    )


class EditionFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Editions by day, language and completeness."""

    since = since_day("version__date")
    until = until_day("version__date")
    language = django_filters.CharFilter(
        field_name="language", max_length=8, label=_("Only editions in this language.")
    )
    complete = django_filters.BooleanFilter(
        field_name="complete",
        label=_(
            "Set to “true” to get only complete editions, or to “false” to get only editions composed of partial texts."
        ),
    )


class EntryFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Entries by kind and place."""

    kind = django_filters.TypedChoiceFilter(
        choices=[(kind, kind) for kind in _NUMBERED],
        coerce=lambda name: Entry.Kind[name.upper()],
        label=_("Only texts of this type, such as chapters or subrules."),
    )
    chapter = django_filters.NumberFilter(
        field_name="chapter",
        min_value=1,
        max_value=999,
        label=_("Only texts of the chapter with this number, such as 702."),
    )
    section = django_filters.NumberFilter(
        method="by_section",
        min_value=1,
        max_value=9,
        label=_("Only texts of the section with this number, such as 7."),
    )
    below = django_filters.CharFilter(
        method="by_place", max_length=_LONGEST_NUMBER, label=_("Only subrules of this rule number, such as 702.19.")
    )

    def by_section(self, rows: QuerySet[Entry], name: str, value: Decimal) -> QuerySet[Entry]:
        """Return the entries of a section; in a document without sections those of the chapter with its number."""
        number = str(value)
        return rows.filter(number__startswith=number) if section_of(number) else rows.filter(chapter=int(value))

    def by_place(self, rows: QuerySet[Entry], name: str, value: str) -> QuerySet[Entry]:
        """Return the entries below a number; none if the number is invalid."""
        number = canonical(value) or ""
        place = parse_number(number)
        if place is None or place.letter:
            return rows.none()
        kind = kind_of(number)
        if kind is Kind.RULE:
            return rows.filter(number__regex=rf"^{number.replace('.', '[.]')}[a-z]+$")
        # Numbers of a section begin with its own; in other documents chapter 10 begins with the number of chapter 1.
        inside = Q(number__startswith=number) if kind is Kind.SECTION else Q(chapter=place.chapter)
        return rows.filter(inside).exclude(number=number)


class RuleFilter(django_filters.FilterSet):  # type: ignore[misc]
    """Rules by a number that they had."""

    number = django_filters.CharFilter(
        method="by_number",
        max_length=_LONGEST_NUMBER,
        label=_(
            "Only rules that had this number in any version. For a glossary term, use the name in its web address."
        ),
    )
    merged = django_filters.BooleanFilter(
        field_name="merged_into",
        lookup_expr="isnull",
        exclude=True,
        label=_(
            "Set to “true” to get only rules that were merged into another rule, or to “false” to get"
            " only rules that were not merged."
        ),
    )

    def by_number(self, rows: QuerySet[Rule], name: str, value: str) -> QuerySet[Rule]:
        """Return the Rules that had a number in some version."""
        number = canonical(value) or value
        entries = Entry.objects.in_active_document().filter(number=number, rule__isnull=False)
        return rows.filter(pk__in=entries.values("rule"))
