"""What changed between any two versions."""

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.cursors import page_of_list
from rulesbase.api.params import VERSION, Param, like, one_of, several
from rulesbase.api.problems import missing
from rulesbase.api.shapes import COUNTS, DATE, STRING, array, ref
from rulesbase.api.versions import LANGUAGE
from rulesbase.comparing import (
    ITEMS,
    KINDS,
    WEIGHTS,
    NotComparable,
    books_of,
    change_data,
    is_in,
    pair_of,
    public_ids,
    sums,
)
from rulesbase.notes_data import notes_data


class Changes(Api):
    """What changed between any two versions, forwards or backwards in time, as `diff_versions` tells it.

    Totals count everything in the part that is asked for, what did not change included; `changes` come in pages.
    """

    answers, listed, listed_as, paged, tag = "Change", True, "changes", True, "changes"
    fields = tuple("item kind weight old_numbers new_numbers rule old_text new_text similarity".split())
    path_params = {
        "a": Param("a", like(VERSION), "A day, a year, or latest.", example="2009-05-01"),
        "b": Param("b", like(VERSION), "The version to compare it with.", example="2009-07-11"),
    }
    params = (
        Param("lang", LANGUAGE.schema, "Compare the editions in this language; English where not said."),
        Param("section", like(r"([1-9](\d\d)?|glossary)"), "Only this section, chapter, or the glossary.", example="2"),
        Param("item", several(one_of(*ITEMS), len(ITEMS)), "Only these."),
        Param("kind", several(one_of(*KINDS), len(KINDS)), "Only these: what happened to the place."),
        Param("weight", several(one_of(*WEIGHTS), len(WEIGHTS)), "Only these: what happened to the words."),
    )
    around = {
        "from": DATE,
        "to": DATE,
        "language": STRING,
        "totals": COUNTS,
        "weights": COUNTS,
        "notes": array(ref("Note")),
    }

    def get(self, request: Request, a: str, b: str) -> Response:
        """What changed between any two versions, forwards or backwards in time, as `diff_versions` tells it.

        Totals count everything in the part that is asked for, what did not change included; items come in pages.
        """
        try:
            pair = pair_of(a, b, self.asked.get("lang", ""))
        except NotComparable as error:
            raise missing(str(error) or _("These two cannot be compared.")) from None
        part = self.asked.get("section", "")
        books = books_of(pair)
        changes = [
            change
            for change in books.comparison.changes
            if is_in(part, change)
            and all(getattr(change, name) in self.asked.get(name, (getattr(change, name),)) for name in _CHOICES)
        ]
        page = page_of_list(changes, self.wanted_page())
        ids, counted = public_ids(page.items), sums(books, part)
        self.text_language = pair.language
        around = {
            "from": str(pair.a),
            "to": str(pair.b),
            "language": pair.language,
            "totals": counted.per_kind(),
            "weights": counted.per_weight(),
            "notes": notes_data(pair.a.date, pair.b.date),
        }
        return self.many([change_data(change, ids) for change in page.items], page.after, **around)


_CHOICES = ("item", "kind", "weight")
