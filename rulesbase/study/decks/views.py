"""Pages of study: home, decks, own cards, options, cards set aside."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.models import Deck, Studied, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.home_page import booth_address, groups, listed, summed, today
from rulesbase.study.questions.changed_rules import deck_of_changes
from rulesbase.study.questions.render import shown
from rulesbase.study.reviews.days import day_at
from rulesbase.study.reviews.options import OptionsForm, options_of, save_options
from rulesbase.study.reviews.views import named

_MOST_SHOWN = 200
_LONGEST_SEARCH = 80


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits today and how it goes; of somebody without an account their browser knows it."""
    context: dict[str, object] = {}
    if request.user.is_authenticated:
        user = request.user
        found = today(user, now=timezone.now(), options=options_of(user))
        drill = booth_address(found.weak, drill=True) if found.weak else ""
        context = {"today": found, "counts": found.queue.counts, "summed": summed(found), "drill": drill}
    return _private(render(request, "study/home.html", context))


@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """Show all decks, or those that are sought."""
    return decks_page(request)


def decks_page(request: HttpRequest, *, status: int = 200, **more: object) -> HttpResponse:
    """Render the list of decks; ``more`` is added to the context."""
    user = request.user if request.user.is_authenticated else None
    sought = request.GET.get("q", "")[:_LONGEST_SEARCH]
    context = {"groups": groups(user, sought), "sought": sought, **more}
    return _private(render(request, "study/decks.html", context, status=status))


@require_safe
def deck(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a deck with its cards; one's own with what can be changed."""
    try:
        found = decks_actions.deck_of(request.user if request.user.is_authenticated else None, public_id)
    except decks_actions.DeckNotFound as error:
        raise Http404(str(error)) from None
    return deck_page(request, found)


def deck_page(request: HttpRequest, found: Deck, *, status: int = 200, **more: object) -> HttpResponse:
    """Render the page of a deck; ``more`` is added to the context."""
    user = request.user if request.user.is_authenticated else None
    questions = list(decks_actions.questions_of(user, found)[:_MOST_SHOWN])
    (row,) = listed(user, type(found).objects.filter(pk=found.pk))
    mine = {question.public_id for question in questions if user and question.owner_id == user.pk}
    context = {
        "row": row,
        "deck": found,
        "is_own": user is not None and found.owner_id == user.pk and not found.slug,
        "cards": [(card, card.public_id in mine) for card in shown(questions)],
        "booth": booth_address([found.public_id]),
        **more,
    }
    return _private(render(request, "study/deck.html", context, status=status))


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Begin or leave a deck."""
    user = cast(User, request.user)
    try:
        found = decks_actions.deck_of(user, named(request.POST.get("deck", "")))
    except decks_actions.DeckNotFound as error:
        raise Http404(str(error)) from None
    if request.POST.get("how") == "leave":
        decks_actions.leave(user, found)
        messages.success(request, _("Nothing new is asked from this deck. What you learnt of it is still asked."))
    else:
        decks_actions.enrol(user, found)
        messages.success(request, _("You study this deck now."))
    return redirect("study-deck", found.public_id) if "here" in request.POST else redirect("study-decks")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def options(request: HttpRequest) -> HttpResponse:
    """Show how somebody studies; a POST keeps it."""
    user = cast(User, request.user)
    form = OptionsForm(instance=options_of(user))
    if request.method == "POST":
        before = options_of(user).knows
        form = save_options(user, request.POST)
        if form.is_valid():
            if form.instance.knows != before:
                _say_changes(request, form)
            messages.success(request, _("Kept."))
            return redirect("study-options")
    easy = [form[f"easy_{weekday}"] for weekday in range(7)]
    return render(request, "study/options.html", {"form": form, "easy": easy})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def set_aside(request: HttpRequest) -> HttpResponse:
    """Show the cards that are asked no more, or not before tomorrow."""
    user = cast(User, request.user)
    day = day_at(options_of(user), timezone.now()).date
    rows = Studied.objects.filter(Q(is_suspended=True) | Q(buried_until__gt=day), user=user, question__retired_on=None)
    found = list(rows.select_related("question").order_by("-is_suspended", "pk")[:_MOST_SHOWN])
    suspended = {row.question.public_id for row in found if row.is_suspended}
    cards = [(card, card.public_id in suspended) for card in shown([row.question for row in found])]
    return render(request, "study/set_aside.html", {"cards": cards})


def _say_changes(request: HttpRequest, form: OptionsForm) -> None:
    made = deck_of_changes(form.instance)
    if made is not None:
        count = made.places.count()
        message = ngettext(
            "%(count)d rule says something else since then: it is a deck of yours now.",
            "%(count)d rules say something else since then: they are a deck of yours now.",
            count,
        )
        messages.success(request, message % {"count": count})


def _private(response: HttpResponse) -> HttpResponse:
    # Decks that people share change without the counter that kept pages go by.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
