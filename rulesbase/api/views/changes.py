"""View of the API on the comparison of two versions."""

from collections.abc import Sequence

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, ChoiceField, DateField, DictField, ListField

from rulesbase.api.base import Api
from rulesbase.api.query_params import VERSION, PatternField, ValuesField
from rulesbase.api.serializers import ChangeSerializer, counts
from rulesbase.api.views.versions import language
from rulesbase.compare.queries import ITEMS, KINDS, WEIGHTS, compare_pair, comparison_data, is_in, pair_of


def _some_of(names: Sequence[str], says: str) -> ValuesField:
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
            r"([1-9]\d{0,2}|[A-Z]|[a-z-]{1,80})",
            "Only this section, chapter, or the glossary.",
            required=False,
            initial="2",
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
        pair = pair_of(a, b, self.query_values.get("lang", ""))
        part = self.query_values.get("section", "")
        changes = [
            change
            for change in compare_pair(pair).comparison.changes
            if is_in(part, change)
            and all(getattr(change, name) in self.query_values.get(name, (getattr(change, name),)) for name in _CHOICES)
        ]
        page = self.page(changes)
        self.text_language = pair.language
        data = comparison_data(pair, part, page)
        return self.many(data.pop("changes"), **data)


_CHOICES = ("item", "kind", "weight")
