"""Base views of the desk API: token authentication and idempotent actions.

Roles, forms and actions are those of the desk's pages. Sessions are not accepted, so a web page cannot write with a
user's cookies.
"""

import hashlib
import json
import re
from typing import Any, ClassVar

from django.db import InterfaceError, OperationalError
from django.forms import Form
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from rulesbase.accounts.api_tokens import lacks_second_factor, note_use, token_of
from rulesbase.accounts.roles import CURATE, may
from rulesbase.api.base import Api
from rulesbase.api.problems import Problem, body_of, no_right, not_found
from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.core.errors import Refused, refusal_text
from rulesbase.core.idempotency import LONGEST_KEY, KeyConflict, StoredResponse, run_once
from rulesbase.core.problem_response import PROBLEM
from rulesbase.desk.queue_params import announced
from rulesbase.desk.targets import desk_languages
from rulesbase.engine.nodes import NotRules
from rulesbase.models import ApiToken, User
from rulesbase.models.current_token import using_token
from rulesbase.web.databases.router import replica_reads

_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


class DeskApi(Api):
    """A view of the desk API. ``role`` is the required role in the language, or ``curate``."""

    tag = "desk"
    closed: ClassVar[bool] = True
    sparse: ClassVar[bool] = False
    role: ClassVar[str] = ""
    token: ApiToken

    @property
    def user(self) -> User:
        """The user of the token."""
        return self.token.user

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Read from the primary database, because a replica may lag."""
        with replica_reads(False):
            return super().dispatch(request, *args, **kwargs)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Forbid caching of the response."""
        done = super().finalize_response(request, response, *args, **kwargs)
        done.headers["Cache-Control"] = "private, no-store"
        patch_vary_headers(done, ["Authorization"])
        if done.status_code == 401:
            done.headers["WWW-Authenticate"] = 'Bearer realm="rulesbase"'
        return done

    def handle_exception(self, exc: Exception) -> Response:
        """Answer 401 if the token was deleted during the request."""
        token = getattr(self, "token", None)
        # Do not query an unreachable database again.
        known = isinstance(exc, Problem | OperationalError | InterfaceError)
        if token is not None and not known and not ApiToken.objects.filter(pk=token.pk).exists():
            exc = _invalid_token()
        return super().handle_exception(exc)

    def check_access(self) -> None:
        """Check rights that ``role`` cannot express, before the body is read. May raise Problem."""

    def check_permissions(self, request: Request) -> None:
        """Check the token and its permissions before the body is read."""
        if request.method == "OPTIONS":
            return
        language = self.kwargs.get("language", "")
        self.token = self._token(request._request)
        if request.method == "POST" and self.token.scope != ApiToken.Scope.WRITE:
            raise no_right(_("This API token can only read. Create one for writing at /account/tokens/."))
        if lacks_second_factor(self.user):
            raise no_right(_("Set up two-factor authentication for your account first: /account/second-factor/"))
        if language and language not in desk_languages(self.versions):
            raise not_found(_("There are no translations into this language."))
        allowed = self.user.has_perm(CURATE) if self.role == CURATE else may(self.user, self.role, language)
        if self.role and not allowed:
            raise no_right(
                _(
                    "Your account is not allowed to do this at the translation desk. An API token never has more "
                    "permissions than its account."
                )
            )
        self.check_access()
        note_use(self.token)

    def _token(self, request: HttpRequest) -> ApiToken:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if not secret:
            message = _("Send an API token: “Authorization: Bearer rb_…”. Create one at /account/tokens/.")
            raise Problem(401, "no-token", message)
        token = token_of(secret.strip()) if scheme.lower() == "bearer" else None
        if token is None:
            raise _invalid_token()
        return token

    def work_version(self, name: str) -> CatalogueVersion:
        """Return the version to translate: that in force, or an announced one. Raises Problem."""
        version = next((one for one in announced(self.versions) if str(one) == name), self.versions.latest)
        if version is None or (name and str(version) != name):
            raise not_found(
                _(
                    "This version is not open for translation. Leave out the date to translate the version in force, "
                    "or choose a version that was announced to translators."
                )
            )
        return version


def _invalid_token() -> Problem:
    return Problem(401, "no-token", _("This API token does not work: it is wrong, expired or revoked."))


class DeskPost(DeskApi):
    """A view that performs an action and returns the new state."""

    def act(self, data: dict[str, Any], **where: Any) -> Any:
        """Perform the action. May raise the errors of desk actions."""
        raise NotImplementedError

    def post(self, request: Request, **where: Any) -> Response:
        """Perform the action once per idempotency key and return the new state."""
        data = self.body.of(request)
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            message = _("An Idempotency-Key has at most %(most)d ASCII characters, without spaces.")
            raise Problem(400, "bad-parameter", message % {"most": LONGEST_KEY}, parameter="Idempotency-Key")
        with using_token(self.token.name):
            if key is None:
                return _response(self._answer(data, where))
            # Compare the parsed values: spaces and the order of fields do not matter.
            canonical = json.dumps([request._request.path_info, data], sort_keys=True, default=str)
            sent = hashlib.sha256(canonical.encode()).hexdigest()
            try:
                return _response(run_once(self.token, key, sent, lambda: self._answer(data, where)))
            except KeyConflict:
                message = _("This Idempotency-Key was already used for another request. Send a new one.")
                raise Problem(422, "key-used", message) from None

    def _answer(self, data: dict[str, Any], where: dict[str, Any]) -> StoredResponse:
        try:
            return StoredResponse(200, dict(self.serialized([self.act(data, **where)])[0]))
        except (Refused, NotRules) as refusal:
            problem = Problem(409, "refused", refusal_text(refusal))
        except Problem as raised:
            problem = raised
        # Convert to JSON types, as a stored answer would be read.
        return StoredResponse(problem.status, json.loads(json.dumps(body_of(problem), default=str)))


def cleaned(form: Form) -> dict[str, Any]:
    """Return the cleaned data of a form. Raises Problem with the messages of each field."""
    if not form.is_valid():
        errors = {name: [str(one) for one in some] for name, some in form.errors.items()}
        message = " ".join(one for some in errors.values() for one in some)
        raise Problem(422, "unfit", message, errors=errors)
    return form.cleaned_data


def _response(answer: StoredResponse) -> Response:
    headers = {"Idempotency-Replayed": "true"} if answer.again else None
    return Response(answer.body, answer.status, headers=headers, content_type=PROBLEM if answer.status >= 400 else None)
