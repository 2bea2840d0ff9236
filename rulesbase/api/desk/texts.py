"""Translations at the desk, for programs: what stands in a slot, and the verbs of translators and reviewers on it."""

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from rulesbase.accounts.roles import REVIEW, TRANSLATE
from rulesbase.api.desk.base import DeskApi, DeskPost, checked
from rulesbase.api.desk.schemas import DeskRowSerializer, DeskTextSerializer
from rulesbase.api.problems import Problem, missing
from rulesbase.api.query_params import LARGEST_KEY, LONGEST, Fields, PatternField, StrictTextField, WholeNumberField
from rulesbase.api.request_body import body
from rulesbase.api.views.versions import in_path
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.desk import actions as desk_actions
from rulesbase.desk.actions import Conflict
from rulesbase.desk.forms import MOST, TextForm, WordsForm
from rulesbase.desk.targets import Spot, carried_of, find_spot, newest_of
from rulesbase.models import Entry, ReviewComment, Translation

IN_PATH: Fields = {
    **in_path("fr"),
    "place": StrictTextField(
        LONGEST, 1, "A number such as 201.3, the slug of a term, or the id of a Rule.", initial="201.3"
    ),
}
VERSION: Fields = {
    "version": PatternField(
        r"[12]\d{3}-\d\d-\d\d", "A version that is announced and not in force yet, to work ahead for.", default=""
    )
}
WHERE: Fields = {
    "part": WholeNumberField(0, 999, "0 for the text itself, 1 and up for its examples.", default=0),
    **VERSION,
}
WHY: Fields = {"reason": StrictTextField(300, 1, "Why; it stays in the history.")}
BASE: Fields = {
    "base": WholeNumberField(
        0, 1_000_000, "The revision that you worked on: `base` of the text; 0 where there was none."
    )
}
_SEEN: Fields = {
    "seen": WholeNumberField(
        1, LARGEST_KEY, "The text that readers saw then: `seen` of the text.", default=None, allow_null=True
    ),
    "reason": StrictTextField(300, 0, "Why; it stays in the history.", default=""),
}
SAVE = body(
    "TextToSave",
    {
        "heading": StrictTextField(
            500, 0, "The heading, or the name of a term; empty where the English has none.", default=""
        ),
        "text": StrictTextField(MOST, 0, "The translation; italics as [i]words[/i].", default=""),
        "as": ChoiceField(["draft", "review", "approved"], help_text="Keep it, hand it in, or (reviewers) approve it."),
        **BASE,
        **_SEEN,
        **WHERE,
    },
    {"text": "Un texte.", "as": "draft", "base": 0},
)
APPROVE = body("TextToApprove", BASE | _SEEN | WHERE, {"base": 1, "seen": None})
COMMENT = body(
    "CommentOnText",
    {"comment": StrictTextField(4000, 1, "What is to be said of the text."), **BASE, **WHERE},
    {"base": 1, "comment": "À revoir."},
)
WITHDRAW = body("TextToWithdraw", WHY | BASE | WHERE, {"base": 1, "reason": "Faux."})
_NUMBER = re.compile(r"\d{1,3}(\.\d{1,3}[a-z]{0,2})?\.?")


def spot_at(versions: Catalogue, version: CatalogueVersion, language: str, place: str, part: int) -> Spot:
    """The text at a number, at the slug of a term, or of a Rule. Raises Problem."""
    english = version.text_in(DEFAULT_LANGUAGE)
    entries = Entry.objects.filter(edition=english.pk) if english else Entry.objects.none()
    number = place.lower().rstrip(".") if _NUMBER.fullmatch(place) else place
    found = entries.filter(number=number).order_by("position").values_list("rule__public_id", flat=True).first()
    spot = find_spot(versions, language, found or place, part, version)
    if spot is None:
        told = _("The version of %(date)s has nothing to translate at “%(place)s”, part %(part)d.")
        raise missing(told % {"date": version, "place": place[:60], "part": part})
    return spot


def text_data(versions: Catalogue, spot: Spot) -> dict[str, Any]:
    """What stands in a slot now, with what a save and an approval have to name."""
    newest = newest_of(spot)
    rows = Translation.objects.of_slot(spot.original.pk, spot.language).select_related("wording", "author", "former")
    approved = rows.filter(status=Translation.Status.APPROVED).first()
    carried = carried_of(versions, spot)
    comments = ReviewComment.objects.filter(translation=newest).select_related("author", "former") if newest else ()
    return DeskTextSerializer().to_representation(
        {
            "language": spot.language,
            "version": spot.version,
            "number": spot.entry.number,
            "part": spot.part,
            "parts": 1 + len(spot.examples),
            "rule": spot.public_id,
            "english": spot.original,
            "freshness": carried.state if carried else None,
            "base": newest.revision if newest else 0,
            "seen": approved.pk if approved else None,
            "newest": newest,
            "approved": approved,
            "comments": comments,
        }
    )


class DeskText(DeskApi):
    """What stands at a place of the desk: the English, the newest text, the one that readers see, and comments.

    `base` and `seen` go with whatever is done to it, so that nobody overwrites what they have not seen.
    """

    role, answers, path_params, params = TRANSLATE, DeskTextSerializer, IN_PATH, WHERE

    def get(self, request: Request, language: str, place: str) -> Response:
        """What stands at a place of the desk: the English, the newest text, the one that readers see, and comments.

        `base` and `seen` go with whatever is done to it, so that nobody overwrites what they have not seen.
        """
        versions = catalogue()
        version = self.worked_for(versions, self.asked["version"])
        return self.one(text_data(versions, spot_at(versions, version, language, place, self.asked["part"])))


class OnText(DeskPost):
    """A verb on a text: who was too late gets both texts."""

    role, answers, path_params = TRANSLATE, DeskTextSerializer, IN_PATH

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Do it, and tell what stands there now."""
        versions = catalogue()
        version = self.worked_for(versions, said["version"])
        spot = spot_at(versions, version, where["language"], where["place"], said["part"])
        try:
            self.do(spot, said)
        except Conflict as conflict:
            raise _conflict(versions, spot, said, conflict) from None
        return text_data(catalogue(), spot)

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """Use the verb of the desk."""
        raise NotImplementedError


def _conflict(versions: Catalogue, spot: Spot, said: dict[str, Any], conflict: Conflict) -> Problem:
    """Both texts, and the revision from which to go on."""
    now = text_data(versions, spot)
    told = _(
        "Somebody else saved, approved or withdrew a text here since revision %(base)d. Compare both, then send yours "
        "again with “base” and “seen” as they are now, or leave theirs."
    )
    yours = {name: said[name] for name in ("heading", "text", "base", "seen") if name in said}
    newest = DeskRowSerializer(conflict.newest).data if conflict.newest else now["newest"]
    more = {"newest": newest, "approved": now["approved"], "base": now["base"], "seen": now["seen"], "yours": yours}
    return Problem(409, "conflict", told % {"base": said["base"]}, **more)


class DeskSave(OnText):
    """Save a translation."""

    body = SAVE

    def act(self, said: dict[str, Any], **where: Any) -> dict[str, Any]:
        """Save a translation as a draft, hand it to the reviewers, or approve it at once.

        A text is never rewritten: each save adds a revision. Somebody else's newer one is answered with 409 and both.
        """
        if said["as"] == "approved" and not self.may(REVIEW, where["language"]):
            raise Problem(403, "no-right", _("Your account may not approve in this language; hand it in as “review”."))
        return super().act(said, **where)

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the buttons of the editor do."""
        form = TextForm(spot.original, said)
        clean, base = checked(form), said["base"]
        heading, reason = clean["heading"], clean["reason"]
        if said["as"] == "approved":
            desk_actions.submit_and_approve(spot, heading, form.typed, base, said["seen"], self.user, reason)
            return
        store = desk_actions.submit if said["as"] == "review" else desk_actions.save_draft
        store(spot, heading, form.typed, base, self.user, reason)


class DeskApprove(OnText):
    """Let readers see the newest text of a place."""

    role, body = REVIEW, APPROVE

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the button does."""
        desk_actions.approve(spot, said["base"], said["seen"], self.user, checked(WordsForm(said))["reason"])


class DeskSendBack(OnText):
    """Give a text in review back to its translator, with a comment on what is to be done."""

    role, body = REVIEW, COMMENT

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the button does."""
        desk_actions.send_back(spot, said["base"], checked(WordsForm(said))["comment"], self.user)


class DeskComment(OnText):
    """Say something about the newest text of a place."""

    body = COMMENT

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the button does."""
        desk_actions.comment_on(spot, said["base"], checked(WordsForm(said))["comment"], self.user)


class DeskWithdraw(OnText):
    """Take an approved text of a curator from the readers."""

    role, body = REVIEW, WITHDRAW

    def do(self, spot: Spot, said: dict[str, Any]) -> None:
        """As the button does."""
        desk_actions.withdraw(spot, said["base"], self.user, checked(WordsForm(said))["reason"])
