"""What all addresses of the API have in common: parameters, sparse fields, languages, headers, errors."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

import django_filters
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
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

from rulesbase.api.pagination import ApiPagination
from rulesbase.api.problems import missing, wrong
from rulesbase.api.query_params import (
    PAGES,
    Fields,
    QuerySerializer,
    ValuesField,
    cached_instance,
    fields_of,
)
from rulesbase.api.request_body import BodySerializer
from rulesbase.api.schema import Described
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, VersionNotFound, no_version_words
from rulesbase.core.negotiation import Negotiation, languages
from rulesbase.engine.text.unstorable import is_storable

Data = Mapping[str, Any]
_FOR_EVER = "public, max-age=31536000, immutable"


class Api(APIView):
    """An address that is read. Each says what it takes and gives; the schema is made of that.

    ``answers`` is the shape of the answer, of a list that of an item; ``around`` has what stands beside the list.
    ``sparse`` answers can be asked for some fields only, ``paged`` lists come in pages. ``body`` is what is sent.
    ``immutable``: the address holds a digest of its content.
    """

    authentication_classes = ()
    permission_classes = ()
    parser_classes: Sequence[type[BaseParser]] = (JSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    content_negotiation_class = Negotiation
    schema = Described()

    answers: ClassVar[type[serializers.Serializer[Any]]]
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

    @classmethod
    @cache
    def query(cls) -> type[QuerySerializer]:
        """Return the serializer of all parameters."""
        fields = {**cls.params, **(fields_of(cls.filters) if cls.filters else {})}
        if cls.sparse:
            names = list(cached_instance(cls.answers).fields)
            says = "Only these fields, separated by commas."
            fields["fields"] = ValuesField(serializers.ChoiceField(names), len(names), says, required=False)
        return type("Query", (QuerySerializer,), {**fields, **(PAGES if cls.paged else {})})

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer in the language that is asked for, as far as messages go."""
        ours = dict(settings.LANGUAGES)
        self.message_language = next((code for code in languages(request) if code in ours), settings.LANGUAGE_CODE)
        self.text_language = ""
        with translation.override(self.message_language):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the parameters."""
        super().initial(request, *args, **kwargs)
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(request.method or "")
        if not all(is_storable(str(value)) for value in kwargs.values()):
            raise missing(_("Nothing stands at this address: it has a null byte."))
        # What is sent has its parameters in the body.
        query = QuerySerializer if request.method in ("POST", "OPTIONS") else self.query()
        self.asked = query.of(request._request.GET)

    def perform_authentication(self, request: Request) -> None:
        """Ask nobody who they are. The framework would write its answer over the person that the session knows, whom
        pages around this one ask for."""

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Say what can be done here; the description says the rest."""
        return Response(status=204)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say what the answer depends on."""
        done = super().finalize_response(request, response, *args, **kwargs)
        if done.status_code >= 400:
            done.accepted_renderer = JSONRenderer()
        elif self.immutable:
            done.headers["Cache-Control"] = _FOR_EVER
        patch_vary_headers(done, ["Accept", "Accept-Language"])
        done.headers["Content-Language"] = self.text_language or self.message_language
        return done

    # ---- For what is at an address ----

    def filtered(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Rows that the filters of the address leave. Raises Problem."""
        assert self.filters is not None
        found = self.filters(self.asked, queryset=rows)
        if not found.is_valid():
            name, errors = next(iter(found.errors.items()))
            raise wrong(name, " ".join(errors))
        return found.qs  # type: ignore[no-any-return]

    def page(self, found: QuerySet[Any] | Sequence[Any], *order: str) -> list[Any]:
        """The page that is wanted of a list, or of rows in an order. Raises Problem."""
        self.pages = ApiPagination()
        return self.pages.page_of(found, self.request, order)

    def one(self, item: Any) -> Response:
        """Answer with one thing."""
        return Response(self.shown([item])[0])

    def many(self, items: Iterable[Any], **around: Any) -> Response:
        """Answer with a list; ``around`` stands beside it, each with its shape in ``around`` of the view."""
        listed: dict[str, Any] = {**around, self.listed_as: self.shown(items)}
        if not self.paged:
            return Response(listed)
        listed["next"] = self.pages.get_next_link() if hasattr(self, "pages") else None
        return Response(listed, headers={"Link": f'<{listed["next"]}>; rel="next"'} if listed["next"] else None)

    def shown(self, items: Iterable[Any]) -> list[Data]:
        """Items as data, with the fields that were asked for; what the commands answer too is data already."""
        represent = cached_instance(self.answers).to_representation
        shown: list[Data] = [item if isinstance(item, dict) else represent(item) for item in items]
        chosen = self.asked.get("fields")
        return [{name: data[name] for name in chosen if name in data} for data in shown] if chosen else shown

    # ---- Versions and languages ----

    def version(self, versions: Catalogue, name: str) -> CatalogueVersion:
        """The version of a date, a day, a year or ``latest``. Raises Problem."""
        try:
            return versions.find(name)
        except VersionNotFound as error:
            raise missing(no_version_words(error)) from None

    def wanted_languages(self, version: CatalogueVersion) -> list[str]:
        """The languages that the address names, else those of Accept-Language that the version can be read in."""
        named: str = self.asked.get("lang", "")
        if named:
            return list(dict.fromkeys(named.split(",")))
        there = version.languages
        return [code for code in languages(self.request._request) if code in there][:1] or [version.main.language]

    def edition_language(self, version: CatalogueVersion) -> str:
        """The one language of a list: that of an edition. Raises Problem where the version has none in it."""
        named = self.asked.get("lang", "")
        wanted = named or next(
            (code for code in self.wanted_languages(version) if version.text_in(code)), version.main.language
        )
        if not version.text_in(wanted):
            told = _("The version of %(date)s has no edition in “%(language)s”; it has %(there)s.")
            there = [text.language for text in version.texts]
            said = told % {"date": version, "language": wanted, "there": ", ".join(there)}
            hint = f"/api/v1/versions/{version}/translations/{wanted}/"
            raise missing(said, languages=there, **({"translations": hint} if version.shown_in(wanted) else {}))
        self.text_language = wanted
        return str(wanted)
