"""The form in which a reader reports a translation to the desk."""

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.errors import Refused
from rulesbase.desk.comments import report
from rulesbase.desk.forms import ReportForm
from rulesbase.desk.targets import target_at, translated_text_of
from rulesbase.models import User, Wording


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_translation(request: HttpRequest, date: str, number: str, language: str) -> HttpResponse:
    """Show the form for the translation of an entry in a version; store a report on POST."""
    versions = catalogue()
    target = target_at(versions, language, date, number)
    translated = translated_text_of(versions, target) if target else None
    if target is None or translated is None or translated.translation is None or translated.wording is None:
        raise Http404(_("There is no such translation."))
    form = ReportForm(request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_valid():
        try:
            report(target, translated.translation, form.cleaned_data["text"], cast(User, request.user))
        except Refused as refusal:
            form.add_error(None, str(refusal))
            status = 409
        else:
            return redirect(f"{request.path}?sent")
    context = {
        "form": form,
        "target": target,
        "language": language,
        "wording": Wording.objects.get(pk=translated.wording),
        "sent": "sent" in request.GET and not form.is_bound,
    }
    return render(request, "desk/report_translation.html", context, status=status)
