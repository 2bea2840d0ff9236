"""The shapes of the desk's answers, as JSON Schema, and of the bodies that are sent there."""

from collections.abc import Iterable

from rulesbase.api import desk_imports, desk_lineage, desk_lists, desk_many, desk_texts
from rulesbase.api.bodies import Body
from rulesbase.api.shapes import (
    BOOLEAN,
    COUNTS,
    INTEGER,
    MAYBE,
    MAYBE_DATE,
    SIGNATURE,
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
    "DeskWaiting": thing(
        "A text in a queue of the desk.",
        number=STRING,
        part=said("0 for the text itself, 1 and up for its examples.", INTEGER),
        rule=STRING,
        subject=said("Its heading, or how the English begins.", STRING),
        freshness=said("Of what readers see.", STRING),
        since=said("The version that what readers see was made for.", MAYBE_DATE),
        cited=said("How many rules name this number.", INTEGER),
        older=said("What waits was made for English that has changed since.", BOOLEAN),
        failed=said("The checks that it fails; in the queue `checks` only.", STRINGS),
        base=said("The newest revision; 0 where there is none.", INTEGER),
        status=said("Of the newest revision.", MAYBE),
        by=said("Who wrote the newest revision.", STRING),
        at=MAYBE,
        others=said("Who is at work on it now.", STRINGS),
    ),
    "DeskPast": thing(
        "A text that a rule had in a language.",
        id=said("Send it to take the text up again.", INTEGER),
        revision=INTEGER,
        status={"type": "string", "enum": list(Translation.Status.values)},
        heading=STRING,
        text=said("Italics as [i]words[/i].", STRING),
        wording=STRING,
        by=STRING,
        at=STRING,
        reason=STRING,
        origin={"type": "string", "enum": list(Translation.Origin.values)},
        english=said("The digest of the English wording it was made for.", STRING),
        current=said("That English is the one of today.", BOOLEAN),
        places=said("Numbers and days it was made for.", STRINGS),
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
        **SIGNATURE,
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
    **bodies((*desk_texts.BODIES, *desk_lists.BODIES, *desk_many.BODIES, *desk_lineage.BODIES, *desk_imports.BODIES)),
}
