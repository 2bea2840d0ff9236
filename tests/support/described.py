"""Fields of API answers that are missing in the API description."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import unquote

from rulesbase.api.openapi import Schema, description

WHERE = (
    "add it to the serializer that `answers` of the view names (rulesbase/api/serializers.py, desk/serializers.py, "
    "cards/api/serializers.py); what stands beside a list to `around` of the view"
)


def undescribed(method: str, address: str, answer: Any) -> list[str]:
    """Return the fields of a JSON answer that the description of its address does not name, with WHERE to add them."""
    operation = _operation(method.lower(), unquote(address.partition("?")[0]))
    shape = operation["responses"]["200"]["content"]["application/json"]["schema"]
    name = operation["operationId"]
    return [f"{name}: {field} is not described: {WHERE}" for field in sorted(set(_unnamed(shape, answer, "")))]


def _operation(method: str, path: str) -> Schema:
    (found,) = (operations for pattern, operations in _patterns() if pattern.fullmatch(path) and method in operations)
    operation: Schema = found[method]
    return operation


@cache
def _patterns() -> list[tuple[re.Pattern[str], Schema]]:
    """The paths of the description; one that is a name as it stands goes before one with a gap at that place."""
    found = []
    plain = {path for path in description()["paths"] if "{" not in path}
    for path, operations in description()["paths"].items():
        pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))
        others = "|".join(re.escape(one) for one in plain - {path} if re.fullmatch(pattern, one))
        found.append((re.compile(f"(?!(?:{others})$){pattern}" if others else pattern), operations))
    return found


def _unnamed(shape: Schema, value: Any, at: str) -> Iterator[str]:
    # What may be null is the shape or nothing; what has a sentence of its own is wrapped.
    shape = next((one for one in (*shape.get("oneOf", ()), *shape.get("allOf", ())) if "$ref" in one), shape)
    shape = description()["components"]["schemas"][shape["$ref"].rpartition("/")[2]] if "$ref" in shape else shape
    if isinstance(value, list):
        for one in value:
            yield from _unnamed(shape.get("items", {}), one, f"{at}[]")
    elif isinstance(value, dict) and shape.get("additionalProperties") is not True:
        for name, one in value.items():
            inner = shape.get("properties", {}).get(name, shape.get("additionalProperties"))
            if isinstance(inner, dict):
                yield from _unnamed(inner, one, f"{at}.{name}")
            else:
                yield f"{at}.{name}".removeprefix(".")
