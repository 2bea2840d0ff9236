"""Show the OpenAPI description, and the documentation page built from it and from example files.

The tests run the example files unchanged.
"""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rulesbase.api.openapi import description
from rulesbase.api.problems import titles
from rulesbase.api.query_params import A_PAGE, MOST_A_PAGE
from rulesbase.core.idempotency import MOST_ANSWERS, MOST_LETTERS

FOLDER = Path(__file__).parent / "examples"
LANGUAGES = {"sh": "curl", "py": "Python", "js": "JavaScript"}
_ASSIGNMENTS = {"sh": '{name}="{value}"', "py": '{name} = "{value}"', "js": 'const {name} = "{value}";'}
# The placeholder for the user's token in the examples of writing.
PLACEHOLDER = "rb_your-token"
_PARTS = {
    "bots": "For chat bots: one line of text",
    "versions": "Versions and editions",
    "entries": "Entries and glossary",
    "rules": "Rules through all versions",
    "changes": "Comparisons",
    "citations": "Citations",
    "translations": "Translations",
    "search": "Search",
    "cards": "Cards, rulings and card names",
    "desk": "Desk (needs a token)",
    "about": "API",
}
EXAMPLES = {
    "line": "A rule and a card in one line",
    "entry": "The text of a rule on a date, and its numbers through time",
    "cite": "What old citations mean today",
    "pages": "All pages of a list",
    "again": "Caching: 304 for what has not changed",
    "names": "A question about card names",
}
WRITING = {"write": "Save a translation without overwriting others", "review": "Texts in review"}


def parts() -> list[dict[str, Any]]:
    """Return all operations by part."""
    found: dict[str, list[dict[str, Any]]] = {name: [] for name in _PARTS}
    for path, operations in description()["paths"].items():
        for method, one in operations.items():
            taken = [param | {"kind": _kind(param["schema"])} for param in one.get("parameters", ())]
            answer = one["responses"]["200"]["content"]["application/json"]["schema"]
            details = {"method": method.upper(), "path": path, "taken": taken, "given": _shape_name(answer)}
            found[one["tags"][0]].append(one | details)
    return [{"name": name, "title": _PARTS[name], "operations": some} for name, some in found.items() if some]


def _kind(schema: dict[str, Any]) -> str:
    """Return a short description of a parameter's type."""
    if schema["type"] == "array":
        return f"some of: {_kind(schema['items'])}"
    if "enum" in schema:
        return " · ".join(schema["enum"])
    if schema["type"] == "integer":
        return f"{schema['minimum']} to {schema['maximum']}"
    if schema["type"] == "boolean":
        return "true · false"
    return "a day" if schema.get("format") == "date" else "text"


def _shape_name(schema: dict[str, Any]) -> str:
    """Return the schema name of a response, or of the items of a list."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    listed = next((_shape_name(one["items"]) for one in schema["properties"].values() if "items" in one), "")
    return f"list of {listed}"


def examples(titles: dict[str, str], **constants: str) -> list[dict[str, Any]]:
    """Return the examples with these titles; each begins by defining the constants."""
    return [{"name": name, "title": title, "codes": _codes(name, constants)} for name, title in titles.items()]


def _codes(example: str, constants: dict[str, str]) -> list[dict[str, str]]:
    codes = []
    for suffix, language in LANGUAGES.items():
        heads = [_ASSIGNMENTS[suffix].format(name=name, value=value) for name, value in constants.items()]
        code = (FOLDER / f"{example}.{suffix}.txt").read_text(encoding="utf-8").strip()
        codes.append({"suffix": suffix, "language": language, "text": "\n".join([*heads, code])})
    return codes


def shapes() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Return the response schemas: name, description, fields with descriptions."""
    found: dict[str, Any] = description()["components"]["schemas"]
    return [
        (name, shape.get("description", ""), [(key, one.get("description", "")) for key, one in fields.items()])
        for name, shape in sorted(found.items())
        if (fields := shape.get("properties"))
    ]


# ---- Views ----


@require_safe
def schema(request: HttpRequest) -> JsonResponse:
    """Send the OpenAPI description."""
    return JsonResponse(description(), json_dumps_params={"ensure_ascii": False})


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every address with its parameters, and examples to copy."""
    host = request.build_absolute_uri("/")[:-1]
    context = {
        "host": host,
        "parts": parts(),
        "examples": examples(EXAMPLES, HOST=host),
        "writing": examples(WRITING, HOST=host, TOKEN=PLACEHOLDER),
        "shapes": shapes(),
        "problems": titles(),
        "rate": settings.API_RATE,
        "window": settings.API_WINDOW,
        "write_rate": settings.API_WRITE_RATE,
        "most_answers": MOST_ANSWERS,
        "most_letters": MOST_LETTERS // 1_000_000,
        "page": A_PAGE,
        "most_a_page": MOST_A_PAGE,
    }
    return render(request, "api/docs.html", context)


@require_safe
def other_apis(request: HttpRequest) -> HttpResponse:
    """Show what matches the operations of other rules APIs."""
    host = request.build_absolute_uri("/")[:-1]
    return render(request, "api/other_apis.html", {"host": host})
