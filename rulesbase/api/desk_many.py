"""Who somebody is at the desk, many texts at once, and the terms of a language, for programs."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.api.bodies import KEY, REVISION, Body, Field, words
from rulesbase.api.desk_base import DeskApi, DeskPost, checked
from rulesbase.api.params import Param, like, one_of, text
from rulesbase.api.problems import Problem, missing
from rulesbase.api.versions import LANGUAGE
from rulesbase.carried import Freshness
from rulesbase.desk_queues import chapter_key, plan_of
from rulesbase.desk_spots import desk_languages
from rulesbase.desk_ways import Way
from rulesbase.forms_tools import TermForm
from rulesbase.models import TermEntry
from rulesbase.roles import CURATE, EDIT, REVIEW, TRANSLATE, languages_of
from rulesbase.shelf import shelf
from rulesbase.terms_keeping import agree, decline, newest_revision, suggest
from rulesbase.unchanged import Done, take_back, work_off

_LANGUAGE = {"language": LANGUAGE._replace(example="fr")}
_WHY = Field("reason", words(300, 1), "Why; it stays in the history.", True)
_STATES = [str(Freshness.REFERENCES), str(Freshness.TYPOGRAPHY)]
BULK = Body(
    "TextsToApprove",
    (
        Field("state", {"type": "string", "enum": _STATES}, "What differs in the English since.", True),
        _WHY,
        Field(
            "numbers",
            {"type": "array", "items": words(80, 1), "minItems": 1, "maxItems": 2000},
            "Only at these numbers; all where not sent.",
        ),
        Field("chapter", words(20), "Only in this chapter.", otherwise=""),
        Field(
            "version",
            {"type": "string", "pattern": r"^[12]\d{3}-\d\d-\d\d$"},
            "A version that is announced, to work ahead for.",
            otherwise="",
        ),
    ),
    {"state": "references", "reason": "Numbers only.", "numbers": ["201.3"]},
)
UNDO = Body("TextsToTakeBack", (_WHY,), {"reason": "Too many."})
TERM = Body(
    "TermToAdd",
    (
        Field("term", words(200, 1), "The English term.", True),
        Field("translation", words(200, 1), "What it is called.", True),
        Field("variants", words(1000), "Other words that are right too, one a line.", otherwise=""),
        Field("note", words(300), "Why this word, or where not to use it.", otherwise=""),
        Field("agree", {"type": "boolean"}, "Agree on it at once; for editors of the language.", otherwise=False),
    ),
    {"term": "Permanent", "translation": "Permanent"},
)
_NEWEST = Field("newest", REVISION, "The revision of the term that you saw: `newest` of the list.", True)
DECIDE = Body(
    "TermToDecide",
    (
        Field("do", {"type": "string", "enum": ["agree", "decline"]}, "What to do with this word.", True),
        _NEWEST,
        Field("reason", words(300), "Why it is declined.", otherwise=""),
    ),
    {"do": "agree", "newest": 1},
)
BODIES = (BULK, UNDO, TERM, DECIDE)


class DeskDoor(DeskApi):
    """Whose token this is, and what its person may do at the desk."""

    answers = "DeskDoor"

    def get(self, request: Request) -> Response:
        """Whose token this is, and what its person may do at the desk."""
        known = desk_languages(shelf(), tuple(code for code, _name in settings.LANGUAGES))
        over = self.token.expires_at
        data = {
            "user": self.user.get_username(),
            "token": self.token.name,
            "scope": self.token.scope,
            "good_until": over.isoformat() if over else None,
            "curates": self.user.has_perm(CURATE),
            "translates": languages_of(self.user, TRANSLATE, known),
            "reviews": languages_of(self.user, REVIEW, known),
            "edits": languages_of(self.user, EDIT, known),
            "four_eyes": settings.FOUR_EYES,
        }
        return self.one(data)


class DeskBulk(DeskPost):
    """Approve many texts at once."""

    role, body, gives, path_params = EDIT, BULK, "DeskDone", _LANGUAGE

    def act(self, said: dict[str, Any], language: str = "", **where: Any) -> dict[str, Any]:
        """Approve all texts whose English differs in references or typography only, with the numbers of today.

        Left alone is what somebody works on, and texts whose numbers do not pair. `batch` takes all of it back.
        """
        books = shelf()
        volume = self.worked_for(books, said["version"])
        numbers: set[str] | None = set(said["numbers"]) if said["numbers"] is not None else None
        if said["chapter"]:
            plan = plan_of(books, language, checks=False, volume=volume)
            here = {one.cell.number for one in plan.queues[said["state"]]} if plan else set()
            in_chapter = {
                one.cell.number
                for one in (plan.queues[said["state"]] if plan else ())
                if chapter_key(one.cell) == said["chapter"]
            }
            numbers = (numbers if numbers is not None else here) & in_chapter
        state = Freshness(said["state"])
        return _done(work_off(language, state, self.user, said["reason"], numbers, Way(version=said["version"])))


class DeskTakeBack(DeskPost):
    """Take back what was done to many texts."""

    role, body, gives = EDIT, UNDO, "DeskDone"
    path_params = {**_LANGUAGE, "batch": Param("batch", like(r"[0-9a-f]{16}"), "Of the answer.", example="0" * 16)}

    def act(self, said: dict[str, Any], language: str = "", batch: str = "", **where: Any) -> dict[str, Any]:
        """Take back what one bulk approval approved, as far as it still stands."""
        return _done(take_back(language, batch, self.user, said["reason"]))


def _done(done: Done) -> dict[str, Any]:
    return {"batch": done.batch, "texts": done.texts, "left": list(done.left)}


# ---- Terms ----


class DeskTerms(DeskPost):
    """The terms of a language: what English terms are called, agreed or suggested."""

    role, answers, listed, paged, path_params = TRANSLATE, "DeskTerm", True, True, _LANGUAGE
    body, gives = TERM, "DeskTerm"
    params = (
        Param("term", text(), "Only this English term.", example="Permanent"),
        Param("status", one_of(*TermEntry.Status.values), "Only these; in use where not said.", example="agreed"),
    )

    def get(self, request: Request, language: str) -> Response:
        """The terms of a language: what English terms are called, agreed or suggested."""
        in_use = [TermEntry.Status.AGREED, TermEntry.Status.SUGGESTED]
        wanted = [self.asked["status"]] if "status" in self.asked else in_use
        rows = TermEntry.objects.filter(language=language, status__in=wanted).select_related("author", "former")
        if "term" in self.asked:
            rows = rows.filter(term__iexact=self.asked["term"])
        page = self.page_of_rows(rows, "term", "pk")
        return self.many([_term(one) for one in page.items], page.after)

    def act(self, said: dict[str, Any], language: str = "", **where: Any) -> dict[str, Any]:
        """Suggest a word for an English term, or agree on it at once.

        Who agrees on another word supersedes the one agreed before; nothing is rewritten.
        """
        agreed = said.pop("agree")
        if agreed and not self.may(EDIT, language):
            raise Problem(403, "no-right", _("Only editors of the language agree on terms."))
        return _term(suggest(language=language, by=self.user, agreed=agreed, **checked(TermForm(said))))


class DeskTerm(DeskPost):
    """Decide on a word."""

    role, body, gives = EDIT, DECIDE, "DeskTerm"
    path_params = {**_LANGUAGE, "key": Param("key", KEY, "`id` of the list.", example=1)}

    def act(self, said: dict[str, Any], language: str = "", key: int = 0, **where: Any) -> dict[str, Any]:
        """Agree on a word that was suggested, or decline one."""
        if not TermEntry.objects.filter(pk=key, language=language).exists():
            raise missing(_("There is no such term."))
        if said["do"] == "agree":
            return _term(agree(key, newest=said["newest"], by=self.user))
        return _term(decline(key, newest=said["newest"], by=self.user, reason=said["reason"]))


def _term(row: TermEntry) -> dict[str, Any]:
    return {
        "id": row.pk,
        "term": row.term,
        "translation": row.translation,
        "variants": [one for one in row.variants.split("\n") if one],
        "note": row.note,
        "status": row.status,
        "revision": row.revision,
        "newest": newest_revision(row.language, row.term),
        "by": row.author_name,
        "at": row.made_at.isoformat(),
    }
