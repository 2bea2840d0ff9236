"""What all addresses of the API have in common: parameters, sparse fields, languages, headers, errors."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import django_filters
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.parsers import BaseParser, JSONParser
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from rulesbase.api.cursors import Asked, Page, page_of_rows
from rulesbase.api.described import Described
from rulesbase.api.params import CURSOR, LIMIT, Param, fields_param, params_of, read
from rulesbase.api.problems import missing, wrong
from rulesbase.api.shapes import Shape
from rulesbase.api.wanted import Negotiation, languages
from rulesbase.engine.storable import is_storable
from rulesbase.framing import no_version_words
from rulesbase.shelf import NotOnShelf, Shelf, Volume

Data = Mapping[str, Any]
_FOR_EVER = "public, max-age=31536000, immutable"


class Api(APIView):
    """An address that is read. Each says what it takes and gives; the schema is made of that.

    ``answers`` names the shape of the answer, of a list that of an item; ``around`` has the shapes of what stands
    beside the list; ``fields`` are the names that sparse fields may choose of it. ``paged`` lists come in pages.
    ``immutable``: the address holds a digest of its content.
    """

    authentication_classes = ()
    permission_classes = ()
    parser_classes: Sequence[type[BaseParser]] = (JSONParser,)
    renderer_classes: Sequence[type[BaseRenderer]] = (JSONRenderer,)
    content_negotiation_class = Negotiation
    schema = Described()

    answers: ClassVar[str] = ""
    listed: ClassVar[bool] = False
    listed_as: ClassVar[str] = "results"
    around: ClassVar[Mapping[str, Shape]] = {}
    paged: ClassVar[bool] = False
    immutable: ClassVar[bool] = False
    fields: ClassVar[Sequence[str]] = ()
    params: ClassVar[Sequence[Param]] = ()
    path_params: ClassVar[Mapping[str, Param]] = {}
    filters: ClassVar[type[django_filters.FilterSet] | None] = None
    tag: ClassVar[str] = "rules"

    @classmethod
    def all_params(cls) -> list[Param]:
        """Every parameter of the address."""
        return [
            *cls.params,
            *(params_of(cls.filters) if cls.filters else []),
            *([fields_param(cls.fields)] if cls.fields else []),
            *((LIMIT, CURSOR) if cls.paged else ()),
        ]

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
        self.asked = read([] if request.method in ("POST", "OPTIONS") else self.all_params(), request._request.GET)

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
        # What was read already: one form of lists and of yes or no.
        sent = QueryDict(mutable=True)
        for name, value in self.asked.items():
            sent.setlist(name, [str(one) for one in (value if isinstance(value, list) else [value])])
        found = self.filters(sent, queryset=rows)
        if not found.is_valid():
            name, errors = next(iter(found.errors.items()))
            raise wrong(name, " ".join(errors))
        return found.qs  # type: ignore[no-any-return]

    def wanted_page(self) -> Asked:
        """Which page of the list is wanted."""
        return Asked.of(self.request._request, self.asked)

    def page_of_rows(self, rows: QuerySet[Any, Any], *keys: str) -> Page:
        """The page of rows that is wanted, in the order of keys."""
        return page_of_rows(rows, keys, self.wanted_page())

    def sparse(self, data: Data) -> Data:
        """Only the fields that were asked for."""
        chosen = self.asked.get("fields")
        return {name: data[name] for name in chosen if name in data} if chosen else data

    def one(self, data: Data) -> Response:
        """Answer with one thing."""
        return Response(self.sparse(data))

    def many(self, items: Sequence[Data], after: str = "", **around: Any) -> Response:
        """Answer with a list; ``around`` stands beside it, each with its shape in ``around`` of the view."""
        following = self._next(after) if after else None
        listed: dict[str, Any] = {**around, self.listed_as: [self.sparse(item) for item in items]}
        if self.paged:
            listed["next"] = following
        response = Response(listed)
        if following:
            response.headers["Link"] = f'<{following}>; rel="next"'
        return response

    def _next(self, after: str) -> str:
        request = self.request._request
        query = request.GET.copy()
        query["cursor"] = after
        return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")

    # ---- Versions and languages ----

    def volume(self, books: Shelf, name: str) -> Volume:
        """The version of a date, a day, a year or ``latest``. Raises Problem."""
        try:
            return books.find(name)
        except NotOnShelf as error:
            raise missing(no_version_words(error)) from None

    def wanted_languages(self, volume: Volume) -> list[str]:
        """The languages that the address names, else those of Accept-Language that the version can be read in."""
        named: str = self.asked.get("lang", "")
        if named:
            return list(dict.fromkeys(named.split(",")))
        there = volume.languages
        return [code for code in languages(self.request._request) if code in there][:1] or [volume.main.language]

    def edition_language(self, volume: Volume) -> str:
        """The one language of a list: that of an edition. Raises Problem where the version has none in it."""
        named = self.asked.get("lang", "")
        wanted = named or next(
            (code for code in self.wanted_languages(volume) if volume.text_in(code)), volume.main.language
        )
        if not volume.text_in(wanted):
            told = _("The version of %(date)s has no edition in “%(language)s”; it has %(there)s.")
            there = [text.language for text in volume.texts]
            said = told % {"date": volume, "language": wanted, "there": ", ".join(there)}
            hint = f"/api/v1/versions/{volume}/translations/{wanted}/"
            raise missing(said, languages=there, **({"translations": hint} if volume.shown_in(wanted) else {}))
        self.text_language = wanted
        return str(wanted)
