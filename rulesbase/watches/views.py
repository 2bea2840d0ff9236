"""Views of watches: add, list, remove, mail settings, and unsubscribe."""

from typing import cast

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.mail_tokens import Mails, read_unsubscribe_link
from rulesbase.core.document_urls import in_document, numbered, visible_number
from rulesbase.core.redirects import next_address
from rulesbase.feeds.atom import site_of
from rulesbase.models import Digest, User, Watch, WatchMail
from rulesbase.watches.actions import CannotWatch, find_watch_target, mail_settings, save_mail_settings, watch
from rulesbase.watches.button import button_context, feed_path
from rulesbase.watches.list_page import watch_rows


class MailForm(forms.Form):
    """The mail settings of watches."""

    frequency = forms.ChoiceField(label=gettext_lazy("E-mail notifications"), choices=WatchMail.Frequency.choices)
    language = forms.ChoiceField(label=gettext_lazy("Language of the e-mails"), choices=settings.LANGUAGES)


# Kinds of targets whose pages have the button.
_WITH_BUTTON = (Watch.Kind.RULE, Watch.Kind.CARD, Watch.Kind.SEARCH)


def _mail(request: HttpRequest) -> WatchMail:
    """Return the mail settings of the user; only a POST stores the defaults if there are none."""
    user, language = cast(User, request.user), get_language() or "en"
    if request.method == "POST":
        return mail_settings(user, site_of(request), language)
    return WatchMail.objects.filter(user=user).first() or WatchMail(user=user, language=language)


@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation on GET; on POST add a watch and redirect back. Signed out, offer sign-in and the feed."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    params = request.POST if request.method == "POST" else request.GET
    kind, value, language = (params.get(name, "") for name in ("kind", "value", "lang"))
    try:
        target = find_watch_target(kind, value, language)
        if request.method == "POST":
            _mail(request)
            return _answer(request, watch(cast(User, request.user), target))
    except CannotWatch as error:
        context: dict[str, object] = {"problem": str(error)}
        return render(request, "watches/watch.html", context, status=error.status)
    with in_document(target.document):
        number = numbered(target.number) if visible_number(target.number) else ""
    context = {"target": target, "number": number, "kind": kind, "value": value, "lang": language}
    context["next"] = next_address(request, reverse("watches"))
    if not request.user.is_authenticated:
        context |= {"feed": feed_path(kind, value, target.language or "en"), "here": request.get_full_path()}
        return render(request, "watches/watch_signed_out.html", context)
    return render(request, "watches/watch.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def watches(request: HttpRequest) -> HttpResponse:
    """List the user's watches and mails; on POST store the mail settings."""
    user = cast(User, request.user)
    mail = _mail(request)
    form = MailForm(request.POST or None, initial={"frequency": mail.frequency, "language": mail.language})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        save_mail_settings(mail, chosen["frequency"], chosen["language"], site_of(request))
        return redirect("watches")
    context = {
        "rows": watch_rows(user),
        "form": form,
        "mails": Digest.objects.filter(user=user).defer("text"),
    }
    return render(request, "watches/watches.html", context)


@require_POST
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Remove watches; ignore unknown ones."""
    named = request.POST.getlist("watch")
    Watch.objects.filter(user=cast(User, request.user), public_id__in=named).delete()
    return _answer(request, None)


def _answer(request: HttpRequest, row: Watch | None) -> HttpResponse:
    """Return the button of a target for htmx, with a message; redirect back for ordinary requests."""
    kind, value, language = (request.POST.get(name, "") for name in ("kind", "value", "lang"))
    back = next_address(request, reverse("watches"))
    # The value must fit into the address of the feed.
    is_name = kind == Watch.Kind.SEARCH or "/" not in value
    is_whole = kind in _WITH_BUTTON and value and is_name
    if request.headers.get("HX-Request") != "true" or not is_whole:
        return redirect(back)
    message = _("You are watching this page.") if row else _("You no longer watch this page.")
    context = {**button_context(kind, value, language, back, row), "signed_in": True, "message": message}
    return render(request, "watches/_watch.html", context)


@login_required
@require_safe
def digest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the text of a mail of the user."""
    row = get_object_or_404(Digest, user=cast(User, request.user), public_id=public_id)
    return render(request, "watches/digest.html", {"mail": row})


# The signed link authorizes the request: mail programs send this form without cookies (RFC 8058).
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe by a signed link: ask for confirmation on GET, unsubscribe on POST."""
    user, mails, flaw = read_unsubscribe_link(token)
    if user is None:
        status = 404 if flaw == "forged" else 410
        return render(request, "watches/unsubscribe.html", {"flaw": flaw}, status=status)
    if request.method == "POST" and mails is Mails.DESK:
        User.objects.filter(pk=user.pk).update(desk_mails=False)
    elif request.method == "POST":
        # Makes a run that is sending now skip this user.
        mail = WatchMail.objects.filter(user=user)
        mail.update(frequency=WatchMail.Frequency.NEVER, turn=F("turn") + 1)
    context = {"name": user.get_username(), "done": request.method == "POST", "mails": mails}
    return render(request, "watches/unsubscribe.html", context)
