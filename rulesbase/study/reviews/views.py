"""The study session: pages with plain forms, JSON for the script that replaces them; suspended cards and leeches."""

import json
import uuid
from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict, RawPostDataException, UnreadablePostError
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.core.content_length import stated_length
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import read_number
from rulesbase.engine.spaced_repetition.fitting import PARAMETERS
from rulesbase.engine.text.dates import read_day
from rulesbase.models import Deck, Grade, Question, Studied, User
from rulesbase.study.decks.actions import DeckNotFound, deck_of
from rulesbase.study.decks.changes_deck import changed_since
from rulesbase.study.json_answers import json_answer, json_refusal
from rulesbase.study.questions.render import shown
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.days import day_at
from rulesbase.study.reviews.leeches import LAPSES, leeches
from rulesbase.study.reviews.options import options_of
from rulesbase.study.reviews.queue import card_of, generated_cards, load_queue, loaded_data, shown_data
from rulesbase.study.reviews.scheduling import Memory, grade_choices, memory_of, schedule_of
from rulesbase.study.reviews.sync import MOST_AT_ONCE, sync, take_over
from rulesbase.web.rate_limits.limits import GRADES, wait_seconds

# A page may stay open; a longer look at a card does not count.
_LONGEST_LOOK = 120_000
# The parameters of a study session, which every form passes on.
_CARRIED_PARAMS = ("deck", "drill")
# Of the cards set aside.
_MOST_SHOWN = 200


@require_safe
def session(request: HttpRequest) -> HttpResponse:
    """Show the next card; without an account only the frame for a script."""
    context: dict[str, object] = {
        "blank_choices": grade_choices(Memory(), timezone.now()),
        "carried_params": _carried_params(request),
    }
    if request.user.is_authenticated:
        context |= _of_person(request, request.user)
    return render(request, "study/session.html", context)


@require_POST
@login_required
def grade(request: HttpRequest) -> HttpResponse:
    """Count a grade and redirect to the next card."""
    user, now = cast(User, request.user), timezone.now()
    given = request.POST
    try:
        reviews_actions.grade_card(
            user,
            _question(user, given),
            read_number(given.get("grade"), 0),
            at=now,
            key=given.get("key", ""),
            expected_version=read_number(given.get("version"), 0),
            took=min(max(int(now.timestamp() * 1000) - read_number(given.get("since"), 0), 0), _LONGEST_LOOK),
            now=now,
        )
    except Refused as error:
        messages.warning(request, str(error))
    return _next(request)


@require_POST
@login_required
def undo(request: HttpRequest) -> HttpResponse:
    """Undo a grade and show its card again."""
    try:
        undone = reviews_actions.undo(cast(User, request.user), request.POST.get("key", ""))
    except Refused as error:
        messages.warning(request, str(error))
        return _next(request)
    return _next(request, card=undone.question.public_id)


@require_POST
@login_required
def aside(request: HttpRequest) -> HttpResponse:
    """Bury, suspend or resume a card."""
    user, how = cast(User, request.user), request.POST.get("how", "")
    question = _question(user, request.POST)
    if how == "resume":
        reviews_actions.resume(user, question)
        return redirect("study-set-aside")
    done = {
        "bury": _("This flash card will come back tomorrow."),
        "suspend": _(
            "This flash card is suspended. To study it again, open “Suspended and skipped flash cards” in your account."
        ),
    }
    if how in done:
        reviews_actions.set_aside(user, [(how, question.public_id)])
        messages.success(request, done[how])
    return _next(request)


def decks_of(request: HttpRequest) -> list[Deck] | None:
    """Return the decks of the address, or None without any. Raises DeckNotFound."""
    return [deck_of(user_of(request), name) for name in request.GET.getlist("deck")[:100]] or None


def _of_person(request: HttpRequest, user: User) -> dict[str, object]:
    now = timezone.now()
    loaded = load_queue(user, now=now, limit=1, decks=decks_of(request), drill="drill" in request.GET)
    asked = request.GET.get("card", "")
    card = (card_of(user, asked) if asked else None) or (loaded.items[0] if loaded.items else None)
    last = Grade.objects.filter(user=user, undone_at=None, at__gte=loaded.day.begins).order_by("-at", "-pk")
    return {
        "loaded": loaded,
        "is_first": not Grade.objects.filter(user=user).exists(),
        "left": max(loaded.counts.left_today, 1 if card else 0),
        "whole": loaded.done + max(loaded.counts.left_today, 1),
        "card": card,
        "choices": grade_choices(memory_of(card.studied), now, schedule_of(loaded.options)) if card else [],
        "version": card.studied.version if card and card.studied else 0,
        "key": uuid.uuid4(),
        "since": int(now.timestamp() * 1000),
        "last": last.values_list("key", flat=True).first(),
    }


def _question(user: User, given: QueryDict) -> Question:
    return get_object_or_404(Question.objects.visible_to(user), public_id=given.get("question", ""))


def _carried_params(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the parameters of the study session."""
    given = request.POST if request.method == "POST" else request.GET
    return [(name, value) for name in _CARRIED_PARAMS for value in given.getlist(name)[:100]]


def _next(request: HttpRequest, **more: str) -> HttpResponse:
    return redirect(reverse("study-booth", query=[*_carried_params(request), *more.items()]))


@require_safe
@login_required
def set_aside(request: HttpRequest) -> HttpResponse:
    """Show the suspended and buried cards."""
    user = cast(User, request.user)
    day = day_at(options_of(user), timezone.now()).date
    rows = Studied.objects.filter(user=user).set_aside_on(day)
    found = list(rows.select_related("question").order_by("-is_suspended", "pk")[:_MOST_SHOWN])
    suspended = {row.question.public_id for row in found if row.is_suspended}
    cards = [(card, card.public_id in suspended) for card in shown([row.question for row in found])]
    return render(request, "study/set_aside.html", {"cards": cards})


@require_safe
@login_required
def leech_list(request: HttpRequest) -> HttpResponse:
    """Show the cards that are forgotten again and again."""
    context = {"leeches": leeches(cast(User, request.user)), "least": LAPSES}
    return render(request, "study/leeches.html", context)


# Of one request: six times the size of 500 grades.
MAX_BYTES = 512 * 1024
Verb = Callable[[User, Any], dict[str, Any]]


@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """Return the loaded queue of the user, and the CSRF token for sending grades."""
    if not request.user.is_authenticated:
        return json_refusal(_("Sign in first."), 401)
    user, now = request.user, timezone.now()
    try:
        decks = decks_of(request)
    except DeckNotFound as error:
        return json_refusal(str(error), 404)
    loaded = load_queue(user, now=now, decks=decks, drill="drill" in request.GET)
    return json_answer({**loaded_data(user, loaded, now), "token": get_token(request)})


@require_POST
def send(request: HttpRequest) -> HttpResponse:
    """Count grades and set cards aside."""
    return _received(request, _counted)


@require_POST
def taken_over(request: HttpRequest) -> HttpResponse:
    """Import what a browser stored before there was an account."""
    return _received(request, take_over)


@require_safe
def changed(request: HttpRequest) -> HttpResponse:
    """Return the ids of questions about changes since a day, for a browser without an account."""
    day = read_day(request.GET.get("since", ""))
    if day is None:
        return json_refusal(_("Add a date to the address, for example ?since=2024-02-02."), 400)
    keys = changed_since(day)
    ids = dict(Question.objects.filter(pk__in=keys[:2000]).values_list("pk", "public_id"))
    return json_answer({"questions": [ids[key] for key in keys if key in ids]})


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Return generated questions with their texts, by id, without missing ones."""
    ids = request.GET.get("ids", "").split(",")
    return json_answer({"cards": [shown_data(card) for card in generated_cards(ids)], "parameters": list(PARAMETERS)})


def _counted(user: User, data: Any) -> dict[str, Any]:
    aside = data.get("aside", []) if isinstance(data, Mapping) else []
    if not isinstance(aside, list) or len(aside) > MOST_AT_ONCE:
        raise Refused(_("Send at most %(most)d flash card grades at once.") % {"most": MOST_AT_ONCE})
    counted = sync(user, data)
    asked = [(str(one.get("how")), str(one.get("question"))) for one in aside if isinstance(one, Mapping)]
    reviews_actions.set_aside(user, asked)
    # The browser may forget all of it: a missing card needs no further attempt.
    return {**counted, "aside": aside}


def _received(request: HttpRequest, verb: Verb) -> HttpResponse:
    """Read the request, run the action, and answer; refuse data of another account."""
    if not request.user.is_authenticated:
        return json_refusal(_("Sign in first."), 401)
    if wait := wait_seconds(GRADES, str(request.user.pk)):
        message = _("At most %(limit)d requests in %(window)d seconds. Try again in %(reset)d seconds.")
        message %= {"limit": GRADES.most, "window": GRADES.seconds, "reset": wait}
        return json_refusal(message, 429, **{"Retry-After": str(wait)})
    if stated_length(request.META) > MAX_BYTES:
        return json_refusal(_("This request is too large. Send it in smaller parts."), 413)
    try:
        data = json.loads(request.body)
    except UnreadablePostError:
        return json_refusal(_("The request was cut off before its end. Send it again."), 400)
    except (ValueError, RecursionError, RawPostDataException):
        return json_refusal(_("The request is not valid JSON."), 400)
    user = request.user
    if isinstance(data, Mapping) and data.get("account", str(user.pk)) != str(user.pk):
        message = _("These flash card grades belong to another account. Sign in to that account to send them.")
        return json_refusal(message, 409)
    try:
        return json_answer(verb(user, data))
    except Refused as error:
        return json_refusal(str(error), 400)
