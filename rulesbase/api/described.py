"""The OpenAPI description of the API, made of what each address says of itself."""

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from config.problems import PROBLEM

Schema = dict[str, Any]
_ERRORS = {
    "400": "A parameter cannot be used; the problem says which and what it can be.",
    "404": "There is no such thing.",
    "429": "Too many requests; Retry-After says when to ask again.",
}
_DESK_ERRORS = {
    "401": "A token is needed, or the one that was sent opens nothing.",
    "403": "The token, or its person, may not do this.",
}
_DESK_BODY_ERRORS = {
    "409": "The desk refuses it, or somebody was quicker; the problem has both texts then.",
    "422": "The text has what no text may have, or the Idempotency-Key was used for something else.",
}
_KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": r"^[\x21-\x7e]{1,100}$"},
    OpenApiParameter.HEADER,
    description="Whoever sends the same key with the same body within a day gets the same answer; it is done once.",
)
_BODY_ERRORS = {"413": "The body is too large.", "415": "The body is not JSON."}
_HEADERS = {
    "RateLimit-Limit": "How many requests a client may make in a window.",
    "RateLimit-Remaining": "How many of them are left.",
    "RateLimit-Reset": "Seconds until the next window.",
}


def ref(name: str) -> Schema:
    """A shape by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


class Described(AutoSchema):
    """Reads the attributes of an Api view."""

    @property
    def _told(self) -> Any:
        """The view, which the types of the framework know as one of any kind."""
        return self.view

    def get_operation_id(self) -> str:
        """The name of the view; what is sent there has another."""
        name = type(self.view).__name__
        # Where something is sent only, the name of the view says what for.
        also_read = self.method == "POST" and hasattr(self.view, "get")
        return name[0].lower() + name[1:] + (("Add" if self._closed else "Batch") if also_read else "")

    @property
    def _closed(self) -> bool:
        return getattr(self.view, "closed", False)

    def get_tags(self) -> list[str]:
        """The part of the API."""
        return [self._told.tag]

    def get_summary(self) -> str:
        """The first line of what it says of itself."""
        return self._words()[0]

    def get_description(self) -> str:  # type: ignore[override]
        """All that it says of itself."""
        return "\n\n".join(self._words())

    def _words(self) -> list[str]:
        does = self._told.act if self._closed and self.method == "POST" else getattr(self._told, self.method.lower())
        words = does.__doc__ or type(self.view).__doc__ or ""
        return [" ".join(part.split()) for part in words.strip().split("\n\n")]

    def get_override_parameters(self) -> list[Any]:
        """What stands in the path and behind the question mark."""
        in_path = [
            OpenApiParameter(
                name,
                param.schema | ({"example": param.example} if param.example is not None else {}),
                OpenApiParameter.PATH,
                required=True,
                description=param.says,
            )
            for name, param in self._told.path_params.items()
        ]
        if self._closed and self.method == "POST":
            return [*in_path, _KEY_HEADER]
        return in_path if self.method == "POST" else [*in_path, *(one.described() for one in self._told.all_params())]

    def get_request_serializer(self) -> Any:
        """The body, where one is sent."""
        if self.method != "POST":
            return None
        return {"application/json": ref(self._told.body.name if self._closed else self._told.takes)}

    def get_response_serializers(self) -> Any:
        """The answer and the errors."""
        errors = _ERRORS | (_BODY_ERRORS if self.method == "POST" else {})
        if self._closed:
            errors |= _DESK_ERRORS | (_DESK_BODY_ERRORS if self.method == "POST" else {})
        found: dict[Any, Any] = {
            (code, PROBLEM): OpenApiResponse(ref("Conflict" if code == "409" else "Problem"), description=says)
            for code, says in errors.items()
        }
        if getattr(self._told, "plain", False):
            found["200", "text/plain"] = OpenApiResponse(OpenApiTypes.STR, description="One line.")
        found["200", "application/json"] = OpenApiResponse(self._answer(), description=self.get_summary())
        if getattr(self._told, "redirects", False):
            found["301"] = OpenApiResponse(description="It was joined with another, see Location.")
        return found

    def _answer(self) -> Schema:
        if self._closed and self.method == "POST":
            return ref(self._told.gives)
        shape = ref(self._told.answers)
        if not self._told.listed:
            return shape
        envelope: Schema = {
            self._told.listed_as: {"type": "array", "items": shape},
            **self._told.around,
        }
        if self._told.paged:
            says = "The address of the next page; null on the last."
            envelope["next"] = {"type": ["string", "null"], "format": "uri", "description": says}
        return {"type": "object", "properties": envelope, "required": sorted(envelope)}


def with_shapes(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add the shapes that the answers name, and the headers of every answer."""
    from cards.api.shapes import SHAPES as CARDS
    from cards.api.ties import BODIES as TIES
    from rulesbase.api.desk_shapes import SHAPES as DESK
    from rulesbase.api.desk_shapes import bodies
    from rulesbase.api.shapes import SHAPES

    result.setdefault("components", {}).setdefault("schemas", {}).update(SHAPES | CARDS | DESK | bodies(TIES))
    token = {"type": "http", "scheme": "bearer", "description": "A token of /account/tokens/."}
    result["components"]["securitySchemes"] = {"token": token}
    headers = {
        name: {"schema": {"type": "integer", "minimum": 0}, "description": says} for name, says in _HEADERS.items()
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            # Reading needs no key, the desk does.
            closed = "desk" in operation["tags"]
            operation.pop("security", None)
            if closed:
                operation["security"] = [{"token": []}]
            if "requestBody" in operation:
                operation["requestBody"]["required"] = True
            for code, answer in operation["responses"].items():
                answer.setdefault("headers", {}).update(headers)
                if code == "200" and not closed:
                    answer["headers"]["ETag"] = {"schema": {"type": "string"}, "description": "Strong; ask with it."}
                if code == "429":
                    says = {"schema": {"type": "integer", "minimum": 1}, "description": "Seconds to wait."}
                    answer["headers"]["Retry-After"] = says
    return result


@lru_cache(maxsize=1)
def description() -> Schema:
    """The whole description. It changes with the program only."""
    from django.urls import include, path

    generator: Any = SchemaGenerator(  # type: ignore[no-untyped-call]
        patterns=[path("api/v1/", include("config.api_urls"))]
    )
    found: Schema = generator.get_schema(request=None, public=True)
    return found
