"""Own decks and own cards: make, change, share, delete."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesbase.accounts.permissions import posted_from
from rulesbase.core.errors import Refused
from rulesbase.imports.uploads import too_many_files
from rulesbase.models import Question, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.import_file import MOST_BYTES, import_deck, too_long
from rulesbase.study.decks.views import deck_page, decks_page
from rulesbase.study.reviews.views import named
from rulesbase.web.middleware.upload_limits import bounded
from rulesbase.web.ratelimits.limits import UPLOADS, wait_seconds

# What the page of a deck calls its forms as they were filled in, by what they do.
_FORMS = {"rename": "typed", "card": "sides"}
# What a form has beside its file.
_FIELDS = 100_000


def _too_heavy(request: HttpRequest) -> HttpResponse:
    return decks_page(request, problem=Refused(too_long(), "file"), status=413)


@posted_from("study-decks")
@login_required
@bounded(MOST_BYTES + _FIELDS, _too_heavy)
def make(request: HttpRequest) -> HttpResponse:
    """Make an own deck, of the cards in a file where there is one, and show it."""
    user, name, about = cast(User, request.user), request.POST.get("name", ""), request.POST.get("about", "")
    file = request.FILES.get("file")
    try:
        if file and wait_seconds(UPLOADS, str(user.pk)):
            raise Refused(too_many_files(), "file")
        made = import_deck(user, name, file, about) if file else decks_actions.make(user, name, about)
    except Refused as error:
        return decks_page(request, problem=error, typed={"name": name, "about": about}, status=400)
    return redirect("study-deck", made.public_id)


@posted_from("study-deck", "public_id")
@login_required
def change(request: HttpRequest, public_id: str) -> HttpResponse:
    """Rename, share or delete an own deck; write a card into it, or take one out."""
    user, given = cast(User, request.user), request.POST
    how = given.get("how", "")
    try:
        deck = decks_actions.own_deck(user, public_id)
        if how == "delete":
            decks_actions.delete(user, public_id)
            messages.success(request, _("The deck is deleted."))
            return redirect("study-decks")
        if how == "rename":
            decks_actions.rename(user, public_id, given.get("name", ""), given.get("about", ""))
            decks_actions.share(user, public_id, shared="shared" in given)
        elif how == "card":
            decks_actions.write_cards(user, public_id, [(given.get("ask", ""), given.get("answer", ""))])
        elif how == "remove":
            decks_actions.remove(user, public_id, named(given.get("question", "")))
    except decks_actions.DeckNotFound as error:
        raise Http404(str(error)) from None
    except Refused as error:
        filled = {_FORMS[how]: given} if how in _FORMS else {}
        return deck_page(request, deck, problem=error, status=400, **filled)
    return redirect("study-deck", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def card(request: HttpRequest, public_id: str, question: str) -> HttpResponse:
    """Show an own card as it was written; a POST writes it anew."""
    user = cast(User, request.user)
    problem: Refused | str = ""
    try:
        deck = decks_actions.own_deck(user, public_id)
    except decks_actions.DeckNotFound as error:
        raise Http404(str(error)) from None
    found = Question.objects.filter(owner=user, public_id=question, kind=Question.Kind.OWN).first()
    if found is None:
        raise Http404(_("There is no such card."))
    sides = {side: str(found.data.get(side, "")) for side in ("ask", "answer")}
    if request.method == "POST":
        sides = {side: request.POST.get(side, "") for side in sides}
        try:
            decks_actions.rewrite_card(user, question, sides["ask"], sides["answer"])
            return redirect("study-deck", public_id)
        except Refused as error:
            problem = error
    context = {"deck": deck, "card": found, "sides": sides, "problem": problem}
    return render(request, "study/card.html", context, status=400 if problem else 200)
