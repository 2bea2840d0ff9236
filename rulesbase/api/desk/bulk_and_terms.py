"""Views of the desk API on the token's user, bulk actions and terms."""

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import CURATE, EDIT, REVIEW, TRANSLATE, languages_of, may
from rulesbase.api.desk.base import DeskApi, DeskPost, cleaned
from rulesbase.api.desk.schemas import DeskDoneSerializer, DeskDoorSerializer, DeskTermSerializer
from rulesbase.api.desk.texts import VERSION, WHY
from rulesbase.api.problems import no_right, not_found
from rulesbase.api.query_params import (
    LONGEST,
    PatternField,
    StrictBooleanField,
    StrictTextField,
    ValuesField,
    WholeNumberField,
    key,
)
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.desk.bulk_actions import VERBS, bulk_approve, undo_batch
from rulesbase.desk.queue_params import QueueParams
from rulesbase.desk.queues import chapter_key, plan_of
from rulesbase.desk.targets import desk_languages
from rulesbase.desk.terminology.actions import agree, decline, suggest
from rulesbase.desk.terminology.forms import TermForm
from rulesbase.models import TermEntry
from rulesbase.translations.freshness_types import Freshness

_LANGUAGE = in_path("fr")
BULK = body(
    "TextsToApprove",
    {
        "state": ChoiceField([str(state) for state in VERBS], help_text="How the English changed."),
        **WHY,
        "numbers": ValuesField(StrictTextField(80, 1), 2000, "Only these numbers. Default: all.", default=None),
        "chapter": StrictTextField(20, 0, "Only in this chapter.", default=""),
        **VERSION,
    },
    {"state": "references", "reason": "Numbers only.", "numbers": ["201.3"]},
)
UNDO = body("TextsToTakeBack", WHY, {"reason": "Too many."})
TERM = body(
    "TermToAdd",
    {
        "term": StrictTextField(200, 1, "The English term."),
        "translation": StrictTextField(200, 1, "The translation of the term."),
        "variants": StrictTextField(1000, 0, "Other accepted words, one a line.", default=""),
        "note": StrictTextField(300, 0, "Why this word, or where not to use it.", default=""),
        "agree": StrictBooleanField("Agree on the word at once. Only for editors of the language.", default=False),
    },
    {"term": "Permanent", "translation": "Permanent"},
)
DECIDE = body(
    "TermToDecide",
    {
        "do": ChoiceField(["agree", "decline"], help_text="The decision about the word."),
        "newest": WholeNumberField(0, 1_000_000, "The revision that you saw: `newest` in the list."),
        "reason": StrictTextField(300, 0, "Why the word is declined.", default=""),
    },
    {"do": "agree", "newest": 1},
)


class DeskDoor(DeskApi):
    """The owner of the token and their rights at the desk."""

    response_serializer = DeskDoorSerializer

    def get(self, request: Request) -> Response:
        known = desk_languages(self.versions)
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

    role, body, response_serializer, path_params = EDIT, BULK, DeskDoneSerializer, _LANGUAGE

    def act(self, data: dict[str, Any], language: str = "", **where: Any) -> Any:
        """Approve all translations whose English changed in references or typography only, with the current numbers.

        Texts that somebody is editing, and texts with numbers that do not match, are skipped. `batch` undoes all of it.
        """
        version = self.work_version(data["version"])
        numbers: set[str] | None = set(data["numbers"]) if data["numbers"] is not None else None
        if data["chapter"]:
            plan = plan_of(self.versions, language, checks=False, version=version)
            cells = [one.cell for one in plan.queues[data["state"]]] if plan else []
            in_chapter = {cell.number for cell in cells if chapter_key(cell) == data["chapter"]}
            numbers = in_chapter if numbers is None else numbers & in_chapter
        state = Freshness(data["state"])
        return bulk_approve(language, state, self.user, data["reason"], numbers, QueueParams(version=data["version"]))


class DeskTakeBack(DeskPost):
    """Take back what was done to many texts."""

    role, body, response_serializer = EDIT, UNDO, DeskDoneSerializer
    path_params = {**_LANGUAGE, "batch": PatternField(r"[0-9a-f]{16}", "Of the answer.", initial="0" * 16)}

    def act(self, data: dict[str, Any], language: str = "", batch: str = "", **where: Any) -> Any:
        """Undo a bulk approval, except texts that have changed since."""
        return undo_batch(language, batch, self.user, data["reason"])


# ---- Terms ----


class DeskTerms(DeskPost):
    """List the terms of a language: translations of English terms, agreed or suggested."""

    role, response_serializer, listed, paged, path_params = TRANSLATE, DeskTermSerializer, True, True, _LANGUAGE
    body = TERM
    params = {
        "term": StrictTextField(LONGEST, 0, "Only this English term.", required=False, initial="Permanent"),
        "status": ChoiceField(
            TermEntry.Status.values,
            required=False,
            help_text="Only terms with this status. Default: terms in use.",
            initial="agreed",
        ),
    }

    def get(self, request: Request, language: str) -> Response:
        in_use = [TermEntry.Status.AGREED, TermEntry.Status.SUGGESTED]
        wanted = [self.query_values["status"]] if "status" in self.query_values else in_use
        rows = _terms().filter(language=language, status__in=wanted)
        if "term" in self.query_values:
            rows = rows.filter(term__iexact=self.query_values["term"])
        return self.many(self.page(rows, "term", "pk"))

    def act(self, data: dict[str, Any], language: str = "", **where: Any) -> Any:
        """Suggest a translation of an English term, or agree on it at once.

        Agreeing on another word replaces the agreed word. Existing translations are not changed.
        """
        agreed = data.pop("agree")
        if agreed and not may(self.user, EDIT, language):
            raise no_right(_("Only editors of this language can mark terms as agreed."))
        row = suggest(language=language, by=self.user, agreed=agreed, **cleaned(TermForm(data)))
        return _terms().get(pk=row.pk)


class DeskTerm(DeskPost):
    """Decide on a word."""

    role, body, response_serializer = EDIT, DECIDE, DeskTermSerializer
    path_params = {**_LANGUAGE, "key": key("`id` of the list.")}

    def act(self, data: dict[str, Any], language: str = "", key: int = 0, **where: Any) -> Any:
        """Agree on a suggested word, or decline it."""
        if not TermEntry.objects.filter(pk=key, language=language).exists():
            raise not_found(_("There is no such term."))
        if data["do"] == "agree":
            row = agree(key, newest=data["newest"], by=self.user)
        else:
            row = decline(key, newest=data["newest"], by=self.user, reason=data["reason"])
        return _terms().get(pk=row.pk)


def _terms() -> QuerySet[TermEntry]:
    """Return the terms with what their answers show of them."""
    return TermEntry.objects.with_newest().select_related("author", "former")
