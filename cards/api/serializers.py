"""The shapes of answers on cards and names."""

from typing import Any

from rest_framework.serializers import (
    BooleanField,
    CharField,
    ChoiceField,
    DateField,
    DictField,
    Field,
    FloatField,
    IntegerField,
    ModelSerializer,
    Serializer,
)

from cards.engine.lookup.types import MatchReason
from cards.engine.types import QuestionKind, Verdict
from cards.models import Card, Face, RulingTie
from rulesbase.api.serializers import SignatureSerializer, items, shape, strings


class FaceSerializer(ModelSerializer[Any]):
    """A face or half of a card; for most cards, the only one."""

    class Meta:
        model = Face
        fields = """name mana_cost mana_value type_line colors color_indicator text power toughness loyalty
defense""".split()


class ListedCardSerializer(ModelSerializer[Any]):
    """A card with its Oracle text."""

    card = CharField(source="slug", help_text="The slug in its address.")
    keywords = strings()
    legalities = DictField(child=CharField())
    first_set = CharField(source="first_set.code", allow_null=True, help_text="Code of the first set.")
    variant = BooleanField(source="is_variant")
    playtest = BooleanField(source="is_playtest")
    sample = BooleanField(source="is_sample")
    faces = FaceSerializer(many=True)

    class Meta:
        model = Card
        fields = """card oracle_id name layout kind mana_value colors color_identity keywords legalities released
first_set variant playtest sample faces""".split()


class PrintedNameSerializer(Serializer[Any]):
    """A name that is printed on a card."""

    language = CharField()
    name = CharField()
    flavor = BooleanField(help_text="Printed in place of the card's own name.")
    face = IntegerField(
        source="face__position", allow_null=True, help_text="Number of the face, from 0; null for the whole card."
    )
    reading = CharField(help_text="The reading in kana.")


class CardSerializer(ListedCardSerializer):
    """A card with its printed names, Oracle history and interchangeable names."""

    printed_names = PrintedNameSerializer(source="names", many=True)
    parts = shape(
        "CardPart", component=CharField(), name=CharField(), card=CharField(source="other.slug", allow_null=True)
    )(source="ordered_parts", many=True)
    oracle = shape(
        "CardOracle",
        as_of=DateField(allow_null=True, help_text="Day of the card data with this text."),
        is_later=BooleanField(help_text="Set if no data of that date exist and later data are used."),
        faces=shape("CardOracleFace", name=CharField(), mana_cost=CharField(), type_line=CharField(), text=CharField())(
            source="sides", many=True
        ),
        history=shape(
            "CardOracleState",
            face=CharField(),
            first=DateField(),
            last=DateField(),
            type_line=CharField(),
            text=CharField(),
        )(source="states", many=True, help_text="Newest first. Dates are those of the card data."),
    )(help_text="The Oracle text as of a version, and its history.")
    interchangeable = strings(help_text="Names that the rules treat as the same name.")

    class Meta(ListedCardSerializer.Meta):
        fields = [*ListedCardSerializer.Meta.fields, "printed_names", "parts", "oracle", "interchangeable"]


class BasisSerializer(Serializer[Any]):
    """A rule that a ruling is based on: named by it, linked by a curator, or computed from its text."""

    number = CharField(help_text="The number as written in the ruling.")
    version = DateField(source="then", allow_null=True, help_text="The version in force on the day of the ruling.")
    status = CharField(source="resolution.status.value")
    numbers = strings(source="resolution.numbers", help_text="Its numbers in the latest version.")
    words = CharField(help_text="same, refs or reworded; empty if the rule is gone.")
    since = DateField(allow_null=True, help_text="The date since which its text differs.")
    confidence = IntegerField(help_text="Percent. 100 if the ruling names the rule or a curator linked it.")
    evidence = CharField(help_text="The words of the ruling from which the rule was computed.")


class RulingSerializer(Serializer[Any]):
    """An official ruling with the rules it is based on."""

    id = IntegerField(
        source="ruling.pk", help_text="To link the ruling to a rule. A new import of cards can change it."
    )
    card = CharField(source="ruling.card.slug")
    name = CharField(source="ruling.card.name")
    date = DateField(source="ruling.date")
    source = CharField(source="ruling.source")  # type: ignore[assignment]
    text = CharField(source="ruling.text")
    rests_on = BasisSerializer(source="bases", many=True)


class DeskTieSerializer(SignatureSerializer):
    """A curator's link of a ruling to a rule."""

    ruling = IntegerField(source="ruling_id", allow_null=True, help_text="The `id` of the ruling, or null.")
    card = CharField(source="ruling.card.slug", allow_null=True)
    place = CharField()

    class Meta:
        model = RulingTie
        fields = ("id", "ruling", "card", "place", "reason", *SignatureSerializer.NAMES)


class CandidateSerializer(Serializer[Any]):
    """A possible card."""

    name = CharField()
    card = CharField()
    matched = CharField(help_text="The name that was recognised.")
    reason = ChoiceField([str(reason) for reason in MatchReason])


# A dictionary, because “if” is a word of Python.
_BRANCH: dict[str, Field[Any, Any, Any, Any]] = {
    "if": CharField(),
    "verdict": CharField(),
    "answer": CharField(),
    "numbers": strings(),
    "says": CharField(),
}
_AnswerBranch = shape("AnswerBranch", **_BRANCH)


def _meant_card() -> dict[str, Field[Any, Any, Any, Any]]:
    """Return the fields of a card that an ambiguous name can mean."""
    return {
        "name": CharField(),
        "card": CharField(allow_null=True),
        "set": CharField(allow_null=True, help_text="Where the card was first printed under the typed name."),
        "set_name": CharField(allow_null=True),
        "released": DateField(allow_null=True),
    }


class AnswerSerializer(Serializer[Any]):
    """An answer of the name checker, with the rules that it applied."""

    version = DateField()
    question = ChoiceField([str(kind) for kind in QuestionKind])
    verdict = ChoiceField([str(verdict) for verdict in Verdict])
    answer = CharField()
    reasons = items(
        "AnswerReason", number=CharField(), rule=CharField(allow_null=True), text=CharField(), says=CharField()
    )
    readings = shape(
        "AnswerReading",
        **_meant_card(),
        cards=shape(
            "AnswerReadingCard",
            **_meant_card(),
            object=IntegerField(help_text="Which `card` of the question has the ambiguous name, from 0."),
        )(many=True, help_text="The card for each object of the question with an ambiguous name."),
        verdict=CharField(),
        answer=CharField(),
        numbers=strings(),
        branches=_AnswerBranch(many=True),
    )(many=True, help_text="The answer for each card that an ambiguous name can mean, the most likely first.")
    branches = _AnswerBranch(many=True, help_text="The answers by value of a fact, if the verdict depends on it.")
    candidates = CandidateSerializer(many=True)
    card_data = shape("AnswerCardData", as_of=DateField(allow_null=True), oracle_as_of=strings())(
        help_text="The day of the card data, and of the Oracle text used for each card."
    )
    notes = strings()
    by_analogy = BooleanField()
    rests_on_tournament_rules = BooleanField()
    today = shape("AnswerToday", verdict=CharField(), answer=CharField(), since=DateField(allow_null=True))(
        allow_null=True, help_text="The answer by the latest rules, if it differs."
    )


class FoundCardSerializer(CandidateSerializer):
    """The best match."""

    language = CharField(help_text="Language of the recognised name.")
    score = FloatField(help_text="Up to 100.")
    warning = CharField(allow_null=True, help_text="A warning about a misleading name.")
    line = CharField(help_text="The card in one line.")
    url = CharField()
    candidates = CandidateSerializer(many=True, help_text="All possible cards, the best first, if there are several.")
    others = CandidateSerializer(many=True)
    faces = FaceSerializer(many=True)
