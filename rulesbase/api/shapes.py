"""The shapes of the answers, as JSON Schema. No field is required, for sparse fields may leave any out."""

from typing import Any

from rulesbase.carried import Freshness
from rulesbase.comparing import ITEMS, KINDS, WEIGHTS

Shape = dict[str, Any]
STRING: Shape = {"type": "string"}
MAYBE: Shape = {"type": ["string", "null"]}
INTEGER: Shape = {"type": "integer"}
NUMBER: Shape = {"type": "number"}
BOOLEAN: Shape = {"type": "boolean"}
DATE: Shape = {"type": "string", "format": "date"}
MAYBE_DATE: Shape = {"type": ["string", "null"], "format": "date"}
COUNTS: Shape = {"type": "object", "additionalProperties": {"type": "integer"}}
KIND: Shape = {"type": "string", "enum": ["section", "chapter", "rule", "subrule", "term"]}


def ref(name: str) -> Shape:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def array(of: Shape) -> Shape:
    """Some of a shape."""
    return {"type": "array", "items": of}


def thing(says: str, /, **properties: Shape) -> Shape:
    """Something with fields."""
    return {"type": "object", "description": says, "properties": properties}


def said(says: str, of: Shape) -> Shape:
    """A shape with an explanation."""
    return of | {"description": says}


STRINGS = array(STRING)
_RULE_ID = said("The id of the Rule, which stays when the number changes; null in partial texts.", MAYBE)
_FRESHNESS: Shape = {"type": "string", "enum": [str(state) for state in Freshness]}
# What `Withdrawable.signature` gives.
SIGNATURE: dict[str, Shape] = {
    "by": STRING,
    "token": said("The name of the token by which it was made, if by one.", STRING),
    "at": STRING,
    "withdrawn_by": STRING,
    "withdrawn_at": MAYBE,
}
_DOORS = """versions editions entries tree glossary rules citations search cards rulings names documentation
schema""".split()

SHAPES: dict[str, Shape] = {
    "Problem": {
        "type": "object",
        "description": "An error (RFC 9457): `detail` says what to do.",
        "properties": {"type": STRING, "title": STRING, "status": INTEGER, "detail": STRING, "parameter": STRING},
        "required": ["type", "title", "status", "detail"],
    },
    "Doors": thing("Where everything is.", **dict.fromkeys(_DOORS, STRING)),
    "Edition": thing(
        "A version in one language.",
        version=DATE,
        language=STRING,
        entries=said("Numbered rules.", INTEGER),
        examples=INTEGER,
        glossary=said("Terms.", INTEGER),
        issues=said("Oddities found in its file.", INTEGER),
        sha256=said("Of the file it came from; empty where it is composed of parts.", STRING),
        complete=BOOLEAN,
    ),
    "Version": thing(
        "One release of the rules, known by the day it took effect.",
        version=DATE,
        name=said("The set it came with.", STRING),
        sample=said("Written for this software; not the rules.", BOOLEAN),
        languages=said("It can be read in these, translations carried over included.", STRINGS),
        editions=array(ref("Edition")),
        previous=MAYBE_DATE,
        next=MAYBE_DATE,
    ),
    "ListedEntry": thing(
        "A section, chapter, rule or subrule of an edition.",
        number=STRING,
        kind=KIND,
        heading=STRING,
        text=STRING,
        examples=STRINGS,
        rule=_RULE_ID,
        wording=said("Digest of the text, see wordings/.", STRING),
    ),
    "Translated": thing(
        "The same place in another language.",
        heading=STRING,
        text=STRING,
        examples=STRINGS,
        freshness=_FRESHNESS,
        behind=said("How often the English changed in substance since.", INTEGER),
        examples_behind=INTEGER,
        made_for=said("The version it was made for.", MAYBE_DATE),
    ),
    "Entry": thing(
        "A place of a version, with other languages beside it.",
        version=DATE,
        language=STRING,
        number=STRING,
        kind=KIND,
        heading=STRING,
        text=STRING,
        examples=STRINGS,
        rule=_RULE_ID,
        wording=said("Digest of the text, see wordings/.", STRING),
        translations={"type": "object", "additionalProperties": ref("Translated")},
    ),
    "Node": thing(
        "A place with what stands below it.",
        number=STRING,
        kind=KIND,
        heading=STRING,
        text=STRING,
        rule=_RULE_ID,
        children=array(ref("Node")),
    ),
    "Term": thing(
        "A term of the glossary.",
        slug=STRING,
        term=STRING,
        text=STRING,
        examples=STRINGS,
        rule=_RULE_ID,
        wording=STRING,
    ),
    "TranslationCell": thing(
        "An English entry of a version and its translation, as it was made for `made_for`.",
        number=said("Of a term its slug.", STRING),
        kind=KIND,
        rule=_RULE_ID,
        freshness=_FRESHNESS,
        behind=INTEGER,
        examples_behind=INTEGER,
        made_for=MAYBE_DATE,
        heading=STRING,
        text=STRING,
        wording=said("Digest of the translation; null where it is missing.", MAYBE),
        original=said("Digest of the English text that was translated.", MAYBE),
        english=said("Digest of the English text of this version.", STRING),
    ),
    "WholeText": thing(
        "A whole edition as it was parsed.",
        version=DATE,
        language=STRING,
        title=STRING,
        introduction=STRING,
        entries=array(thing("", number=STRING, kind=KIND, heading=STRING, text=STRING, examples=STRINGS)),
        glossary=array(thing("", term=STRING, text=STRING, examples=STRINGS)),
        index=STRING,
        credits=STRING,
        issues=array(thing("", line=INTEGER, text=STRING, problem=STRING)),
    ),
    "ListedRule": thing(
        "The identity that entries of many versions share.",
        rule=STRING,
        number=said("Its number in the latest version; of a term its slug; null where it is gone.", MAYBE),
        merged_into=said("The Rule that it was joined with.", MAYBE),
    ),
    "Lineage": thing(
        "The life of a Rule in English.",
        rule=STRING,
        kind=KIND,
        spans=array(thing("", first=DATE, last=DATE, number=STRING, heading=STRING, text=STRING)),
        examples=array(thing("", first=DATE, texts=STRINGS)),
        changes=array(
            thing(
                "",
                version=DATE,
                kind=STRING,
                weight=STRING,
                old_number=STRING,
                new_number=STRING,
                confidence=NUMBER,
                evidence=STRING,
            )
        ),
        kin=array(thing("", version=DATE, bond=STRING, rule=STRING, number=STRING, confidence=NUMBER)),
    ),
    "Change": thing(
        "What happened to one item between two versions.",
        item={"type": "string", "enum": list(ITEMS)},
        kind={"type": "string", "enum": list(KINDS)},
        weight={"type": "string", "enum": list(WEIGHTS)},
        old_numbers=STRINGS,
        new_numbers=STRINGS,
        rule=MAYBE,
        old_text=STRING,
        new_text=STRING,
        similarity=NUMBER,
    ),
    "Note": {"type": "object", "description": "Why it changed: a bulletin or remark.", "additionalProperties": True},
    "Meaning": thing(
        "What a citation means in another version. One without a day gives one item for each rule that had the number.",
        citation=STRING,
        number=STRING,
        to=DATE,
        numbers=said("The main heir first.", STRINGS),
        confidence=NUMBER,
        status={"type": "string", "enum": ["found", "split", "merged", "removed", "ambiguous", "unknown"]},
        hops=array(thing("", version=DATE, number=STRING, kind=STRING, confidence=NUMBER)),
        version=said("The version that the citation was read in.", MAYBE_DATE),
        first=DATE,
        last=DATE,
        last_seen=thing("Where a removed rule stood last.", version=DATE, number=STRING),
    ),
    "Batch": {
        "type": "object",
        "description": "Citations of any age, at most 500, and the version they are wanted for.",
        "properties": {
            "citations": {
                "type": "array",
                "items": {"type": "string", "maxLength": 200},
                "minItems": 1,
                "maxItems": 500,
            },
            "to": {"type": "string", "pattern": r"^(latest|[12]\d{3}(-\d\d-\d\d)?)$", "default": "latest"},
        },
        "required": ["citations"],
        "additionalProperties": False,
    },
    "Wording": thing(
        "A text, stored once and never changed.",
        digest=STRING,
        language=STRING,
        heading=STRING,
        text=STRING,
        emphasis=said("Italics: first and last offset, in code points.", array(array(INTEGER))),
    ),
    "Place": {
        "type": ["object", "null"],
        "description": "The place that a question names by its number, if it does.",
        "properties": {"version": DATE, "number": STRING},
    },
    "Hit": thing(
        "A text that answers, best first.",
        number=said("Of a term its slug.", STRING),
        kind=KIND,
        language=STRING,
        heading=STRING,
        text=STRING,
        is_example=BOOLEAN,
        score=NUMBER,
    ),
    "Spell": thing(
        "A Rule had the words from one version to another, not always in between.",
        rule=MAYBE,
        first=DATE,
        last=DATE,
        versions=said("How many had them.", INTEGER),
        first_number=STRING,
        last_number=STRING,
        heading=STRING,
        text=said("The last one with the words.", STRING),
        number=said("Its number in the latest version; empty where it is gone.", STRING),
    ),
    "Line": thing("A rule in one line.", version=DATE, language=STRING, number=STRING, line=STRING, url=STRING),
}
