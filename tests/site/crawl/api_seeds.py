"""What the API is asked: each parameter that its description names in each form, and what the desk sends."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from rulesbase.api.openapi import description
from tests.site.crawl.crawling import Ask, sent_as_json

# Fields that are asked for alone; two of a list.
_FIELDS = 2
_DATA = json.loads((Path(__file__).parent / "data" / "api.json").read_text(encoding="utf-8"))
# By parameter what is asked for, where the description gives no list of what it may be.
VALUES: dict[str, list[str]] = _DATA["values"]
# By the name of an address what is sent to it: right, stale, and wrong.
BODIES: dict[str, list[dict[str, object]]] = _DATA["bodies"]


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
    return tuple(VALUES.get(parameter["name"], [str(schema.get("example", "1"))]))


def _gaps(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]
