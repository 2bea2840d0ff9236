"""What the page of documentation shows: every address, from the description that programs get, and examples.

The examples are files, which the tests run as they stand.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rulesbase.api.described import description

FOLDER = Path(__file__).with_name("examples")
LANGUAGES = {"sh": "curl", "py": "Python", "js": "JavaScript"}
_HEADS = {"sh": 'HOST="{host}"', "py": 'HOST = "{host}"', "js": 'const HOST = "{host}";'}
# Stands in the examples of writing, in place of a token of one's own.
PLACEHOLDER = "rb_your-token"
_TOKENS = {"sh": 'TOKEN="{token}"', "py": 'TOKEN = "{token}"', "js": 'const TOKEN = "{token}";'}
_PARTS = {
    "bots": "For chat bots: one line of text",
    "versions": "Versions and editions",
    "entries": "Entries and glossary",
    "rules": "Rules through all versions, and texts",
    "changes": "What changed",
    "citations": "Citations",
    "translations": "Translations",
    "search": "Search",
    "cards": "Cards, rulings and names",
    "desk": "The desk: writing with a token",
    "about": "The door",
}
EXAMPLES = {
    "line": "A rule and a card in one line",
    "entry": "What a rule said on a day, and under which numbers it stood when",
    "cite": "What old citations mean today",
    "pages": "All pages of a list",
    "again": "Asking again for what is unchanged: 304",
    "names": "A question about names",
}
WRITING = {
    "write": "Saving a translation, on top of what stands there",
    "review": "What waits for review",
}


class Taken(NamedTuple):
    """A parameter."""

    name: str
    says: str
    kind: str
    required: bool


class Operation(NamedTuple):
    """What can be done at an address."""

    name: str
    method: str
    path: str
    says: str
    taken: tuple[Taken, ...]
    given: str


class Part(NamedTuple):
    """A part of the API."""

    name: str
    title: str
    operations: tuple[Operation, ...]


class Code(NamedTuple):
    """An example in one language."""

    suffix: str
    language: str
    text: str


class Example(NamedTuple):
    """An example in all languages."""

    name: str
    title: str
    codes: tuple[Code, ...]


def parts() -> list[Part]:
    """Every address by part."""
    found: dict[str, list[Operation]] = {name: [] for name in _PARTS}
    for path, operations in description()["paths"].items():
        for method, one in operations.items():
            found[one["tags"][0]].append(_operation(path, method, one))
    return [Part(name, _PARTS[name], tuple(some)) for name, some in found.items() if some]


def _operation(path: str, method: str, one: dict[str, Any]) -> Operation:
    taken = tuple(
        Taken(param["name"], param.get("description", ""), _kind(param["schema"]), param.get("required", False))
        for param in one.get("parameters", ())
    )
    answer = one["responses"]["200"]["content"]["application/json"]["schema"]
    return Operation(one["operationId"], method.upper(), path, one["summary"], taken, _given(answer))


def _kind(schema: dict[str, Any]) -> str:
    """What a parameter can be, in few words."""
    if schema["type"] == "array":
        return f"some of: {_kind(schema['items'])}"
    if "enum" in schema:
        return " · ".join(schema["enum"])
    if schema["type"] == "integer":
        return f"{schema['minimum']} to {schema['maximum']}"
    if schema["type"] == "boolean":
        return "true · false"
    return "a day" if schema.get("format") == "date" else "text"


def _given(schema: dict[str, Any]) -> str:
    """The name of the shape of an answer, or of the items of a list."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    listed = next((_given(one["items"]) for one in schema["properties"].values() if "items" in one), "")
    return f"list of {listed}"


def examples(host: str) -> list[Example]:
    """All examples of reading, for a server."""
    return [Example(name, title, tuple(_codes(name, host))) for name, title in EXAMPLES.items()]


def writing_examples(host: str, token: str = PLACEHOLDER) -> list[Example]:
    """All examples of writing, for a server and a token."""
    return [Example(name, title, tuple(_codes(name, host, token))) for name, title in WRITING.items()]


def _codes(name: str, host: str, token: str = "") -> Iterator[Code]:
    for suffix, language in LANGUAGES.items():
        head = _HEADS[suffix].format(host=host)
        if token:
            head += "\n" + _TOKENS[suffix].format(token=token)
        yield Code(suffix, language, f"{head}\n{_file(name, suffix)}")


@lru_cache
def _file(name: str, suffix: str) -> str:
    return (FOLDER / f"{name}.{suffix}.txt").read_text(encoding="utf-8").strip()


def shapes() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """The shapes of answers: name, what it is, its fields with what they are."""
    found: dict[str, Any] = description()["components"]["schemas"]
    return [
        (name, shape.get("description", ""), [(key, one.get("description", "")) for key, one in fields.items()])
        for name, shape in sorted(found.items())
        if (fields := shape.get("properties"))
    ]
