"""Study session: one card at a time. Plain forms for signed-in users; a script replaces them where it runs."""

import re
import uuid
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from rulesbase.core.errors import Refused
from rulesbase.models import Deck, Grade, Question, User
from rulesbase.study.decks.actions import deck_of
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.reviews.load_cards import card_of, load
from rulesbase.study.reviews.scheduling import RETENTION, State, choices, state_of

# A page may stay open; a longer look at a card does not count.
_LONGEST_LOOK = 120_000
# The parameters of a study session, which every form passes on.
_CARRIED_PARAMS = ("deck", "drill")
_ID = re.compile(r"[\w@-]{1,8}", re.ASCII)


@require_safe
def booth(request: HttpRequest) -> HttpResponse:
    """Show the next card; without an account only the frame for a script."""
    context: dict[str, object] = {
        "blank_choices": choices(State(), timezone.now(), RETENTION),
        "kept": _carried_params(request),
    }
    if request.user.is_authenticated:
        context |= _of_person(request, request.user)
    return render(request, "study/booth.html", context)


@require_POST
@login_required
def grade(request: HttpRequest) -> HttpResponse:
    """Count a grade and redirect to the next card."""
    user, now = cast(User, request.user), timezone.now()
    given = request.POST
    try:
        reviews_actions.give(
            user,
            _question(user, given),
            _whole(given.get("grade")),
            at=now,
            key=given.get("key", ""),
            expected_version=_whole(given.get("version")),
            took=min(max(int(now.timestamp() * 1000) - _whole(given.get("since")), 0), _LONGEST_LOOK),
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
        taken = reviews_actions.undo(cast(User, request.user), request.POST.get("key", ""))
    except Refused as error:
        messages.warning(request, str(error))
        return _next(request)
    return _next(request, card=taken.grade.question.public_id)


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
        "bury": _("This card is asked again tomorrow."),
        "suspend": _("This card is asked no more until you call it back: see “Set aside”."),
    }
    if how in done:
        reviews_actions.set_aside(user, [(how, question.public_id)])
        messages.success(request, done[how])
    return _next(request)


def decks_of(request: HttpRequest, given: QueryDict) -> list[Deck] | None:
    """Return the decks of an address, or None without any. Raises DeckNotFound."""
    user = request.user if request.user.is_authenticated else None
    return [deck_of(user, named(name)) for name in given.getlist("deck")[:100]] or None


def named(given: str) -> str:
    """Return a public id if it has the form of one; else an empty string."""
    return given if _ID.fullmatch(given) else ""


def _of_person(request: HttpRequest, user: User) -> dict[str, object]:
    now = timezone.now()
    loaded = load(user, now=now, limit=1, decks=decks_of(request, request.GET), drill="drill" in request.GET)
    asked = named(request.GET.get("card", ""))
    card = (card_of(user, asked, now=now) if asked else None) or (loaded.cards[0] if loaded.cards else None)
    last = Grade.objects.filter(user=user, undone_at=None, at__gte=loaded.queue.day.begins).order_by("-at", "-pk")
    return {
        "loaded": loaded,
        "left": max(loaded.counts.left_today, 1 if card else 0),
        "whole": loaded.done + max(loaded.counts.left_today, 1),
        "card": card,
        "choices": choices(state_of(card.waiting.studied), now, loaded.queue.options.retention) if card else [],
        "version": card.waiting.studied.version if card and card.waiting.studied else 0,
        "key": uuid.uuid4(),
        "since": int(now.timestamp() * 1000),
        "last": last.values_list("key", flat=True).first(),
    }


def _question(user: User, given: QueryDict) -> Question:
    question = get_object_or_404(Question, public_id=named(given.get("question", "")))
    if question.owner_id not in (None, user.pk):
        raise Http404
    return question


def _carried_params(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the parameters of the study session."""
    given = request.POST if request.method == "POST" else request.GET
    return [(name, value) for name in _CARRIED_PARAMS for value in given.getlist(name)[:100]]


def _next(request: HttpRequest, **more: str) -> HttpResponse:
    query = urlencode([*_carried_params(request), *more.items()])
    return redirect(reverse("study-booth") + (f"?{query}" if query else ""))


def _whole(given: str | None) -> int:
    return int(given) if given and given.isdecimal() and len(given) < 16 else 0
