"""Views of the desk API on translations: read a text, save, submit, approve, send back, comment, withdraw."""

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import TRANSLATE, may
from rulesbase.api.desk.base import DeskApi, DeskPost, cleaned
from rulesbase.api.desk.serializers import DeskRowSerializer, DeskTextSerializer
from rulesbase.api.problems import Problem, no_right, not_found
from rulesbase.api.query_params import LARGEST_KEY, LONGEST, Fields, PatternField, StrictTextField, WholeNumberField
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.desk import actions as desk_actions
from rulesbase.desk.actions import Conflict
from rulesbase.desk.comments import mail_mentions, mail_return
from rulesbase.desk.forms import TextForm, WordsForm
from rulesbase.desk.rights import ROLE_OF
from rulesbase.desk.run_checks import MOST_CHARACTERS
from rulesbase.desk.targets import TranslationTarget, find_target, newest_of, translated_text_of
from rulesbase.models import Entry, ReviewComment, Translation

IN_PATH: Fields = {
    **in_path("fr"),
    "place": StrictTextField(
        LONGEST, 1, "A number such as 201.3, the slug of a term, or the id of a Rule.", initial="201.3"
    ),
}
VERSION: Fields = {
    "version": PatternField(r"[12]\d{3}-\d\d-\d\d", "An announced version that is not in force yet.", default="")
}
WHERE: Fields = {
    "part": WholeNumberField(0, 999, "0 for the text itself, 1 and up for its examples.", default=0),
    **VERSION,
}
WHY: Fields = {"reason": StrictTextField(300, 1, "The reason. It stays in the history.")}
BASE: Fields = {
    "base": WholeNumberField(0, 1_000_000, "The revision that you edited: `base` of the text, or 0 if there was none.")
}
_SEEN: Fields = {
    "seen": WholeNumberField(
        1, LARGEST_KEY, "The published translation that you saw: `seen` of the text.", default=None, allow_null=True
    ),
    "reason": StrictTextField(300, 0, "The reason. It stays in the history.", default=""),
}
SAVE = body(
    "TextToSave",
    {
        "heading": StrictTextField(
            500, 0, "The heading or the name of the term; empty if the English has none.", default=""
        ),
        "text": StrictTextField(MOST_CHARACTERS, 0, "The translation; italics as [i]words[/i].", default=""),
        "as": ChoiceField(["draft", "review", "approved"], help_text="Save a draft, send it to review, or approve it."),
        **BASE,
        **_SEEN,
        **WHERE,
    },
    {"text": "Un texte.", "as": "draft", "base": 0},
)
APPROVE = body("TextToApprove", BASE | _SEEN | WHERE, {"base": 1, "seen": None})
COMMENT = body(
    "CommentOnText",
    {"comment": StrictTextField(4000, 1, "The comment."), **BASE, **WHERE},
    {"base": 1, "comment": "À revoir."},
)
WITHDRAW = body("TextToWithdraw", WHY | BASE | WHERE, {"base": 1, "reason": "Faux."})
_NUMBER = re.compile(r"\d{1,3}(\.\d{1,3}[a-z]{0,2})?\.?")


def target_at(version: CatalogueVersion, language: str, place: str, part: int) -> TranslationTarget:
    """Return the target at a number, the slug of a term, or the id of a Rule. Raises Problem."""
    english = version.text_in(DEFAULT_LANGUAGE)
    entries = Entry.objects.filter(edition=english.pk) if english else Entry.objects.none()
    number = place.lower().rstrip(".") if _NUMBER.fullmatch(place) else place
    found = entries.filter(number=number).order_by("position").values_list("rule__public_id", flat=True).first()
    target = find_target(language, found or place, part, version)
    if target is None:
        message = _("The version of %(date)s has no text “%(place)s” to translate. Check the rule number.")
        if part:
            message = _(
                "In the version of %(date)s, “%(place)s” has no part number %(part)d to translate. Check the rule "
                "number and the part number."
            )
        raise not_found(message % {"date": version, "place": place[:60], "part": part})
    return target


def text_data(versions: Catalogue, target: TranslationTarget) -> dict[str, Any]:
    """Return the data of a text, with the revisions that a save or approval must name."""
    newest = newest_of(target)
    rows = target.slot.filter(status=Translation.Status.APPROVED)
    approved = rows.select_related("wording", "author", "former").first()
    translated = translated_text_of(versions, target)
    # Readers report the published translation, which may be of an older English text.
    commented = {newest.pk if newest else None, translated.translation if translated else None} - {None}
    comments = ReviewComment.objects.filter(translation__in=commented).select_related("author", "former")
    return DeskTextSerializer().to_representation(
        {
            "language": target.language,
            "version": target.version,
            "number": target.entry.number,
            "part": target.part,
            "parts": 1 + len(target.examples),
            "rule": target.public_id,
            "english": target.original,
            "freshness": translated.state if translated else None,
            "base": newest.revision if newest else 0,
            "seen": approved.pk if approved else None,
            "newest": newest,
            "approved": approved,
            "comments": comments,
        }
    )


class DeskText(DeskApi):
    """A text at the desk: the English, the newest translation, the published translation, and comments.

    Send `base` and `seen` with every change, so that no text of another person is overwritten.
    """

    role, response_serializer, path_params, params = TRANSLATE, DeskTextSerializer, IN_PATH, WHERE

    def get(self, request: Request, language: str, place: str) -> Response:
        version = self.work_version(self.query_values["version"])
        target = target_at(version, language, place, self.query_values["part"])
        return self.one(text_data(self.versions, target))


class TextAction(DeskPost):
    """An action on a text; a conflict returns both texts."""

    role, response_serializer, path_params = TRANSLATE, DeskTextSerializer, IN_PATH

    def act(self, data: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Perform the action and return the current text."""
        version = self.work_version(data["version"])
        target = target_at(version, where["language"], where["place"], data["part"])
        try:
            self.do(target, data)
        except Conflict as conflict:
            now = text_data(self.versions, target)
            message = _(
                "Since revision %(base)d, another person has saved, approved or withdrawn a translation of this text. "
                "Compare the current text with yours. To send your text again, use the current values of “base” and "
                "“seen”."
            )
            yours = {name: data[name] for name in ("heading", "text", "base", "seen") if name in data}
            newest = DeskRowSerializer(conflict.newest).data if conflict.newest else now["newest"]
            more = {name: now[name] for name in ("approved", "base", "seen")}
            detail = message % {"base": data["base"]}
            raise Problem(409, "conflict", detail, newest=newest, **more, yours=yours) from None
        return text_data(catalogue(), target)

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Call the desk action."""
        raise NotImplementedError


class DeskSave(TextAction):
    """Save a translation."""

    body = SAVE

    def act(self, data: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Save a translation as a draft, send it to review, or approve it at once.

        Each save adds a revision. If another person saved a newer one, the answer is 409 with both texts.
        """
        if data["as"] == "approved" and not may(self.user, ROLE_OF["approve"], where["language"]):
            raise no_right(
                _(
                    "Your account cannot approve texts in this language. Set the state to “review” and send the text "
                    "again."
                )
            )
        return super().act(data, **where)

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Save, submit or approve the text."""
        form = TextForm(target.original, data)
        clean, base = cleaned(form), data["base"]
        heading, reason = clean["heading"], clean["reason"]
        if data["as"] == "approved":
            desk_actions.submit_and_approve(target, heading, form.typed, base, data["seen"], self.user, reason)
        else:
            submit = data["as"] == "review"
            desk_actions.save(target, heading, form.typed, base, self.user, reason, submit=submit)


class DeskApprove(TextAction):
    """Approve the newest translation of a text."""

    role, body = ROLE_OF["approve"], APPROVE

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Approve the newest translation."""
        desk_actions.approve(target, data["base"], data["seen"], self.user, cleaned(WordsForm(data))["reason"])


class DeskSendBack(TextAction):
    """Return a text in review to its translator, with a comment."""

    role, body = ROLE_OF["return"], COMMENT

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Return the text, and mail the comment to its translator."""
        comment = cleaned(WordsForm(data))["comment"]
        row = desk_actions.send_back(target, data["base"], comment, self.user)
        mail_return(target, row, comment, self.user, self.request.build_absolute_uri("/"))


class DeskComment(TextAction):
    """Comment on the newest translation of a text."""

    role, body = ROLE_OF["comment"], COMMENT

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Store the comment, and mail it to the people that it names."""
        comment = cleaned(WordsForm(data))["comment"]
        desk_actions.comment_on(target, data["base"], comment, self.user)
        mail_mentions(target, comment, self.user, self.request.build_absolute_uri("/"))


class DeskWithdraw(TextAction):
    """Withdraw an approved translation: readers no longer see it."""

    role, body = ROLE_OF["withdraw"], WITHDRAW

    def do(self, target: TranslationTarget, data: dict[str, Any]) -> None:
        """Withdraw the translation."""
        desk_actions.withdraw(target, data["base"], self.user, cleaned(WordsForm(data))["reason"])
