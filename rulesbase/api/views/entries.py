"""Entries of a version: one, a flat list, a tree; its glossary; its translations with their freshness."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.data import entry_data
from rulesbase.api.filters import EntryFilter
from rulesbase.api.problems import missing
from rulesbase.api.query_params import LONGEST, Fields, PatternField, StrictTextField, WholeNumberField
from rulesbase.api.schemas import EntrySerializer, ListedEntrySerializer, NodeSerializer, TermSerializer
from rulesbase.api.views.versions import DATE, ONE_LANGUAGE
from rulesbase.archive.catalogue import CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.archive.lookup import NotFound, entry_at
from rulesbase.engine.text.numbers import parent_of
from rulesbase.models import Edition, Entry

NUMBER: Fields = {"number": StrictTextField(LONGEST, 1, "A number in any spelling.", initial="702.19b")}
_SLUG: Fields = {"slug": StrictTextField(LONGEST, 1, "The term as an address has it.", initial="activated-ability")}


def languages(says: str) -> Fields:
    """Return the parameter of languages, separated by commas."""
    pattern = r"[a-z]{2,3}(,[a-z]{2,3}){0,3}"
    return {"lang": PatternField(pattern, says, required=False, initial="en")}


def edition_pk(version: CatalogueVersion, language: str) -> int:
    """The key of an edition that is known to be there."""
    text = version.text_in(language)
    return text.pk if text else 0


def found_entry(api: Api, version: CatalogueVersion, number: str) -> tuple[CatalogueEdition, Entry, list[str]]:
    """The entry at a number in the first language wanted that has an edition, and the other languages.

    Raises Problem.
    """
    wanted = api.wanted_languages(version)
    text = next((found for code in wanted if (found := version.text_in(code))), None) or version.main
    edition = Edition.objects.select_related("version").get(pk=text.pk)
    try:
        entry = entry_at(edition, number)
    except NotFound as error:
        raise missing(str(error)) from None
    return text, entry, [code for code in wanted if code != text.language]


class OneEntry(Api):
    """The entry at a number in a version, with other languages beside it."""

    answers, path_params, tag = EntrySerializer, DATE | NUMBER, "entries"
    params = languages(
        "Languages, separated by commas: the first that has an edition is the text, the others stand beside it with "
        "their freshness. Else that of Accept-Language, else English."
    )

    def get(self, request: Request, date: str, number: str) -> Response:
        """The entry at a number in a version, with other languages beside it."""
        version = self.version(catalogue(), date)
        text, entry, others = found_entry(self, version, number)
        self.text_language = text.language
        data = entry_data(version, entry, others)
        return self.one({**data, "language": text.language, "wording": entry.wording.digest})


class Entries(Api):
    """All numbered entries of a version in their order, a page at a time."""

    answers, listed, paged, filters, tag = ListedEntrySerializer, True, True, EntryFilter, "entries"
    path_params, params = DATE, ONE_LANGUAGE

    def get(self, request: Request, date: str) -> Response:
        """All numbered entries of a version in their order, a page at a time."""
        version = self.version(catalogue(), date)
        pk = edition_pk(version, self.edition_language(version))
        rows = Entry.objects.filter(edition=pk, kind__lt=Entry.Kind.TERM).for_reading().select_related("rule")
        return self.many(self.page(self.filtered(rows), "position"))


class Tree(Api):
    """The numbered entries of a version, each below the one that holds it.

    Two levels are sections and chapters; `root` gives a part alone, with as many levels below it.
    """

    answers, listed, path_params, tag = NodeSerializer, True, DATE, "entries"
    params = {
        **ONE_LANGUAGE,
        "root": PatternField(
            r"[1-9](\d\d(\.\d{1,3})?)?", "Only this section, chapter or rule.", required=False, initial="702"
        ),
        "depth": WholeNumberField(1, 4, "How many levels; 2 where not said.", default=2, initial=2),
    }

    def get(self, request: Request, date: str) -> Response:
        """The numbered entries of a version, each below the one that holds it.

        Two levels are sections and chapters; `root` gives a part alone, with as many levels below it.
        """
        version = self.version(catalogue(), date)
        pk = edition_pk(version, self.edition_language(version))
        root, depth = self.asked.get("root", ""), self.asked["depth"]
        rows = Entry.objects.filter(edition=pk, kind__lt=Entry.Kind.TERM)
        nodes = _nodes(rows.filter(number__startswith=root) if root else rows)
        tops = [number for number in nodes if (number == root if root else len(number) == 1)]
        if root and not tops:
            raise missing(_("The version of %(date)s has no %(number)s.") % {"date": version, "number": root})
        return self.many(_grown(nodes, tops, depth))


def _nodes(rows: QuerySet[Entry]) -> dict[str, dict[str, Any]]:
    fields = ("number", "kind", "wording__heading", "wording__text", "rule__public_id")
    found: dict[str, dict[str, Any]] = {}
    for number, kind, heading, text, rule in rows.order_by("position").values_list(*fields):
        data = {"number": number, "kind": Entry.Kind(kind).name.lower(), "heading": heading, "text": text, "rule": rule}
        found.setdefault(number, data)
    return found


def _grown(nodes: dict[str, dict[str, Any]], tops: Iterable[str], depth: int) -> list[dict[str, Any]]:
    below: defaultdict[str, list[str]] = defaultdict(list)
    for number in nodes:
        below[parent_of(number)].append(number)

    def grow(number: str, levels: int) -> dict[str, Any]:
        children = [grow(one, levels - 1) for one in below[number]] if levels > 1 else []
        return {**nodes[number], "children": children}

    return [grow(number, depth) for number in tops]


class Glossary(Api):
    """The terms of a version's glossary in their order, a page at a time."""

    answers, listed, paged, tag = TermSerializer, True, True, "entries"
    path_params, params = DATE, ONE_LANGUAGE

    def get(self, request: Request, date: str) -> Response:
        """The terms of a version's glossary in their order, a page at a time."""
        version = self.version(catalogue(), date)
        pk = edition_pk(version, self.edition_language(version))
        rows = Entry.objects.filter(edition=pk, kind=Entry.Kind.TERM).for_reading().select_related("rule")
        return self.many(self.page(rows, "position"))


class GlossaryTerm(Api):
    """A term of a version's glossary."""

    answers, path_params, params, tag = TermSerializer, DATE | _SLUG, ONE_LANGUAGE, "entries"

    def get(self, request: Request, date: str, slug: str) -> Response:
        """A term of a version's glossary."""
        version = self.version(catalogue(), date)
        language = self.edition_language(version)
        rows = Entry.objects.filter(edition=edition_pk(version, language), kind=Entry.Kind.TERM, number=slug[:80])
        entry = rows.for_reading().select_related("rule").first()
        if entry is None:
            told = _("The glossary of %(date)s has no “%(term)s”. All terms: /api/v1/versions/%(date)s/glossary/")
            raise missing(told % {"date": version, "term": slug[:60]})
        return self.one(entry)
