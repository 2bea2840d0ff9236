"""Views of the API on entries of a version: one, a list, a tree, and the glossary."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.filters import EntryFilter
from rulesbase.api.plain_data import entry_data
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import LONGEST, Fields, PatternField, StrictTextField, WholeNumberField
from rulesbase.api.serializers import EntrySerializer, ListedEntrySerializer, NodeSerializer, TermSerializer
from rulesbase.api.views.versions import DATE, ONE_LANGUAGE
from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion
from rulesbase.archive.lookup import entry_at, term_in
from rulesbase.core.grouping import grouped
from rulesbase.engine.languages import CODE_PATTERN
from rulesbase.engine.text.numbers import canonical, parent_of, prefix_below
from rulesbase.models import Edition, Entry

NUMBER: Fields = {"number": StrictTextField(LONGEST, 1, "A rule number in any spelling.", initial="702.19b")}
_SLUG: Fields = {"slug": StrictTextField(LONGEST, 1, "The slug of the term.", initial="activated-ability")}


def languages(says: str) -> Fields:
    """Return the parameter of languages, separated by commas."""
    pattern = rf"{CODE_PATTERN}(,{CODE_PATTERN}){{0,3}}"
    return {"lang": PatternField(pattern, says, required=False, initial="en")}


def find_entry(api: Api, version: CatalogueVersion, number: str) -> tuple[CatalogueEdition, Entry, list[str]]:
    """Return the entry at a number in the first wanted language with an edition, and the other languages.

    Raises NotFound.
    """
    wanted = api.wanted_languages(version)
    text = next((found for code in wanted if (found := version.text_in(code))), None) or version.main
    edition = Edition.objects.select_related("version").get(pk=text.pk)
    entry = entry_at(edition, number)
    return text, entry, [code for code in wanted if code != text.language]


class OneEntry(Api):
    """An entry of a version by number, with other languages."""

    response_serializer, path_params, tag = EntrySerializer, DATE | NUMBER, "entries"
    params = languages(
        "Languages, separated by commas. The first with an edition is the main text; the others are added with their "
        "freshness. Default: Accept-Language, then English."
    )

    def get(self, request: Request, date: str, number: str) -> Response:
        version = self.versions.find(date)
        text, entry, others = find_entry(self, version, number)
        self.text_language = text.language
        data = entry_data(version, entry, others)
        return self.one({**data, "language": text.language, "wording": entry.wording.digest})


class Entries(Api):
    """List the numbered entries of a version in order."""

    response_serializer, listed, paged, filters, tag = ListedEntrySerializer, True, True, EntryFilter, "entries"
    path_params, params = DATE, ONE_LANGUAGE

    def get(self, request: Request, date: str) -> Response:
        rows = Entry.objects.filter(edition=self.edition(date).pk, kind__lt=Entry.Kind.TERM)
        return self.many(self.page(self.filtered(rows.for_reading().select_related("rule")), "position"))


class Tree(Api):
    """The numbered entries of a version as a tree.

    Two levels are sections and chapters. With `root`, only that part and the levels below it.
    """

    response_serializer, listed, path_params, tag = NodeSerializer, True, DATE, "entries"
    params = {
        **ONE_LANGUAGE,
        "root": StrictTextField(LONGEST, 1, "Only this section, chapter or rule.", required=False, initial="702"),
        "depth": WholeNumberField(1, 4, "Number of levels. Default: 2.", default=2, initial=2),
    }

    def get(self, request: Request, date: str) -> Response:
        typed, depth = self.query_values.get("root", ""), self.query_values["depth"]
        root = canonical(typed) or typed
        rows = Entry.objects.filter(edition=self.edition(date).pk, kind__lt=Entry.Kind.TERM)
        if root:
            rows = rows.filter(number__startswith=prefix_below(root))
        fields = ("number", "kind", "wording__heading", "wording__text", "rule__public_id")
        nodes: dict[str, dict[str, Any]] = {}
        for number, kind, heading, text, rule in rows.order_by("position").values_list(*fields):
            kind_name = Entry.Kind(kind).name.lower()
            data = {"number": number, "kind": kind_name, "heading": heading, "text": text, "rule": rule}
            nodes.setdefault(number, data)
        tops = [number for number in nodes if (number == root if root else not parent_of(number))]
        if root and not tops:
            message = _("The version of %(date)s has no rule or term %(number)s.")
            raise not_found(message % {"date": self.versions.find(date), "number": root[:60]})
        return self.many(_subtree(nodes, tops, depth))


def _subtree(nodes: dict[str, dict[str, Any]], tops: Iterable[str], depth: int) -> list[dict[str, Any]]:
    below = grouped((parent_of(number), number) for number in nodes)

    def grow(number: str, levels: int) -> dict[str, Any]:
        children = [grow(one, levels - 1) for one in below[number]] if levels > 1 else []
        return {**nodes[number], "children": children}

    return [grow(number, depth) for number in tops]


class Glossary(Api):
    """List the glossary terms of a version in order."""

    response_serializer, listed, paged, tag = TermSerializer, True, True, "entries"
    path_params, params = DATE, ONE_LANGUAGE

    def get(self, request: Request, date: str) -> Response:
        rows = Entry.objects.filter(edition=self.edition(date).pk, kind=Entry.Kind.TERM)
        return self.many(self.page(rows.for_reading().select_related("rule"), "position"))


class GlossaryTerm(Api):
    """A glossary term of a version, by its slug in any language or version."""

    response_serializer, path_params, params, tag = TermSerializer, DATE | _SLUG, ONE_LANGUAGE, "entries"

    def get(self, request: Request, date: str, slug: str) -> Response:
        version, text = self.versions.find(date), self.edition(date)
        terms = Entry.objects.filter(edition=text.pk, kind=Entry.Kind.TERM).for_reading().select_related("rule")
        entry = terms.filter(number=slug[:80]).first() or terms.filter(number=term_in(version, text, slug[:80])).first()
        if entry is None:
            message = _(
                "The glossary of %(date)s has no term “%(term)s”. All terms: /api/v1/versions/%(date)s/glossary/"
            )
            raise not_found(message % {"date": version, "term": slug[:60]})
        return self.one(entry)
