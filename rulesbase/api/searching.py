"""Search: the texts of a version that have some words, and when words came and went."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.base import Api
from rulesbase.api.cursors import page_of_list
from rulesbase.api.entries import LANGUAGES
from rulesbase.api.params import VERSION, Param, like, some_text
from rulesbase.api.problems import missing
from rulesbase.api.shapes import DATE as DAY
from rulesbase.api.shapes import MAYBE, MAYBE_DATE, array, ref
from rulesbase.api.versions import ONE_LANGUAGE
from rulesbase.models import Entry
from rulesbase.search import Hit, citation_of, search
from rulesbase.searched_past import spells, through_versions
from rulesbase.shelf import MOST_COLUMNS, Shelf, Volume, shelf

_Q = Param(
    "q",
    some_text(),
    "Words; phrases in quotes; a minus before what must not stand there; * at the end of a beginning.",
    required=True,
    example="trample",
)


class Search(Api):
    """The texts of a version that have all the words, best first; typing errors are forgiven.

    `meant` is what was looked for where nothing has the words as typed. A number (`704.5k`, `704.5k@2012`) is
    understood too: `place` names it.
    """

    answers, listed, paged, tag = "Hit", True, True, "search"
    fields = ("number", "kind", "language", "heading", "text", "is_example", "score")
    params = (
        _Q,
        Param("version", like(VERSION), "A day, a year, or latest.", example="latest"),
        LANGUAGES._replace(says="Languages to search in, separated by commas, at most three."),
    )
    around = {"version": DAY, "meant": MAYBE, "place": {**ref("Place")}, "loose": {"type": "boolean"}}

    def get(self, request: Request) -> Response:
        """The texts of a version that have all the words, best first; typing errors are forgiven.

        `meant` is what was looked for where nothing has the words as typed. A number (`704.5k`, `704.5k@2012`) is
        understood too: `place` names it.
        """
        books = shelf()
        volume = self.volume(books, self.asked.get("version", "latest"))
        languages = [code for code in self.wanted_languages(volume) if volume.shown_in(code)][:MOST_COLUMNS]
        if not languages:
            told = _("The version of %(date)s can be read in %(there)s.")
            raise missing(told % {"date": volume, "there": ", ".join(volume.languages)})
        answer = search(books, volume, languages, self.asked["q"])
        page = page_of_list((*answer.hits, *answer.others), self.wanted_page())
        around = {
            "version": str(volume),
            "meant": answer.meant,
            "place": _place(books, volume, self.asked["q"]),
            "loose": answer.loose,
        }
        return self.many([_hit(hit) for hit in page.items], page.after, **around)


def _place(books: Shelf, volume: Volume, typed: str) -> dict[str, str] | None:
    """Where a question leads that is a number; None if it is none, or stands nowhere."""
    cited = citation_of(typed)
    there = books.on(cited.day) if cited and cited.day else volume
    if cited is None or there is None:
        return None
    here = Entry.objects.filter(edition=there.main.pk, number=cited.number, kind__lt=Entry.Kind.TERM)
    return {"version": str(there), "number": cited.number} if here.exists() else None


def _hit(hit: Hit) -> dict[str, Any]:
    place = hit.place
    return {
        "number": place.number,
        "kind": Entry.Kind(place.kind).name.lower(),
        "language": place.language,
        "heading": place.heading,
        "text": place.text,
        "is_example": place.is_example,
        "score": round(hit.score, 3),
    }


class SearchThrough(Api):
    """When words came into the rules and went: every Rule that had them, with its first and last version."""

    answers, listed, paged, tag = "Spell", True, True, "search"
    fields = ("rule", "first", "last", "versions", "first_number", "last_number", "heading", "text", "number")
    params = (_Q, ONE_LANGUAGE)
    around = {
        "first": MAYBE_DATE,
        "last": MAYBE_DATE,
        "meant": MAYBE,
        "counts": array({"type": "object", "properties": {"version": DAY, "texts": {"type": "integer"}}}),
    }

    def get(self, request: Request) -> Response:
        """When words came into the rules and went: every Rule that had them, with its first and last version."""
        books = shelf()
        latest = books.latest
        language = (self.wanted_languages(latest) if latest else ["en"])[0]
        found = through_versions(books, language, self.asked["q"])
        if found is None:
            return self.many([], first=None, last=None, meant=None, counts=[])
        page = page_of_list(found.runs, self.wanted_page())
        around = {
            "first": found.first.isoformat() if found.first else None,
            "last": found.last.isoformat() if found.last else None,
            "meant": found.meant,
            "counts": [{"version": date.isoformat(), "texts": count} for date, count in found.counts],
        }
        items = [
            {
                "rule": one.public_id or None,
                "first": one.first.isoformat(),
                "last": one.last.isoformat(),
                "versions": one.versions,
                "first_number": one.first_number,
                "last_number": one.last_number,
                "heading": one.heading,
                "text": one.text,
                "number": one.today,
            }
            for one in spells(books, found, page.items)
        ]
        return self.many(items, page.after, **around)
