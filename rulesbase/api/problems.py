"""Errors of the API as problems (`rulesbase.core.problem_response`): what is wrong, and what to do about it."""

from typing import Any

from django.core.exceptions import PermissionDenied, TooManyFieldsSent
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, MethodNotAllowed, ParseError, UnsupportedMediaType
from rest_framework.response import Response

from rulesbase.core.problem_response import PROBLEM, problem_data


class Problem(Exception):
    """An error to answer. ``kind`` is its anchor on the documentation page; ``more`` are further fields of the body."""

    def __init__(self, status: int, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.more = status, kind, detail, more


def not_found(detail: str, **more: Any) -> Problem:
    """Return the problem of an address or a thing that does not exist."""
    return Problem(404, "not-found", detail, **more)


def no_right(detail: str) -> Problem:
    """Return the problem of an account or a token without the permission."""
    return Problem(403, "no-right", detail)


def titles() -> dict[str, str]:
    """Return the title of each kind of problem."""
    return {
        "bad-parameter": _("Invalid parameter"),
        "bad-body": _("The request body cannot be read"),
        "too-large": _("The request body is too large"),
        "not-found": _("Not found"),
        "no-question": _("The question cannot be read"),
        "no-such-page": _("The list has no page with this number"),
        "method": _("This method is not allowed at this address"),
        "media-type": _("The request body has an unsupported format"),
        "no-token": _("An API token is required"),
        "no-right": _("You are not allowed to do this"),
        "conflict": _("The text was changed by another person"),
        "refused": _("The request was refused"),
        "unfit": _("This text cannot be stored"),
        "key-used": _("The Idempotency-Key was already used"),
        "error": _("The request failed"),
    }


def body_of(problem: Problem) -> dict[str, Any]:
    """Return a problem as data."""
    title = titles().get(problem.kind, problem.kind)
    address = f"/api/v1/docs/#problem-{problem.kind}"
    return problem_data(problem.status, title, problem.detail, kind=address, **problem.more)


def _as_problem(error: Exception) -> Problem | None:
    if isinstance(error, Problem):
        return error
    if isinstance(error, MethodNotAllowed):
        return Problem(405, "method", _("This address does not support this method. See the Allow header."))
    if isinstance(error, UnsupportedMediaType):
        return Problem(415, "media-type", _("Send the request body as application/json."))
    if isinstance(error, ParseError):
        return Problem(400, "bad-body", str(error.detail))
    if isinstance(error, Http404):
        return not_found(str(error) or _("There is nothing at this address. All addresses: /api/v1/"))
    if isinstance(error, TooManyFieldsSent):
        return Problem(400, "bad-parameter", _("The address has far too many parameters."))
    if isinstance(error, PermissionDenied):
        return Problem(403, "error", str(error))
    if isinstance(error, APIException):
        return Problem(error.status_code, "error", str(error.detail))
    return None


def problem_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer an exception of a view as a problem; others are faults of the server."""
    problem = _as_problem(error)
    return Response(body_of(problem), status=problem.status, content_type=PROBLEM) if problem else None
