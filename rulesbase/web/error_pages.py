"""Error pages. Those of 500 and 503 use neither the database nor the cache."""

import logging
import sys

from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.debug import ExceptionReporter

from rulesbase.core.database.database_errors import SAFE, connection_failure, disk_failure, is_read_only
from rulesbase.core.logging import do_not_log, request_id
from rulesbase.core.maintenance import RETRY_AFTER, UnderMaintenance, maintenance
from rulesbase.core.negotiation import is_api, message_language
from rulesbase.core.problem_response import problem_answer, problem_data

# Retry-After in seconds for a database that does not answer.
_SOON = 30
_FAILURE = "_rulesbase_database_failure"


def unavailable(request: HttpRequest, retry_after: int) -> HttpResponse:
    """Return 503 for maintenance."""
    with translation.override(message_language(request)):
        message = _("The site is under maintenance: it can be read, but not changed. Your data were not changed.")
        response = _later(request, retry_after, {}, message)
    do_not_log(response)
    return response


def _without_database(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """Return 503 for a database that does not answer, is locked for too long, or takes no writes."""
    context: dict[str, object] = {"broken": True}
    message = _("The database is not available at the moment. Your data were not changed. Try again in half a minute.")
    if request.method not in SAFE and connection_failure(error) and not is_read_only(error):
        # The server may have committed before the connection dropped.
        message = _(
            "We do not know whether your changes were saved. Wait half a minute and check before you send them again."
        )
        context["message"] = message
    response = _later(request, _SOON, context, message)
    setattr(response, _FAILURE, connection_failure(error))
    return response


def _later(request: HttpRequest, retry_after: int, context: dict[str, object], message: str) -> HttpResponse:
    response = _page(request, "503.html", 503, context, _("Page not available now"), message)
    response.headers["Retry-After"] = str(retry_after)
    return response


class ErrorReporter(ExceptionReporter):
    """Reports errors as Django does; with DEBUG a request that cannot be read gets the site's own page too."""

    def get_traceback_html(self) -> SafeString:
        """Return the page of an error."""
        if self.request is not None and isinstance(self.exc_value, (BadRequest, SuspiciousOperation)):
            return mark_safe(bad_request(self.request, None).content.decode())  # noqa: S308 (a page of a template)
        return super().get_traceback_html()


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 500, or 503 if the database is gone, the disk is full, or the site is under maintenance."""
    with translation.override(message_language(request)):
        error = sys.exc_info()[1]
        if isinstance(error, UnderMaintenance):
            now = maintenance()
            return unavailable(request, now.retry_after if now else RETRY_AFTER)
        if _of_database(error):
            return _without_database(request, error)
        if disk_failure(error):
            message = _(
                "The server cannot save anything at the moment: its disk is full or read-only. Try again later."
            )
            return _later(request, RETRY_AFTER, {"message": message}, message)
        message = _("An error occurred on the server. It is in the error log. Try again in a moment.")
        return _page(request, "500.html", 500, {}, _("Server error"), message)


def database_failure(response: HttpResponseBase) -> str | None:
    """Return why the database of a response cannot be reached; empty if it failed otherwise, None if it did not."""
    return getattr(response, _FAILURE, None)


def _of_database(error: BaseException | None) -> bool:
    """Return whether the database is gone or takes no writes."""
    return is_read_only(error) or isinstance(error, OperationalError | InterfaceError)


def bad_request(request: HttpRequest, exception: Exception | None, status: int = 400) -> HttpResponse:
    """Return 400 for a request that cannot be read, 413 for one that is too large. The reason is not shown."""
    with translation.override(message_language(request)):
        message = _(
            "The request could not be read: the link is broken, the file is too large, or the host name is wrong."
        )
        return _page(request, "400.html", status, {}, _("The request could not be read"), message)


def method_not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """Return 405 as a page for a GET of an address that only takes POST."""
    message = _(
        "This address only accepts a submitted form. Go back and use the button of the form. Nothing was changed."
    )
    response = _page(request, "405.html", 405, {}, _("Page not found"), message)
    response.headers["Allow"] = allowed
    return response


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Return 429 for too many requests of one client; ``seconds`` is the Retry-After."""
    with translation.override(message_language(request)):
        message = _("Too many requests from your network. Wait a minute, then try again.")
        response = _page(request, "429.html", 429, {"message": message}, _("Too many requests"), message)
    response.headers["Retry-After"] = str(seconds)
    do_not_log(response)
    return response


def _page(
    request: HttpRequest, template: str, status: int, context: dict[str, object], title: str, message: str
) -> HttpResponse:
    """Return a page, or below /api/ a problem (RFC 9457)."""
    if is_api(request):
        response = problem_answer(problem_data(status, title, message, request_id=request_id.get()))
    else:
        response = HttpResponse(_rendered(template, context, title, message), status=status)
        # Some are made outside the CSP middleware, and its default policy would block their styles.
        response.headers["Content-Security-Policy"] = build_policy()
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
    return response


def _rendered(template: str, context: dict[str, object], title: str, message: str) -> str:
    """Render the page, or a plain one if the template fails (a missing style sheet)."""
    try:
        return str(get_template(template).render(context))
    except Exception:
        logging.getLogger("rulesbase.errors").exception("The page of an error broke: %s", template)
    language = translation.get_language() or settings.LANGUAGE_CODE
    return format_html(
        '<!doctype html><html lang="{}"><meta charset="utf-8"><title>{} · Rulesbase</title><h1>{}</h1><p>{}</p>'
        "<p><code>{}</code></p></html>",
        language,
        title,
        title,
        message,
        request_id.get(),
    )
