"""Pages for when something is wrong. Those of 500 and 503 ask neither the database nor the cache for anything."""

import logging
import sys

from csp.utils import build_policy
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import get_template
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _

from rulesbase.core.database_errors import SAFE, is_read_only, why_gone, why_no_room
from rulesbase.core.logging import without_line
from rulesbase.core.maintenance import RETRY_AFTER, UnderMaintenance, maintenance
from rulesbase.core.problem_response import problem_answer, problem_data
from rulesbase.core.request_id import current

# Seconds after which a database that does not answer may be there again.
_SOON = 30
_FAILED, _GONE = "_rulesbase_database_failed", "_rulesbase_database_gone"


def unavailable(request: HttpRequest, retry_after: int) -> HttpResponse:
    """503: under maintenance."""
    said = _(
        "The site is being looked after: it can be read, but nothing can be changed. Nothing of yours was changed."
    )
    response = _later(request, retry_after, {}, said)
    without_line(response)
    return response


def _without_database(request: HttpRequest, error: BaseException | None) -> HttpResponse:
    """503: the database does not answer, is in somebody's hands for too long, or takes no writes."""
    context: dict[str, object] = {"broken": True}
    said = _("The database does not answer at this moment. Nothing of yours was changed.")
    if request.method not in SAFE and why_gone(error) and not is_read_only(error):
        # It may have gone with the answer to COMMIT on its lips.
        said = _(
            "It is not known whether what you sent was stored. In half a minute look whether it is there, before you "
            "send it again."
        )
        context["said"] = said
    response = _later(request, _SOON, context, said)
    setattr(response, _FAILED, True)
    setattr(response, _GONE, why_gone(error))
    return response


def _later(request: HttpRequest, retry_after: int, context: dict[str, object], said: str) -> HttpResponse:
    response = _page(request, "503.html", 503, context, _("Not available now"), said)
    response.headers["Retry-After"] = str(retry_after)
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where the database is gone, a disk takes nothing, or nothing may be written now."""
    with translation.override(translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        error = sys.exc_info()[1]
        if isinstance(error, UnderMaintenance):
            now = maintenance()
            return unavailable(request, now.retry_after if now else RETRY_AFTER)
        if _of_database(error):
            return _without_database(request, error)
        if why_no_room(error):
            said = _("The disk of this site takes nothing at this moment: it is full, or can only be read.")
            return _later(request, RETRY_AFTER, {"said": said}, said)
        said = _("Something broke on our side, and the log says what. Trying again in a moment may help.")
        return _page(request, "500.html", 500, {}, _("Something broke"), said)


def database_failed(response: HttpResponseBase) -> bool:
    """Whether an answer says that the database does not answer."""
    return bool(getattr(response, _FAILED, False))


def database_gone(response: HttpResponseBase) -> str:
    """Why the database of an answer cannot be asked; empty where it can, or only this page could not be made."""
    return str(getattr(response, _GONE, ""))


def _of_database(error: BaseException | None) -> bool:
    """Whether it is the database that is gone, or one that takes no writes: a primary that became a replica."""
    return is_read_only(error) or isinstance(error, OperationalError | InterfaceError)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: what was sent cannot be read. Why is no affair of whoever tries."""
    del exception
    with translation.override(translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        said = _("What the browser sent cannot be read: a broken link, a file that is too large, or a wrong host name.")
        return _page(request, "400.html", 400, {}, _("This cannot be read"), said)


def only_sent_to(request: HttpRequest, allowed: str) -> HttpResponse:
    """405: somebody opened, or loaded again, an address that only takes what is sent to it."""
    said = _("It only takes what a form sends. Nothing was changed.")
    response = _page(request, "405.html", 405, {}, _("There is no page at this address"), said)
    response.headers["Allow"] = allowed
    return response


def too_heavy(request: HttpRequest) -> HttpResponse:
    """413: more was sent than this page takes. Nothing of it was read."""
    with translation.override(translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        said = _("What the browser sent cannot be read: a broken link, a file that is too large, or a wrong host name.")
        return _page(request, "400.html", 413, {}, _("This cannot be read"), said)


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """429: more was asked for from one place than others would stand."""
    with translation.override(translation.get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        said = _("More was asked for from where you are than this site can answer at once. Wait a minute, then go on.")
        response = _page(request, "429.html", 429, {"said": said}, _("Too many requests"), said)
    response.headers["Retry-After"] = str(seconds)
    without_line(response)
    return response


def _page(
    request: HttpRequest, template: str, status: int, context: dict[str, object], title: str, said: str
) -> HttpResponse:
    """A page for people, a problem for programs (RFC 9457)."""
    if request.path_info.startswith("/api/"):
        response = problem_answer(problem_data(status, title, said, request_id=current()))
    else:
        response = HttpResponse(_rendered(template, context, title, said), status=status)
        # Some are made outside the middleware that gives pages their policy, and would come without their styles.
        response.headers["Content-Security-Policy"] = build_policy()
    if request.method == "HEAD":
        # Some of these answers never come by the middleware that sees to it.
        response.content = b""
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = translation.get_language() or settings.LANGUAGE_CODE
    return response


def _rendered(template: str, context: dict[str, object], title: str, said: str) -> str:
    """The page, or where even that breaks (a style sheet is missing) its words alone."""
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
        said,
        current(),
    )
