"""The base view of the API: parameters, sparse fields, languages, headers, errors."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar

import django_filters
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rulesbase.api.openapi import ApiSchema
from rulesbase.api.pagination import ApiPagination
from rulesbase.api.problems import not_found
from rulesbase.api.query_params import PAGES, Fields, QuerySerializer, ValuesField, cached_instance, fields_of
from rulesbase.api.request_body import BodySerializer
from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion, catalogue
from rulesbase.core.negotiation import Negotiation, languages, message_language

Data = Mapping[str, Any]
_IMMUTABLE = "public, max-age=31536000, immutable"


class Api(APIView):
    """A view that describes its parameters and response; the schema is built from these attributes.

    ``response_serializer`` is for the response, or for an item of a list; ``around`` has the fields beside the list.
    ``sparse`` responses accept ``?fields=``, ``paged`` lists come in pages. ``body`` is the request body.
    ``immutable``: the address contains a digest of its content. Generated clients call a view by its ``operation_id``;
    set it where the name of the class changed.
    """

    authentication_classes = ()
    permission_classes = ()
    parser_classes: Sequence[type[BaseParser]] = (JSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    content_negotiation_class = Negotiation
    schema = ApiSchema()

    response_serializer: ClassVar[type[serializers.Serializer[Any]]]
    listed: ClassVar[bool] = False
    listed_as: ClassVar[str] = "results"
    around: ClassVar[Fields] = {}
    paged: ClassVar[bool] = False
    immutable: ClassVar[bool] = False
    sparse: ClassVar[bool] = True
    params: ClassVar[Fields] = {}
    path_params: ClassVar[Fields] = {}
    filters: ClassVar[type[django_filters.FilterSet] | None] = None
    body: ClassVar[type[BodySerializer]]
    tag: ClassVar[str] = "rules"
    operation_id: ClassVar[str] = ""

    @classmethod
    @cache
    def query(cls) -> type[QuerySerializer]:
        """Return the serializer of all parameters."""
        fields = {**cls.params, **(fields_of(cls.filters) if cls.filters else {})}
        if cls.sparse:
            names = list(cached_instance(cls.response_serializer).fields)
            says = "Only these fields, separated by commas."
            fields["fields"] = ValuesField(serializers.ChoiceField(names), len(names), says, required=False)
        return type("Query", (QuerySerializer,), {**fields, **(PAGES if cls.paged else {})})

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Activate the requested language for messages."""
        self.message_language = message_language(request)
        self.text_language = ""
        with translation.override(self.message_language):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check method and permissions, then read the parameters."""
        # Such a request is answered 405 whatever its permissions and parameters.
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(request.method or "")
        super().initial(request, *args, **kwargs)
        # POST requests have their parameters in the body.
        query = QuerySerializer if request.method in ("POST", "OPTIONS") else self.query()
        self.query_values = query.of(request._request.GET)

    def perform_authentication(self, request: Request) -> None:
        """Do not authenticate: the framework would replace the session's user, which other code needs."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer with 204; the OpenAPI description has the details."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Set the cache, Vary and language headers."""
        done = super().finalize_response(request, response, *args, **kwargs)
        if done.status_code >= 400:
            done.accepted_renderer = JSONRenderer()
        elif self.immutable:
            done.headers["Cache-Control"] = _IMMUTABLE
        patch_vary_headers(done, ["Accept", "Accept-Language"])
        done.headers["Content-Language"] = self.text_language or self.message_language
        return done

    # ---- Responses ----

    def filtered(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Apply the filters of the view; their values were checked when they were read."""
        assert self.filters is not None
        return self.filters(self.query_values, queryset=rows).qs  # type: ignore[no-any-return]

    def page(self, found: QuerySet[Any] | Sequence[Any], *order: str) -> list[Any]:
        """Return the requested page of a list or of ordered rows. Raises Problem."""
        self.pages = ApiPagination()
        return self.pages.page_of(found, self.request, order)

    def one(self, item: Any) -> Response:
        """Return the response for one item."""
        return Response(self.serialized([item])[0])

    def many(self, items: Iterable[Any], **around: Any) -> Response:
        """Return the response for a list; ``around`` are the fields beside it."""
        listed: dict[str, Any] = {**around, self.listed_as: self.serialized(items)}
        if not self.paged:
            return Response(listed)
        listed["next"] = self.pages.get_next_link() if hasattr(self, "pages") else None
        return Response(listed, headers={"Link": f'<{listed["next"]}>; rel="next"'} if listed["next"] else None)

    def serialized(self, items: Iterable[Any]) -> list[Data]:
        """Return items as data with the requested fields; dictionaries are data already."""
        represent = cached_instance(self.response_serializer).to_representation
        serialized: list[Data] = [item if isinstance(item, dict) else represent(item) for item in items]
        chosen = self.query_values.get("fields")
        return [{name: data[name] for name in chosen if name in data} for data in serialized] if chosen else serialized

    # ---- Versions and languages ----

    @cached_property
    def versions(self) -> Catalogue:
        """Return the catalogue, read once for the request. Its ``find`` raises VersionNotFound."""
        return catalogue()

    def wanted_languages(self, version: CatalogueVersion) -> list[str]:
        """Return the languages of the address, else the first of Accept-Language that the version can be read in."""
        named: str = self.query_values.get("lang", "")
        if named:
            return list(dict.fromkeys(named.split(",")))
        there = version.languages
        return [code for code in languages(self.request._request) if code in there][:1] or [version.main.language]

    def edition(self, date: str) -> CatalogueEdition:
        """Return the edition of a version in the wanted language. Raises Problem if the version has none in it."""
        version = self.versions.find(date)
        named = self.query_values.get("lang", "")
        wanted = named or next(
            (code for code in self.wanted_languages(version) if version.text_in(code)), version.main.language
        )
        found = version.text_in(wanted)
        if found is None:
            message = _(
                "The version of %(date)s has no edition in “%(language)s”. Editions of this version: %(there)s."
            )
            there = [text.language for text in version.texts]
            detail = message % {"date": version, "language": wanted, "there": ", ".join(there)}
            hint = reverse("api-translations", args=[version, wanted])
            raise not_found(detail, languages=there, **({"translations": hint} if version.shown_in(wanted) else {}))
        self.text_language = found.language
        return found
