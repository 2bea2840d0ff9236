"""JSON for the scripts of study. Grades are counted once, however often they are sent."""

import json
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException, UnreadablePostError
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rulesbase.core.errors import Refused
from rulesbase.models import Question, User
from rulesbase.study.decks.actions import DeckNotFound, deck_of, questions_of
from rulesbase.study.decks.generated import about_of, title_of
from rulesbase.study.questions.changed_rules import changed_since
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.load_cards import cards_for_anybody, load, loaded_data, shown_data
from rulesbase.study.reviews.scheduling import PARAMETERS
from rulesbase.study.reviews.sync import MOST_AT_ONCE, sync, take_over
from rulesbase.study.reviews.views import decks_of, named
from rulesbase.web.ratelimits.limits import GRADES, wait_seconds

# Of one request: six times the size of 500 grades.
MOST_BYTES = 512 * 1024
Verb = Callable[[User, Any], dict[str, Any]]


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Return the loaded queue of the user, and the CSRF token for sending grades."""
    if not request.user.is_authenticated:
        return _refused(_("Sign in first."), 401)
    user, now = request.user, timezone.now()
    loaded = load(user, now=now, decks=decks_of(request, request.GET), drill="drill" in request.GET)
    return _answer({**loaded_data(user, loaded, now), "token": get_token(request)})


@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Count grades and set cards aside."""
    return _received(request, _counted)


@require_POST
def taken_over(request: HttpRequest) -> HttpResponse:
    """Import what a browser stored before there was an account."""
    return _received(request, take_over)


@require_safe
def deck(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a public deck: its name and the ids of its questions, in order."""
    try:
        found = deck_of(None, public_id)
    except DeckNotFound as error:
        return _refused(str(error), 404)
    asked = questions_of(None, found).filter(retired_on=None).values_list("public_id", flat=True)
    deck_data = {"id": found.public_id, "title": title_of(found), "about": about_of(found), "questions": list(asked)}
    return _answer(deck_data)


@require_safe
def changed(request: HttpRequest) -> HttpResponse:
    """Return the ids of questions about changes since a day, for a browser without an account."""
    try:
        day = date.fromisoformat(request.GET.get("since", ""))
    except ValueError:
        return _refused(_("Name a day, as in ?since=2024-02-02."), 400)
    keys = changed_since(day)
    ids = dict(Question.objects.filter(pk__in=keys[:2000]).values_list("pk", "public_id"))
    return _answer({"questions": [ids[key] for key in keys if key in ids]})


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Return generated questions with their texts, by id, without missing ones."""
    ids = [one for one in request.GET.get("ids", "").split(",") if named(one)]
    return _answer({"cards": [shown_data(card) for card in cards_for_anybody(ids)], "parameters": list(PARAMETERS)})


def _counted(user: User, data: Any) -> dict[str, Any]:
    aside = data.get("aside", []) if isinstance(data, Mapping) else []
    if not isinstance(aside, list) or len(aside) > MOST_AT_ONCE:
        raise Refused(_("Send at most %(most)d grades at once.") % {"most": MOST_AT_ONCE})
    counted = sync(user, data)
    reviews_actions.set_aside(user, [asked for one in aside if (asked := _asked(one))])
    # The browser may forget all of it: a missing card needs no further attempt.
    return {**counted, "aside": aside}


def _asked(given: Any) -> tuple[str, str] | None:
    """Return how to set a card aside, and its id; None for unreadable data."""
    how, name = (given.get("how"), given.get("question")) if isinstance(given, Mapping) else (None, None)
    return (str(how), name) if isinstance(name, str) and named(name) else None


def _received(request: HttpRequest, verb: Verb) -> HttpResponse:
    """Read the request, run the action, and answer; refuse data of another account."""
    if not request.user.is_authenticated:
        return _refused(_("Sign in first."), 401)
    if wait := wait_seconds(GRADES, str(request.user.pk)):
        message = _("At most %(limit)d requests in %(window)d seconds. Ask again in %(reset)d seconds.")
        message %= {"limit": GRADES.most, "window": GRADES.seconds, "reset": wait}
        return _refused(message, 429, **{"Retry-After": str(wait)})
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return _refused(_("That is too much at once."), 413)
    try:
        data = json.loads(request.body)
    except UnreadablePostError:
        return _refused(_("What you sent ended too early. Send it again."), 400)
    except (ValueError, RecursionError, RawPostDataException):
        return _refused(_("What was sent is no JSON."), 400)
    user = request.user
    if isinstance(data, Mapping) and data.get("account", str(user.pk)) != str(user.pk):
        return _refused(_("These grades belong to another account."), 409)
    try:
        return _answer(verb(user, data))
    except Refused as error:
        return _refused(str(error), 400)


def _answer(data: dict[str, Any], status: int = 200, **headers: str) -> HttpResponse:
    # Shared decks change without the content version that cached pages depend on.
    return JsonResponse(data, status=status, headers={"Cache-Control": "private, no-cache", **headers})


def _refused(why: str, status: int, **headers: str) -> HttpResponse:
    return _answer({"error": why}, status, **headers)
