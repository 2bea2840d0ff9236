"""Pages of decks: list, deck, own decks and their cards; decks as JSON and as files for Anki."""

from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.core.errors import Refused
from rulesbase.core.number_format import figure
from rulesbase.core.redirects import posted_from
from rulesbase.imports.uploads import too_many_files
from rulesbase.models import Deck, Question, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.anki_export import anki_lines
from rulesbase.study.decks.generated import deck_description, deck_title
from rulesbase.study.decks.import_deck import MAX_BYTES, import_deck, too_large
from rulesbase.study.home_page import groups, listed, session_address
from rulesbase.study.json_answers import json_answer, json_refusal
from rulesbase.study.questions.render import shown
from rulesbase.web.middleware.upload_limits import FORM_OVERHEAD, limit_body
from rulesbase.web.rate_limits.limits import UPLOADS, wait_seconds

# The page of a deck has each form as it was filled in under this name.
_FORMS = {"rename": "typed", "card": "sides"}
_MOST_SHOWN = 200
_LONGEST_SEARCH = 80


@cache_control(private=True, no_cache=True)
@require_safe
def deck_list(request: HttpRequest) -> HttpResponse:
    """Show all decks, or search them."""
    return _decks_page(request)


def _decks_page(request: HttpRequest, *, status: int = 200, **more: object) -> HttpResponse:
    """Render the list of decks with ``more`` context."""
    sought = request.GET.get("q", "")[:_LONGEST_SEARCH]
    context = {"groups": groups(user_of(request), sought), "sought": sought, **more}
    return render(request, "study/decks.html", context, status=status)


@cache_control(private=True, no_cache=True)
@require_safe
def deck(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a deck with its cards, and an own deck with its forms."""
    return _deck_page(request, decks_actions.deck_of(user_of(request), public_id))


def _deck_page(request: HttpRequest, found: Deck, *, status: int = 200, **more: object) -> HttpResponse:
    """Render the page of a deck with ``more`` context."""
    user = user_of(request)
    questions = list(decks_actions.questions_of(user, found)[:_MOST_SHOWN])
    (row,) = listed(user, Deck.objects.filter(pk=found.pk))
    context = {
        "row": row,
        "deck": found,
        "is_own": user is not None and found.owner_id == user.pk and not found.slug,
        "cards": [(card, user is not None and card.question.owner_id == user.pk) for card in shown(questions)],
        "other_decks": decks_actions.own_decks(user).exclude(pk=found.pk) if user else (),
        "session": session_address([found.public_id]),
        **more,
    }
    return render(request, "study/deck.html", context, status=status)


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Start or stop studying a deck, or add selected questions of another one to it."""
    user = cast(User, request.user)
    found = decks_actions.deck_of(user, request.POST.get("deck", ""))
    if request.POST.get("how") == "add":
        return _add_selected(request, user, found.public_id)
    if request.POST.get("how") == "leave":
        decks_actions.stop_studying(user, found)
        message = _("You get no new flash cards from this deck. You still get the flash cards that you have started.")
        messages.success(request, message)
    else:
        decks_actions.enrol(user, found)
        messages.success(request, _("You are now studying this deck."))
    return redirect("study-deck", found.public_id) if "here" in request.POST else redirect("study-decks")


def _add_selected(request: HttpRequest, user: User, own: str) -> HttpResponse:
    """Add the selected questions of the deck ``from`` to an own deck, and show that one."""
    source = decks_actions.deck_of(user, request.POST.get("from", ""))
    decks_actions.own_deck(user, own)
    try:
        added = decks_actions.add_questions(user, own, request.POST.getlist("question"))
    except Refused as error:
        return _deck_page(request, source, problem=error, status=400)
    message = _("The study deck already has the selected flash cards.")
    if added:
        message = ngettext("%(count)s flash card was added.", "%(count)s flash cards were added.", added)
        message %= {"count": figure(added)}
    messages.success(request, message)
    return redirect("study-deck", own)


@require_safe
def deck_json(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a public deck: its name and the ids of its questions, in order."""
    try:
        found = decks_actions.deck_of(None, public_id)
    except decks_actions.DeckNotFound as error:
        return json_refusal(str(error), 404)
    asked = decks_actions.questions_of(None, found).filter(retired_on=None).values_list("public_id", flat=True)
    return json_answer(
        {
            "id": found.public_id,
            "title": deck_title(found),
            "about": deck_description(found),
            "questions": list(asked),
        }
    )


@never_cache
@require_safe
def anki(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return a deck as a text file for Anki, in the language of the page."""
    user = user_of(request)
    found = decks_actions.deck_of(user, public_id)
    site = request.build_absolute_uri("/").rstrip("/")
    lines = anki_lines(deck_title(found), decks_actions.questions_of(user, found), site=site)
    # Not streamed: a stream is read when the language of the page is no longer active.
    response = HttpResponse("".join(lines), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="rulesbase-{found.public_id}.txt"'
    return response


# ---- Own decks ----


def _too_large_deck(request: HttpRequest) -> HttpResponse:
    return _decks_page(request, problem=Refused(too_large(), "file"), status=413)


@posted_from("study-decks")
@login_required
@limit_body(MAX_BYTES + FORM_OVERHEAD, _too_large_deck)
def make(request: HttpRequest) -> HttpResponse:
    """Create an own deck, with the cards of a file if there is one, and show it."""
    user, name, about = cast(User, request.user), request.POST.get("name", ""), request.POST.get("about", "")
    file = request.FILES.get("file")
    try:
        if file is None:
            made = decks_actions.create_deck(user, name, about)
        elif wait_seconds(UPLOADS, str(user.pk)):
            raise Refused(too_many_files(), "file")
        else:
            made = import_deck(user, name, cast(IO[bytes], file.file), about)
    except Refused as error:
        return _decks_page(request, problem=error, typed={"name": name, "about": about}, status=400)
    return redirect("study-deck", made.public_id)


@posted_from("study-deck", "public_id")
@login_required
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Rename, share or delete an own deck; add or remove a card."""
    user, given = cast(User, request.user), request.POST
    how = given.get("how", "")
    own = decks_actions.own_deck(user, public_id)
    try:
        if how == "delete":
            decks_actions.delete_deck(user, public_id)
            messages.success(request, _("The study deck was deleted."))
            return redirect("study-decks")
        if how == "rename":
            name, about, shared = given.get("name", ""), given.get("about", ""), "shared" in given
            decks_actions.change_deck(user, public_id, name, about, shared=shared)
        elif how == "card":
            decks_actions.write_cards(user, public_id, [(given.get("ask", ""), given.get("answer", ""))])
        elif how == "remove":
            decks_actions.remove_card(user, public_id, given.get("question", ""))
    except Refused as error:
        filled = {_FORMS[how]: given} if how in _FORMS else {}
        return _deck_page(request, own, problem=error, status=400, **filled)
    return redirect("study-deck", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def card(request: HttpRequest, public_id: str, question: str) -> HttpResponse:
    """Show an own card to change it; a POST stores it."""
    user = cast(User, request.user)
    problem: Refused | str = ""
    own = decks_actions.own_deck(user, public_id)
    found = own.questions.filter(owner=user, public_id=question, kind=Question.Kind.OWN).first()
    if found is None:
        raise Http404(_("There is no such flash card."))
    sides = {side: str(found.data.get(side, "")) for side in ("ask", "answer")}
    if request.method == "POST":
        sides = {side: request.POST.get(side, "") for side in sides}
        try:
            decks_actions.rewrite_card(found, sides["ask"], sides["answer"])
            return redirect("study-deck", public_id)
        except Refused as error:
            problem = error
    context = {"deck": own, "card": found, "sides": sides, "problem": problem}
    return render(request, "study/card.html", context, status=400 if problem else 200)
