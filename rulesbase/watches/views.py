"""What somebody watches: putting something on the list, the list, how often there is mail, and ending it by a link."""

from typing import cast

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rulesbase.accounts.permissions import next_address
from rulesbase.archive.catalogue import catalogue
from rulesbase.feeds.views import site_of
from rulesbase.models import Digest, User, Watch, WatchMail
from rulesbase.watches.actions import (
    Asked,
    NotWatched,
    button_facts,
    choose,
    mail_of,
    mail_shown,
    settle_watches,
    target_of,
    watch,
)
from rulesbase.watches.list_page import listed
from rulesbase.watches.unsubscribe_links import Flaw, read_ending


class MailForm(forms.Form):
    """Both choices."""

    frequency = forms.ChoiceField(label=gettext_lazy("Mail of what happens"), choices=WatchMail.Frequency.choices)
    language = forms.ChoiceField(label=gettext_lazy("Language of the mails"), choices=settings.LANGUAGES)


# Things on whose pages the button stands.
_WITH_BUTTON = (Watch.Kind.RULE, Watch.Kind.CARD, Watch.Kind.SEARCH)
_STATUS = {Flaw.FORGED: 404, Flaw.EXPIRED: 410, Flaw.GONE: 410}


def _mail(request: HttpRequest) -> WatchMail:
    user, language = cast(User, request.user), get_language() or "en"
    return mail_of(user, site_of(request), language) if request.method == "POST" else mail_shown(user, language)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """Ask whether to watch something; a POST does, and leads back. What cannot be watched is said in a sentence."""
    asked = request.POST if request.method == "POST" else request.GET
    kind, value, language = (asked.get(name, "") for name in ("kind", "value", "lang"))
    after = next_address(request, reverse("watches"))
    try:
        target = target_of(kind, value, language)
        if request.method == "POST":
            _mail(request)
            made = watch(cast(User, request.user), target)
            return _button(request, Asked(kind, value, language, after), made) or redirect(after)
    except NotWatched as error:
        context: dict[str, object] = {"problem": str(error)}
        return render(request, "feeds/watch.html", context, status=error.status)
    context = {"target": target, "kind": kind, "value": value, "lang": language, "next": after}
    return render(request, "feeds/watch.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def watches(request: HttpRequest) -> HttpResponse:
    """List what somebody watches and the mails they got; a POST sets how often there are mails."""
    user = cast(User, request.user)
    mail = _mail(request)
    form = MailForm(request.POST or None, initial={"frequency": mail.frequency, "language": mail.language})
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        choose(mail, chosen["frequency"], chosen["language"], site_of(request))
        return redirect("watches")
    settle_watches(Watch.objects.filter(user=user), now_or_later=True)
    context = {
        "groups": listed(catalogue(), user),
        "form": form,
        "mails": Digest.objects.filter(user=user).defer("text"),
        "total": Watch.objects.filter(user=user).count(),
    }
    return render(request, "feeds/watches.html", context)


@require_POST
@login_required
def remove(request: HttpRequest) -> HttpResponse:
    """Take things off the list; what is not on it is left alone."""
    named = request.POST.getlist("watch")
    Watch.objects.filter(user=cast(User, request.user), public_id__in=named).delete()
    after = next_address(request, reverse("watches"))
    kind, value, language = (request.POST.get(name, "") for name in ("kind", "value", "lang"))
    return _button(request, Asked(kind, value, language, after), None) or redirect(after)


def _button(request: HttpRequest, asked: Asked, row: Watch | None) -> HttpResponse | None:
    """For a script: the button as it stands now, with what was done in words. None where a browser asks."""
    # What stands in the address of a feed.
    is_name = asked.kind == Watch.Kind.SEARCH or "/" not in asked.value
    is_whole = asked.kind in _WITH_BUTTON and asked.value and is_name
    if request.headers.get("HX-Request") != "true" or not is_whole:
        return None
    said = _("You watch this now.") if row else _("You do not watch this any more.")
    context = {**button_facts(asked, row), "signed_in": True, "said": said}
    return render(request, "feeds/_watch.html", context)


@login_required
@require_safe
def digest(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the text of a mail; 404 for those of others."""
    row = get_object_or_404(Digest, user=cast(User, request.user), public_id=public_id)
    return render(request, "feeds/digest.html", {"mail": row})


# The link is the permission: mail programs send this form without our cookies (RFC 8058).
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End somebody's mails by the link in one of them: a GET asks, a POST does it, once or again."""
    ending = read_ending(token)
    if ending.user is None:
        flaw = ending.flaw or Flaw.FORGED
        return render(request, "feeds/unsubscribe.html", {"flaw": flaw.value}, status=_STATUS[flaw])
    if request.method == "POST":
        # A run that is at it right now is too late.
        mail = WatchMail.objects.filter(user=ending.user)
        mail.update(frequency=WatchMail.Frequency.NEVER, turn=F("turn") + 1)
    context = {"name": ending.user.get_username(), "done": request.method == "POST"}
    return render(request, "feeds/unsubscribe.html", context)
