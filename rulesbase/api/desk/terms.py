"""Views of the desk API on terms."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import EDIT, TRANSLATE, may
from rulesbase.api.desk.base import DeskPost, cleaned
from rulesbase.api.desk.serializers import DeskTermSerializer
from rulesbase.api.problems import no_right, not_found
from rulesbase.api.query_params import LONGEST, StrictBooleanField, StrictTextField, WholeNumberField, key
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.desk.terminology.actions import agree, decline, suggest
from rulesbase.desk.terminology.forms import TermForm
from rulesbase.models import TermEntry

_LANGUAGE = in_path("fr")
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
        chosen = TermEntry.objects.filter(pk=key, language=language).first()
        if chosen is None:
            raise not_found(_("There is no such term."))
        if data["do"] == "agree":
            row = agree(chosen, newest=data["newest"], by=self.user)
        else:
            row = decline(chosen, newest=data["newest"], by=self.user, reason=data["reason"])
        return _terms().get(pk=row.pk)


def _terms() -> QuerySet[TermEntry]:
    """Return the terms with what their answers show of them."""
    return TermEntry.objects.with_newest().select_related("author", "former")
