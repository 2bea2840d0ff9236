"""The shapes of the desk's answers, as JSON Schema, and of the bodies that are sent there."""

from collections.abc import Iterable

from rulesbase.api import desk_imports, desk_lineage, desk_many, desk_texts
from rulesbase.api.bodies import Body
from rulesbase.api.shapes import (
    BOOLEAN,
    COUNTS,
    INTEGER,
    MAYBE,
    MAYBE_DATE,
    STRING,
    STRINGS,
    Shape,
    array,
    ref,
    said,
    thing,
)
from rulesbase.models import ApiToken, Correction, TermEntry, Translation

MAYBE_INTEGER: Shape = {"type": ["integer", "null"]}
_WORDS = thing("", heading=STRING, text=said("Italics as [i]words[/i].", STRING), wording=STRING)
_ROW = said(
    "A text of the slot; null where there is none.",
    {
        "type": ["object", "null"],
        "properties": {
            "id": INTEGER,
            "revision": INTEGER,
            "status": {"type": "string", "enum": list(Translation.Status.values)},
            "heading": STRING,
            "text": STRING,
            "wording": STRING,
            "by": STRING,
            "at": STRING,
            "reason": STRING,
        },
    },
)


def bodies(of: Iterable[Body]) -> dict[str, Shape]:
    """Bodies by their names."""
    return {body.name: body.schema for body in of}


SHAPES: dict[str, Shape] = {
    "DeskDoor": thing(
        "Whose token this is.",
        user=STRING,
        token=said("Its name, which stands in the log.", STRING),
        scope={"type": "string", "enum": list(ApiToken.Scope.values)},
        good_until=MAYBE,
        curates=said("May do everything in every language.", BOOLEAN),
        translates=said("Languages in which the person may save and hand in.", STRINGS),
        reviews=said("Languages in which the person may approve and send back.", STRINGS),
        edits=said("Languages in which the person may import and work on many texts.", STRINGS),
        four_eyes=said("Nobody approves here what they wrote themselves.", BOOLEAN),
    ),
    "DeskText": thing(
        "A text at the desk.",
        language=STRING,
        version=said("The version that is worked for.", STRING),
        number=STRING,
        part=said("0 for the text itself, 1 and up for its examples.", INTEGER),
        parts=said("How many there are, with the text itself.", INTEGER),
        rule=STRING,
        english=_WORDS,
        freshness=said("Of what readers see.", MAYBE),
        base=said("The newest revision; send it with what you do.", INTEGER),
        seen=said("The `id` of the text that readers see; send it with what you approve.", MAYBE_INTEGER),
        newest=_ROW,
        approved=_ROW,
        comments=array(thing("", by=STRING, at=STRING, text=STRING)),
    ),
    "DeskDone": thing(
        "What was done to many texts.",
        batch=said("Its number in the log; takes all of it back.", STRING),
        texts=said("How many were approved, or taken back.", INTEGER),
        left=said("Numbers that were left alone.", STRINGS),
    ),
    "DeskTerm": thing(
        "What an English term is called.",
        id=INTEGER,
        term=STRING,
        translation=STRING,
        variants=STRINGS,
        note=STRING,
        status={"type": "string", "enum": list(TermEntry.Status.values)},
        revision=INTEGER,
        newest=said("The newest revision of the term; send it with a decision.", INTEGER),
        by=STRING,
        at=STRING,
    ),
    "DeskCorrection": thing(
        "What a curator says of one step of the lineage.",
        id=said("Null where nothing was stored.", MAYBE_INTEGER),
        verb={"type": "string", "enum": list(Correction.Verb.values)},
        old=STRING,
        new=STRING,
        reason=STRING,
        by=STRING,
        token=said("The name of the token by which it was made, if by one.", STRING),
        at=STRING,
        withdrawn_by=STRING,
        withdrawn_at=MAYBE,
        holds=said("Whether the stored lineage is so.", BOOLEAN),
        old_text=STRING,
        new_text=STRING,
        bond=said("What holds between both now.", STRING),
    ),
    "DeskUpload": thing(
        "What would become of a file.",
        id=INTEGER,
        name=STRING,
        sha256=STRING,
        refusal=said("Why it holds no rules; empty where it does.", STRING),
        language=MAYBE,
        version=MAYBE_DATE,
        known=said("This very file was imported before.", BOOLEAN),
        allowed=said("You may import texts of this language.", BOOLEAN),
        counts=COUNTS,
        blocked=said("Entries that stand in the way of the import.", INTEGER),
        look_at=array(thing("", name=STRING, line=INTEGER, state=STRING, reasons=STRINGS)),
        more=said("How many more there are to look at.", INTEGER),
    ),
    "DeskImported": thing(
        "What became of a file.",
        status=said("imported, corrected, witness, known or discarded.", STRING),
        source={"type": ["integer", "null"]},
        version=MAYBE_DATE,
        language=MAYBE,
        rules=INTEGER,
        examples=INTEGER,
        terms=INTEGER,
        issues=INTEGER,
    ),
    "Conflict": {
        "type": "object",
        "description": "Somebody else was quicker: both texts, and from where to go on.",
        "allOf": [ref("Problem")],
        "properties": {"newest": _ROW, "approved": _ROW, "base": INTEGER, "seen": MAYBE_INTEGER, "yours": thing("")},
    },
    **bodies((*desk_texts.BODIES, *desk_many.BODIES, *desk_lineage.BODIES, *desk_imports.BODIES)),
}
