"""The shapes of answers on cards and names."""

from cards.engine.asking import Asked, Verdict
from cards.engine.candidates import Reason
from cards.models import Card
from rulesbase.api.shapes import (
    BOOLEAN,
    DATE,
    MAYBE,
    MAYBE_DATE,
    NUMBER,
    SIGNATURE,
    STRING,
    STRINGS,
    Shape,
    array,
    ref,
    said,
    thing,
)

_MAYBE_NUMBER: Shape = {"type": ["number", "null"]}
_CARD = {
    "card": said("The end of its address.", STRING),
    "oracle_id": STRING,
    "name": STRING,
    "layout": STRING,
    "kind": {"type": "string", "enum": [str(kind) for kind in Card.Kind.values]},
    "mana_value": NUMBER,
    "colors": said("A part of WUBRG.", STRING),
    "color_identity": STRING,
    "keywords": STRINGS,
    "legalities": {"type": "object", "additionalProperties": {"type": "string"}},
    "released": said("The first day a printing came out.", MAYBE_DATE),
    "first_set": said("Code of the first set.", MAYBE),
    "variant": BOOLEAN,
    "playtest": BOOLEAN,
    "sample": BOOLEAN,
    "faces": array(ref("Face")),
}

SHAPES: dict[str, Shape] = {
    "Face": thing(
        "A face or half of a card; all of one that has but one.",
        name=STRING,
        mana_cost=STRING,
        mana_value=_MAYBE_NUMBER,
        type_line=STRING,
        colors=STRING,
        color_indicator=STRING,
        text=STRING,
        power=STRING,
        toughness=STRING,
        loyalty=STRING,
        defense=STRING,
    ),
    "ListedCard": thing("A card as the Oracle reference knows it.", **_CARD),
    "Card": thing(
        "A card with its printed names and what goes with it.",
        **_CARD,
        printed_names=array(
            thing(
                "",
                language=STRING,
                name=STRING,
                flavor=said("Printed in place of the card's own name.", BOOLEAN),
                face=said("Which face, from 0; null for the whole card.", {"type": ["integer", "null"]}),
                reading=said("Kana.", STRING),
            )
        ),
        parts=array(thing("", component=STRING, name=STRING, card=MAYBE)),
        interchangeable=said("Names that the rules treat as one with its own.", STRINGS),
    ),
    "Ruling": thing(
        "An official ruling.",
        id=said("For tying it to a rule; data that come anew may change it.", {"type": "integer"}),
        card=STRING,
        name=STRING,
        date=DATE,
        source=STRING,
        text=STRING,
        rests_on=array(
            thing(
                "A rule that it names, or that curators tied to it.",
                number=said("As the ruling has it.", STRING),
                version=said("The version of its day.", MAYBE_DATE),
                status=STRING,
                numbers=said("What it is in the latest version.", STRINGS),
                words=said("same, refs or reworded; empty where it is gone.", STRING),
                since=said("Since when it reads otherwise.", MAYBE_DATE),
            )
        ),
    ),
    "DeskTie": thing(
        "A curator's word that a ruling rests on a rule.",
        id={"type": "integer"},
        ruling=said("Its `id`; null while the data lack it.", {"type": ["integer", "null"]}),
        card=MAYBE,
        place=STRING,
        reason=STRING,
        **SIGNATURE,
    ),
    "Candidate": thing(
        "A card that may be meant.",
        name=STRING,
        card=STRING,
        matched=said("The name that was recognised.", STRING),
        reason={"type": "string", "enum": [str(reason) for reason in Reason]},
    ),
    "Answer": thing(
        "What the name checker answers, with the rules of that version behind it.",
        version=DATE,
        question={"type": "string", "enum": [str(kind) for kind in Asked]},
        verdict={"type": "string", "enum": [str(verdict) for verdict in Verdict]},
        answer=STRING,
        reasons=array(thing("", number=STRING, rule=MAYBE, text=STRING, says=STRING)),
        candidates=array(ref("Candidate")),
        notes=STRINGS,
        by_analogy=BOOLEAN,
        rests_on_tournament_rules=BOOLEAN,
        today={
            "type": ["object", "null"],
            "description": "What the latest rules say, where it differs.",
            "properties": {"verdict": STRING, "answer": STRING, "since": MAYBE_DATE},
        },
    ),
    "FoundCard": thing(
        "The card that is likeliest meant.",
        name=STRING,
        card=STRING,
        matched=STRING,
        language=said("Of the name that was recognised.", STRING),
        reason={"type": "string", "enum": [str(reason) for reason in Reason]},
        score=said("Up to 100.", NUMBER),
        warning=said("Where one may go wrong.", MAYBE),
        line=said("The card in one line.", STRING),
        url=STRING,
        others=array(ref("Candidate")),
        faces=array(ref("Face")),
    ),
}
