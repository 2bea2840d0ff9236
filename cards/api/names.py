"""Views of the API on questions about names, and fuzzy card search."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import ChoiceField

from cards.api.serializers import AnswerSerializer, FaceSerializer, FoundCardSerializer
from cards.engine.types import BadQuestion, QuestionKind
from cards.lookup.find_cards import find_cards
from cards.lookup.which_card import cards_meant
from cards.name_checker.answer_json import answer_data, candidate_data
from cards.name_checker.check import check, options_of
from cards.name_checker.options import FLAGS, HELP, TEXTS
from rulesbase.api.base import Api
from rulesbase.api.problems import Problem, not_found
from rulesbase.api.query_params import LONGEST, VERSION, PatternField, StrictBooleanField, StrictTextField, ValuesField
from rulesbase.api.views.plain_text import PlainLineRenderer, one_line
from rulesbase.core.errors import message_text

MOST_CARDS = 60
_MOST_MEANT = 6


def _some(says: str, **more: Any) -> ValuesField:
    more.setdefault("required", False)
    return ValuesField(StrictTextField(LONGEST, 1), 20, says, repeated=True, **more)


class Names(Api):
    """Answer a question about card names by the rules of any version, with the rules that decide.

    An object is NAME[@state,...] in any language, or JSON for a card that is not in the data. Accept-Language gives the
    language of messages.
    """

    response_serializer, tag = AnswerSerializer, "cards"
    params = {
        "question": ChoiceField([*map(str, QuestionKind)], help_text="The question.", initial="same"),
        "card": ValuesField(
            StrictTextField(2000, 1),
            MOST_CARDS,
            "One object for each parameter.",
            repeated=True,
            default=(),
            initial=["Fire", "Fire // Ice@left"],
        ),
        "version": PatternField(
            VERSION, "A day, a year or latest: the rules to apply.", default="latest", initial="2013-05-01"
        ),
        "with": _some(f"{HELP['with']}.", default=()),
        "set": StrictTextField(12, 1, "A set code, to choose among cards of one name.", required=False),
        "legal": StrictBooleanField(f"{HELP['legal']}.", required=False),
        "subtype": _some(f"{HELP['subtypes']}."),
        "changed": _some(f"{HELP['changed']}."),
        **{name: StrictTextField(LONGEST, 1, f"{HELP[name]}.", required=False) for name in TEXTS},
        **{name: StrictBooleanField(f"{HELP[name]}.", required=False) for name in FLAGS},
    }

    def get(self, request: Request) -> Response:
        """Answer a question about card names by the rules of any version, with the rules that decide.

        An object is NAME[@state,...] in any language, or JSON for a card that is not in the data. Accept-Language gives
        the language of messages.
        """
        try:
            checked = check(
                QuestionKind(self.query_values["question"]),
                self.query_values["card"],
                self.query_values["version"],
                set_code=self.query_values.get("set", ""),
                options=options_of({**self.query_values, "subtypes": self.query_values.get("subtype")}),
            )
        except BadQuestion as error:
            raise Problem(404, "no-question", message_text(error.message)) from None
        return self.one(answer_data(checked, message_text))


class FuzzyCard(Api):
    """The best match for a card name in any language or spelling: one line of text, or JSON by Accept.

    If several cards may be meant, the line lists them, and so does `candidates`.
    """

    response_serializer, sparse, plain, tag = FoundCardSerializer, False, True, "bots"
    renderer_classes = (PlainLineRenderer, JSONRenderer)
    params = {"name": StrictTextField(LONGEST, 1, "A card name as typed.", initial="lightening bolt")}

    def get(self, request: Request) -> Response:
        """The best match for a card name in any language or spelling: one line of text, or JSON by Accept."""
        typed = self.query_values["name"]
        meant = cards_meant(typed, _MOST_MEANT)
        if not meant:
            raise not_found(_("No card has a name similar to “%(name)s”.") % {"name": typed[:60]})
        others = [one for one in find_cards(typed, limit=_MOST_MEANT) if one.card.pk != meant[0].card.pk]
        best, names = meant[0], "; ".join(dict.fromkeys(one.name for one in meant))
        faces = list(FaceSerializer(best.card.faces.all(), many=True).data)
        data = {
            **candidate_data(best),
            "language": best.language,
            "score": round(best.score, 1),
            "warning": message_text(best.warning) if best.warning else None,
            "line": _line(best.name, faces) if len(meant) == 1 else _("Several cards: %(cards)s") % {"cards": names},
            "candidates": [candidate_data(one) for one in meant] if len(meant) > 1 else [],
            "url": request._request.build_absolute_uri(f"/cards/{best.card.slug}/"),
            "others": [candidate_data(one) for one in others],
            "faces": faces,
        }
        return self.one(data)


def _line(name: str, faces: list[dict[str, Any]]) -> str:
    parts = []
    for face in faces:
        own = [face["name"] if len(faces) > 1 else name, face["mana_cost"]]
        size = f"{face['power']}/{face['toughness']}" if face["power"] or face["toughness"] else ""
        size = size or face["loyalty"] or face["defense"]
        head = " ".join(part for part in own if part)
        parts.append(" · ".join(part for part in (head, face["type_line"], size, one_line(face["text"])) if part))
    return one_line(" // ".join(parts))
