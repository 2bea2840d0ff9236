"""The desk for programs: who sends a token, what it is good for, and how a verb of the desk is answered.

Nothing is decided here that the desk decides: roles, forms and verbs are those of its pages. A session opens nothing
here, so that no web page can write with somebody's cookies.
"""

import json
import re
from typing import Any, ClassVar

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.forms import Form
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.accounts.api_tokens import note_use, owes_factor, token_of
from rulesbase.accounts.roles import CURATE, may
from rulesbase.api.base import Api
from rulesbase.api.problems import Problem, body_of, missing
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.core.errors import Refused, refusal_said
from rulesbase.core.idempotency import LONGEST_KEY, Answer, OtherThing, fingerprint, once
from rulesbase.core.maintenance import maintenance
from rulesbase.core.problem_response import PROBLEM
from rulesbase.desk.queue_params import announced
from rulesbase.desk.targets import desk_languages
from rulesbase.engine.nodes import NotRules
from rulesbase.models import ApiToken, User
from rulesbase.models.current_token import through
from rulesbase.web.databases.router import replica_reads

_REFUSALS = (Refused, NotRules)
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


class DeskApi(Api):
    """An address of the desk. ``role`` is what the desk asks of a person: a verb of a language, or ``curate``."""

    tag = "desk"
    closed: ClassVar[bool] = True
    sparse: ClassVar[bool] = False
    role: ClassVar[str] = ""
    token: ApiToken

    @property
    def user(self) -> User:
        """In whose name the program asks."""
        return self.token.user

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer from where is written, never from a replica that may lag behind."""
        with replica_reads(False):
            return super().dispatch(request, *args, **kwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Ask who it is, then whether they may; what is sent is read after that."""
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(request.method or "")
        if request.method != "OPTIONS":
            self._let_in(request, kwargs.get("language", ""))
        super().initial(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Let nobody keep the answer."""
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers["Cache-Control"] = "private, no-store"
        patch_vary_headers(done, ["Authorization"])
        if done.status_code == 401:
            done.headers["WWW-Authenticate"] = 'Bearer realm="rulesbase"'
        return done

    def handle_exception(self, exc: Exception) -> Response:
        """Answer whose token went while it was at work, by its owner or with the account, as if it had gone before."""
        token = getattr(self, "token", None)
        # A database that does not answer need not be asked about it.
        known = isinstance(exc, Problem | OperationalError | InterfaceError)
        if token is not None and not known and not ApiToken.objects.filter(pk=token.pk).exists():
            exc = _opens_nothing()
        return super().handle_exception(exc)

    def let_in(self) -> bool:
        """Whether the person may do this at all, where ``role`` does not say it; asked before a body is read."""
        return True

    def _let_in(self, request: Request, language: str) -> None:
        self.token = self._token(request._request)
        if request.method == "POST" and self.token.scope != ApiToken.Scope.WRITE:
            raise Problem(403, "no-right", _("This token is for reading. Make one for writing at /account/tokens/."))
        if owes_factor(self.user):
            raise Problem(403, "no-right", _("Set up a second factor for your account first: /account/second-factor/"))
        if language and language not in desk_languages(catalogue(), tuple(code for code, _name in settings.LANGUAGES)):
            raise missing(_("There are no translations into this language."))
        allowed = self.user.has_perm(CURATE) if self.role == CURATE else not self.role or self.may(self.role, language)
        if not allowed or not self.let_in():
            raise Problem(403, "no-right", _("Your account may not do this at the desk; its token may not either."))
        # Under maintenance the desk is read, and that a program read it is not written down.
        if maintenance() is None:
            note_use(self.token)

    def _token(self, request: HttpRequest) -> ApiToken:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not secret:
            told = _("Send a token: “Authorization: Bearer rb_…”. Make one at /account/tokens/.")
            raise Problem(401, "no-token", told)
        token = token_of(secret.strip()) if scheme.lower() == "bearer" else None
        if token is None:
            raise _opens_nothing()
        return token

    def may(self, verb: str, language: str) -> bool:
        """Whether the person may do this in a language."""
        return may(self.user, verb, language)

    def worked_for(self, versions: Catalogue, name: str) -> CatalogueVersion:
        """The version that is worked for: that in force, or an announced one. Raises Problem."""
        version = next((one for one in announced(versions) if str(one) == name), versions.latest)
        if version is None or (name and str(version) != name):
            raise missing(_("No work is done for this version: leave it out, or name one that is announced."))
        return version


def _opens_nothing() -> Problem:
    return Problem(401, "no-token", _("This token opens nothing: it is wrong, over, or revoked."))


class DeskPost(DeskApi):
    """An address where something is done; what is answered has the shape of what can be read there."""

    def act(self, said: dict[str, Any], **where: Any) -> Any:
        """Do it. May raise what verbs of the desk raise."""
        raise NotImplementedError

    def post(self, request: Request, **where: Any) -> Response:
        """Do it once, and say what is so now."""
        said = self.body.of(request)
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            told = _("An Idempotency-Key has at most %(most)d signs of ASCII, without spaces.")
            raise Problem(400, "bad-parameter", told % {"most": LONGEST_KEY}, parameter="Idempotency-Key")
        with through(self.token.name):
            if key is None:
                return _response(self._answer(said, where))
            # What it means, not how it is written: programs put spaces and fields where they like.
            meant = json.dumps(said, sort_keys=True, default=str).encode()
            sent = fingerprint(request._request.path_info.encode(), meant)
            try:
                return _response(once(self.token, key, sent, lambda: self._answer(said, where)))
            except OtherThing:
                told = _("This Idempotency-Key was used for something else. Send a new one.")
                raise Problem(422, "key-used", told) from None

    def _answer(self, said: dict[str, Any], where: dict[str, Any]) -> Answer:
        try:
            return Answer(200, dict(self.shown([self.act(said, **where)])[0]))
        except _REFUSALS as refusal:
            problem = Problem(409, "refused", refusal_said(refusal))
        except Problem as raised:
            problem = raised
        # As it would be read back later: dates as text.
        return Answer(problem.status, json.loads(json.dumps(body_of(problem), default=str)))


def checked(form: Form) -> dict[str, Any]:
    """What a form of the desk makes of what was sent. Raises Problem with what it says of each field."""
    if not form.is_valid():
        errors = {name: [str(one) for one in some] for name, some in form.errors.items()}
        told = " ".join(one for some in errors.values() for one in some)
        raise Problem(422, "unfit", told, errors=errors)
    return form.cleaned_data


def _response(answer: Answer) -> Response:
    response = Response(answer.body, status=answer.status)
    if answer.status >= 400:
        response = Response(answer.body, status=answer.status, content_type=PROBLEM)
    if answer.again:
        response.headers["Idempotency-Replayed"] = "true"
    return response
