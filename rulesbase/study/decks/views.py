"""Pages of study: home, decks, own cards, options, cards set aside."""

from tempfile import TemporaryFile
from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Case, When
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import user_of
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.core.redirects import posted_from
from rulesbase.engine.text.numbers import canonical, chapter_of
from rulesbase.imports.uploads import too_many_files
from rulesbase.models import Deck, Question, Studied, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.deck_file import MOST_BYTES, import_deck, too_large
from rulesbase.study.home_page import begun, groups, home_context, listed, session_address
from rulesbase.study.questions.changed_rules import deck_of_changes
from rulesbase.study.questions.render import shown
from rulesbase.study.reviews.anki_and_csv import MOST_BYTES as MOST_REVIEW_BYTES
from rulesbase.study.reviews.anki_and_csv import import_reviews, write_csv, write_package
from rulesbase.study.reviews.fit_parameters import fit_learner, reset
from rulesbase.study.reviews.leeches import LAPSES, leeches
from rulesbase.study.reviews.options import OptionsForm, day_at, options_of, save_options
from rulesbase.study.reviews.schedule_page import schedule_context
from rulesbase.web.middleware.upload_limits import FORM_OVERHEAD, bounded
from rulesbase.web.rate_limits.limits import FITS, UPLOADS, wait_seconds

# The page of a deck has each form as it was filled in under this name.
_FORMS = {"rename": "typed", "card": "sides"}
_MOST_SHOWN = 200
_LONGEST_SEARCH = 80


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


# The deck of a first session: short questions whose answers everybody needs.
_FIRST_DECK = "keywords"


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
        "session": session_address([found.public_id]),
        **more,
    }
    return render(request, "study/deck.html", context, status=status)


@require_POST
@login_required
def choose(request: HttpRequest) -> HttpResponse:
    """Start or stop studying a deck."""
    user = cast(User, request.user)
    found = decks_actions.deck_of(user, request.POST.get("deck", ""))
    if request.POST.get("how") == "leave":
        decks_actions.stop_studying(user, found)
        message = _("You get no new flash cards from this deck. You still get the flash cards that you have started.")
        messages.success(request, message)
    else:
        decks_actions.enrol(user, found)
        messages.success(request, _("You are now studying this deck."))
    return redirect("study-deck", found.public_id) if "here" in request.POST else redirect("study-decks")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def options(request: HttpRequest) -> HttpResponse:
    """Show the options; a POST stores them."""
    user = cast(User, request.user)
    form = OptionsForm(instance=options_of(user))
    if request.method == "POST":
        form = save_options(user, request.POST)
        if form.is_valid():
            made = deck_of_changes(form.instance) if "knows" in form.changed_data else None
            if made and (count := made.places.count()):
                message = ngettext(
                    "%(count)d rule changed in meaning since the date that you entered. It is now in your deck "
                    "“What changed since…”.",
                    "%(count)d rules changed in meaning since the date that you entered. They are now in your deck "
                    "“What changed since…”.",
                    count,
                )
                messages.success(request, message % {"count": count})
            messages.success(request, _("Saved."))
            return redirect("study-options")
    easy = [form[f"easy_{weekday}"] for weekday in range(7)]
    context = {"form": form, "easy": easy, **schedule_context(user, options_of(user), now=timezone.now())}
    return render(request, "study/options.html", context)


@require_POST
@login_required
def fit(request: HttpRequest) -> HttpResponse:
    """Fit parameters to the reviews of the user now, or return to the default ones."""
    user = cast(User, request.user)
    if request.POST.get("how") == "reset":
        reset(user)
        messages.success(request, _("Your flash cards are scheduled with the default parameters again."))
    elif wait_seconds(FITS, str(user.pk)):
        messages.warning(request, _("Your scheduling parameters were optimized a moment ago. Try again later."))
    else:
        found = fit_learner(user, now=timezone.now())
        message = _(
            "The default scheduling parameters predict your newest reviews better than optimized parameters, so "
            "the default parameters are used."
        )
        if found.parameters:
            message = _(
                "Your scheduling parameters were optimized. They predict your newest reviews better than before."
            )
        messages.success(request, message)
    return redirect("study-options")


@require_http_methods(["GET", "HEAD", "POST"])
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
def export_reviews(request: HttpRequest, kind: str) -> FileResponse:
    """Send all reviews as a package for Anki, or as CSV."""
    file = TemporaryFile()  # noqa: SIM115 - the response closes it
    write = write_csv if kind == "csv" else write_package
    write(cast(User, request.user), file)
    file.seek(0)
    media = "text/csv" if kind == "csv" else "application/octet-stream"
    response = FileResponse(file, as_attachment=True, filename=f"rulesbase-reviews.{kind}", content_type=media)
    response["Cache-Control"] = "private, no-store"
    return response


def _too_large_reviews(request: HttpRequest) -> HttpResponse:
    messages.warning(request, _("The file is too large. Choose a smaller file."))
    return redirect("study-options")


@posted_from("study-options")
@login_required
@bounded(MOST_REVIEW_BYTES + FORM_OVERHEAD, _too_large_reviews)
def import_review_file(request: HttpRequest) -> HttpResponse:
    """Add the reviews of a file to those of the user."""
    user, file = cast(User, request.user), request.FILES.get("file")
    if file is None or wait_seconds(UPLOADS, str(user.pk)):
        messages.warning(request, too_many_files() if file else _("Choose a file."))
        return redirect("study-options")
    try:
        done = import_reviews(user, cast(IO[bytes], file.file), now=timezone.now())
    except Refused as error:
        messages.warning(request, str(error))
    else:
        message = _(
            "Reviews added: %(added)d. Already in your account: %(known)d. Refused, for example because they are more "
            "than five years old: %(refused)d. Skipped because their flash cards are not on this site: %(unknown)d."
        )
        messages.success(request, message % done)
    return redirect("study-options")


@require_safe
@login_required
def leech_list(request: HttpRequest) -> HttpResponse:
    """Show the cards that are forgotten again and again."""
    context = {"leeches": leeches(cast(User, request.user)), "least": LAPSES}
    return render(request, "study/leeches.html", context)


# ---- Own decks ----


def _too_large_deck(request: HttpRequest) -> HttpResponse:
    return _decks_page(request, problem=Refused(too_large(), "file"), status=413)


@posted_from("study-decks")
@login_required
@bounded(MOST_BYTES + FORM_OVERHEAD, _too_large_deck)
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
    try:
        deck = decks_actions.own_deck(user, public_id)
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
    except decks_actions.DeckNotFound:
        raise
    except Refused as error:
        filled = {_FORMS[how]: given} if how in _FORMS else {}
        return _deck_page(request, deck, problem=error, status=400, **filled)
    return redirect("study-deck", public_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def card(request: HttpRequest, public_id: str, question: str) -> HttpResponse:
    """Show an own card to change it; a POST stores it."""
    user = cast(User, request.user)
    problem: Refused | str = ""
    deck = decks_actions.own_deck(user, public_id)
    found = deck.questions.filter(owner=user, public_id=question, kind=Question.Kind.OWN).first()
    if found is None:
        raise Http404(_("There is no such flash card."))
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
