"""The page of study options: store and fit them, export and import reviews."""

from tempfile import TemporaryFile
from typing import IO, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.core.errors import Refused
from rulesbase.core.redirects import posted_from
from rulesbase.imports.uploads import too_many_files
from rulesbase.models import User
from rulesbase.study.decks.changes_deck import deck_of_changes
from rulesbase.study.reviews.actions import save_options
from rulesbase.study.reviews.anki_package import write_package
from rulesbase.study.reviews.csv_reviews import write_csv
from rulesbase.study.reviews.fit_parameters import fit_learner, reset
from rulesbase.study.reviews.forms import OptionsForm
from rulesbase.study.reviews.import_reviews import MAX_BYTES, import_reviews
from rulesbase.study.reviews.options import WEEKDAYS, options_of
from rulesbase.study.reviews.schedule_page import schedule_context
from rulesbase.web.middleware.upload_limits import FORM_OVERHEAD, limit_body
from rulesbase.web.rate_limits.limits import FITS, UPLOADS, wait_seconds


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
    easy = [form[f"easy_{weekday}"] for weekday in range(WEEKDAYS)]
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
@limit_body(MAX_BYTES + FORM_OVERHEAD, _too_large_reviews)
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
