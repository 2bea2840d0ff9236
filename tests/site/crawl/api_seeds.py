"""What the API is asked: each parameter that its description names in each form, and what the desk sends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from rulesbase.api.schema import description
from tests.site.crawl.crawling import Ask, sent_as_json

# Parameter -> what is asked for, where the description gives no list of what it may be.
VALUES: dict[str, tuple[str, ...]] = {
    "below": ("702.19",),
    "card": ("Fire // Ice", "Candlewick"),
    "changed": ("creature=artifact",),
    "chapter": ("201",),
    "cite": ("202.3@2006-05-01", "999.9"),
    "cursor": ("nonsense",),
    "format": ("modern",),
    "gained_by": ("Candle",),
    "lang": ("en", "fr", "ja", "fr,en", "xx"),
    "language": ("fr",),
    "layout": ("split",),
    "limit": ("3",),
    "name": ("Fier", "Candel"),
    "number": ("201.2",),
    "q": ("fire", "flying creature", '"name of"', "-x"),
    "renamed": ("Candle",),
    "root": ("702",),
    "section": ("2",),
    "set": ("ust",),
    "since": ("2018-01-01",),
    "subtype": ("Moth",),
    "term": ("card",),
    "to": ("2011-09-30", "latest"),
    "type": ("creature",),
    "until": ("2011-09-30",),
    "version": ("2011-09-30", "latest"),
    "with": ("artifact",),
}
# Fields that are asked for alone; two of a list.
_FIELDS = 2
_HOW: dict[str, object] = {"reason": "It is better so."}
# What is sent to the name of an address: right, stale, and wrong.
BODIES: dict[str, Sequence[Mapping[str, object]]] = {
    "api-citations": (
        {"citations": ["201.2@latest", "702.9b@2011-09-30", "999.9"]},
        {"citations": ["702.9b@2011-09-30"], "to": "2020-04-17"},
        {"citations": "no list"},
    ),
    "api-desk-corrections": tuple(
        {"old": "201.3@2020-04-17", "verb": verb, "new": "201.4@2022-04-29", "dry": dry, **_HOW}
        for verb in ("same", "apart", "split", "merge")
        for dry in (True, False)
    ),
    "api-desk-correction-withdraw": ({},),
    "api-desk-imports": (
        {"name": "rules.txt", "text": "201.2. Ceci est un texte.\n", "language": "fr", "date": "2022-04-29"},
    ),
    "api-desk-import-confirm": ({"do": "import"}, {"do": "discard"}),
    "api-desk-many": ({"state": "references", **_HOW}, {"state": "typography", "chapter": "201", **_HOW}),
    "api-desk-take-back": (_HOW,),
    "api-desk-terms": (
        {"term": "counter", "translation": "marqueur", "variants": "compteur", "note": "Pas « jeton »."},
        {"term": "counter", "translation": "marqueur", "agree": True},
    ),
    "api-desk-term": tuple({"do": do, "newest": newest, **_HOW} for do in ("agree", "decline") for newest in (1, 2, 3)),
    "api-desk-save": tuple(
        {"text": "Un autre texte.", "as": as_, "base": base}
        for as_ in ("draft", "review", "approved")
        for base in (0, 1, 2, 3, 4)
    ),
    "api-desk-approve": tuple({"base": base} for base in (1, 2, 3, 4)),
    "api-desk-comment": tuple({"base": base, "comment": "Why so?"} for base in (1, 2, 3, 4)),
    "api-desk-send-back": tuple({"base": base, "comment": "Not yet."} for base in (1, 2, 3, 4)),
    "api-desk-revert": tuple({"base": base, "to": 1, **_HOW} for base in (2, 3, 4)),
    "api-desk-withdraw": tuple({"base": base, **_HOW} for base in (1, 2, 3, 4)),
    "api-desk-ties": (
        {"ruling": 2, "place": "201.2@2026-06-19", **_HOW},
        {"ruling": 2**31 - 1, "place": "201.2", **_HOW},
    ),
    "api-desk-tie-withdraw": ({},),
}


def described(facts: Mapping[str, str], paths: Mapping[str, str], token: str) -> Iterator[Ask]:
    """Yield what a program asks, with a token what it does at the desk; ``paths`` are those of the urlconf by name."""
    headers = (("Authorization", f"Bearer {token}"),) if token else ()
    for name, path in paths.items():
        if path.startswith("/api/v1/desk/") == bool(token):
            for body in BODIES.get(name, ()):
                yield Ask(path, "POST", sent_as_json(body), headers)
    for path, operations in description()["paths"].items():
        operation = operations.get("get")
        if operation and path.startswith("/api/v1/desk/") == bool(token):
            address = path.format_map({gap: quote(facts.get(gap, "1"), safe="@,") for gap in _gaps(path)})
            yield Ask(address, headers=headers)
            for query in _queries([one for one in operation.get("parameters", ()) if one["in"] == "query"]):
                yield Ask(f"{address}?{urlencode(query)}", headers=headers)


def _queries(parameters: list[Mapping[str, Any]]) -> Iterator[list[tuple[str, str]]]:
    """Each parameter in each form, beside what must be there; for each kind of question two cards."""
    values = {one["name"]: _values(one) for one in parameters}
    needed = [(one["name"], values[one["name"]][0]) for one in parameters if one.get("required")]
    if "question" in values:
        cards = [("card", card) for card in VALUES["card"]]
        yield from ([("question", kind), *cards] for kind in values["question"])
        yield from ([("question", kind), cards[0]] for kind in values["question"])
        needed = [("question", "refers"), cards[1]]
        yield from ([("question", "token"), cards[1], (name, value)] for name, some in values.items() for value in some)
    for name, some in values.items():
        for value in some:
            yield [*(pair for pair in needed if pair[0] != name), (name, value)]
    if "limit" in values:
        yield [*needed, ("limit", "0")]
    yield [*needed, ("no_such", "1")]


def _values(parameter: Mapping[str, Any]) -> tuple[str, ...]:
    schema = parameter["schema"]
    listed = schema.get("enum") or schema.get("items", {}).get("enum") or ()
    if parameter["name"] == "fields":
        return (",".join(listed[:_FIELDS]), "no_such")
    if listed:
        return tuple(str(one) for one in listed)
    if schema.get("type") == "boolean":
        return ("true", "false")
    return VALUES.get(parameter["name"], (str(schema.get("example", "1")),))


def _gaps(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]
