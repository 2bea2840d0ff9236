"""View of the API on the comparison of two versions."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, DateField, DictField, ListField

from rulesbase.api.base import Api
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import VERSION, PatternField, ValuesField
from rulesbase.api.serializers import ChangeSerializer, counts
from rulesbase.api.views.versions import language
from rulesbase.archive.bulletins_data import notes_data
from rulesbase.compare.queries import (
    ITEMS,
    KINDS,
    WEIGHTS,
    NotComparable,
    change_data,
    compare_pair,
    count_changes,
    is_in,
    pair_of,
    public_ids,
    wordings_data,
)


def _some_of(names: Iterable[str], says: str) -> ValuesField:
    names = list(names)
    return ValuesField(ChoiceField(names), len(names), says, required=False)


class Changes(Api):
    """Compare any two versions, forwards or backwards in time, like the command `diff_versions`.

    The totals count every item of the requested part, unchanged items too. Changes are paginated.
    """

    response_serializer, listed, listed_as, paged, tag = ChangeSerializer, True, "changes", True, "changes"
    path_params = {
        "a": PatternField(VERSION, "A day, a year, or latest.", initial="2009-05-01"),
        "b": PatternField(VERSION, "The version to compare with.", initial="2009-07-11"),
    }
    params = {
        "lang": language("Language of the compared editions. Default: English.", required=False),
        "section": PatternField(
            r"([1-9](\d\d)?|glossary)", "Only this section, chapter, or the glossary.", required=False, initial="2"
        ),
        "item": _some_of(ITEMS, "Only entries of this kind."),
        "kind": _some_of(KINDS, "Only these kinds of change."),
        "weight": _some_of(WEIGHTS, "Only these weights of change."),
    }
    around = {
        "from": DateField(),
        "to": DateField(),
        "language": CharField(),
        "totals": counts(),
        "weights": counts(),
        "wordings": ListField(
            child=DictField(), help_text="Words replaced in changes of wording only, with the number of changes."
        ),
        "notes": ListField(child=DictField(), help_text="Why it changed: bulletins and remarks."),
    }

    def get(self, request: Request, a: str, b: str) -> Response:
        try:
            pair = pair_of(a, b, self.query_values.get("lang", ""))
        except NotComparable as error:
            raise not_found(str(error) or _("These two versions cannot be compared.")) from None
        part = self.query_values.get("section", "")
        versions = compare_pair(pair)
        changes = [
            change
            for change in versions.comparison.changes
            if is_in(part, change)
            and all(getattr(change, name) in self.query_values.get(name, (getattr(change, name),)) for name in _CHOICES)
        ]
        page = self.page(changes)
        ids, counted = public_ids(page), count_changes(versions, part)
        self.text_language = pair.language
        around = {
            "from": str(pair.a),
            "to": str(pair.b),
            "language": pair.language,
            "totals": counted.per_kind(),
            "weights": counted.per_weight(),
            "wordings": wordings_data(versions),
            "notes": notes_data(pair.a.date, pair.b.date),
        }
        return self.many([change_data(change, ids) for change in page], **around)


_CHOICES = ("item", "kind", "weight")
