"""The study home page, and the way to a first session."""

from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.text.numbers import canonical, chapter_of
from rulesbase.models import Deck
from rulesbase.study.home_page import begun, home_context, session_address

# The deck of a first session: short questions whose answers everybody needs.
_FIRST_DECK = "keywords"


@cache_control(private=True, no_cache=True)
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is due and the progress; without an account a script shows the progress in the browser.

    A user without cards gets a first session, unless they ask for the overview.
    """
    user = user_of(request)
    if user and "overview" not in request.GET and not begun(user):
        return redirect("study-start")
    return render(request, "study/home.html", home_context(user, now=timezone.now()) if user else {})


@require_safe
def start(request: HttpRequest, number: str = "") -> HttpResponse:
    """Redirect to a session with the chapter of a number in the latest version, or with the deck to begin with.

    To the list of decks if there is none.
    """
    made = Deck.objects.filter(owner=None)
    chapter = chapter_of(canonical(number) or "")
    latest = catalogue().latest
    if chapter and latest:
        deck = made.filter(chapter__entries__edition=latest.main.pk, chapter__entries__number=chapter).first()
    else:
        deck = made.order_by(Case(When(slug=_FIRST_DECK, then=0), default=1), "position").first()
    return redirect(session_address([deck.public_id]) if deck else "study-decks")
