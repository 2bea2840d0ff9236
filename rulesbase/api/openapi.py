"""Build the OpenAPI description from the attributes of the views."""

from functools import lru_cache
from typing import Any, Literal

from django.urls import include, path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from rulesbase.api.desk.serializers import ConflictSerializer
from rulesbase.api.query_params import ANYTHING, Field, StrictTextField, cached_instance
from rulesbase.api.request_body import BodySerializer
from rulesbase.api.serializers import ProblemSerializer
from rulesbase.core.problem_response import PROBLEM

Schema = dict[str, Any]
_ERRORS = {
    "400": "A parameter is invalid. The error names it and the values it can have.",
    "404": "Not found.",
    "429": "Too many requests. Retry-After gives the seconds to wait.",
}
_DESK_ERRORS = {
    "401": "A token is missing, or the token is not valid.",
    "403": "The token or its owner has no right to do this.",
}
_DESK_BODY_ERRORS = {
    "409": "The desk refuses it, or another person saved first. In the second case the error has both texts.",
    "422": "The text is invalid, or the Idempotency-Key was used for another request.",
}
_KEY_HEADER = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": r"^[\x21-\x7e]{1,100}$"},
    OpenApiParameter.HEADER,
    description="A request with the same key and body within a day is carried out once and gets the same answer.",
)
_BODY_ERRORS = {"413": "The body is too large.", "415": "The body is not JSON."}
_HEADERS = {
    "RateLimit-Limit": "Requests that a client may make in a time window.",
    "RateLimit-Remaining": "Requests left in this window.",
    "RateLimit-Reset": "Seconds until the next window.",
}


class ApiSchema(AutoSchema):
    """The schema of an Api view, read from its attributes."""

    @property
    def _api_view(self) -> Any:
        """The view, typed as Any because the framework's types know no Api."""
        return self.view

    def get_operation_id(self) -> str:
        """Return the ``operation_id`` of the view, by default its name; a POST beside a GET gets a suffix."""
        name = type(self.view).__name__
        operation = self._api_view.operation_id or name[0].lower() + name[1:]
        also_read = self.method == "POST" and hasattr(self.view, "get")
        return operation + (("Add" if self._closed else "Batch") if also_read else "")

    @property
    def _closed(self) -> bool:
        return getattr(self.view, "closed", False)

    def get_tags(self) -> list[str]:
        """Return the part of the API."""
        return [self._api_view.tag]

    def get_summary(self) -> str:
        """Return the first paragraph of the docstring."""
        return self._doc_paragraphs()[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the whole docstring."""
        return "\n\n".join(self._doc_paragraphs())

    def _doc_paragraphs(self) -> list[str]:
        does = (
            self._api_view.act
            if self._closed and self.method == "POST"
            else getattr(self._api_view, self.method.lower())
        )
        # Most views have the description of their method in the docstring of the class.
        words = (does.__name__ in vars(type(self.view)) and does.__doc__) or type(self.view).__doc__ or ""
        return [" ".join(part.split()) for part in words.strip().split("\n\n")]

    def get_override_parameters(self) -> list[Any]:
        """Return the path and query parameters."""
        found = [self._parameter(name, field, "path") for name, field in self._api_view.path_params.items()]
        if self.method == "POST":
            return [*found, _KEY_HEADER] if self._closed else found
        return found + [
            self._parameter(name, field, "query")
            for name, field in cached_instance(self._api_view.query()).fields.items()
        ]

    def _parameter(self, name: str, field: Field, where: Literal["path", "query"]) -> OpenApiParameter:
        schema = self._field(field)
        says, explode = schema.pop("description", ""), getattr(field, "repeated", None)
        return OpenApiParameter(name, schema, where, required=field.required, description=says, explode=explode)

    def _field(self, field: Field) -> Schema:
        schema: Schema = self._map_serializer_field(field, "request")
        self._insert_field_validators(field, schema)
        return schema

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Any:
        schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        if field.initial:
            schema["example"] = field.initial
        return schema

    def _insert_field_validators(self, field: Any, schema: Schema) -> None:
        super()._insert_field_validators(field, schema)  # type: ignore[no-untyped-call]
        if isinstance(field, StrictTextField):
            schema.setdefault("pattern", ANYTHING)

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        """Make response fields optional, because they may be sparse, and forbid other fields in bodies."""
        schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, BodySerializer):
            schema |= {"additionalProperties": False, "example": serializer.example}
        elif not isinstance(serializer, ProblemSerializer):
            schema.pop("required", None)
        return schema

    def get_request_serializer(self) -> Any:
        """Return the serializer of the body of a POST."""
        return self._api_view.body if self.method == "POST" else None

    def get_response_serializers(self) -> Any:
        """Return the response and the errors."""
        errors = _ERRORS | (_BODY_ERRORS if self.method == "POST" else {})
        if self._closed:
            errors |= _DESK_ERRORS | (_DESK_BODY_ERRORS if self.method == "POST" else {})
        found: dict[Any, Any] = {
            (code, PROBLEM): OpenApiResponse(
                ConflictSerializer if code == "409" else ProblemSerializer, description=says
            )
            for code, says in errors.items()
        }
        if getattr(self._api_view, "plain", False):
            found["200", "text/plain"] = OpenApiResponse(OpenApiTypes.STR, description="One line.")
        found["200", "application/json"] = OpenApiResponse(self._answer(), description=self.get_summary())
        for status, says in getattr(self._api_view, "redirects", {}).items():
            found[status] = OpenApiResponse(description=says)
        return found

    def _answer(self) -> Any:
        if not self._api_view.listed or (self._closed and self.method == "POST"):
            return self._api_view.response_serializer
        listed: Schema = {
            "type": "array",
            "items": self.resolve_serializer(self._api_view.response_serializer, "response").ref,
        }
        envelope = {self._api_view.listed_as: listed}
        envelope |= {name: self._field(field) for name, field in self._api_view.around.items()}
        if self._api_view.paged:
            says = "The address of the next page, or null."
            envelope["next"] = {"type": ["string", "null"], "format": "uri", "description": says}
        return {"type": "object", "properties": envelope, "required": sorted(envelope)}


def with_headers(result: Schema, generator: Any, request: Any, public: bool) -> Schema:
    """Add the headers of every response and the security requirements."""
    token = {"type": "http", "scheme": "bearer", "description": "An API token. Create one at /account/tokens/."}
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
                    says = {"schema": {"type": "string"}, "description": "Send it as If-None-Match."}
                    answer["headers"]["ETag"] = says
                if code == "429":
                    says = {"schema": {"type": "integer", "minimum": 1}, "description": "Seconds to wait."}
                    answer["headers"]["Retry-After"] = says
    return result


@lru_cache(maxsize=1)
def description() -> Schema:
    """Return the whole description, which depends on the program only."""
    generator: Any = SchemaGenerator(  # type: ignore[no-untyped-call]
        patterns=[path("api/v1/", include("config.api_urls"))]
    )
    found: Schema = generator.get_schema(request=None, public=True)
    return found
