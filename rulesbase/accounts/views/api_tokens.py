"""/account/tokens/: create, list and revoke API tokens."""

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from rulesbase.accounts.api_tokens import is_expired, make_token, revoke, tokens_of
from rulesbase.accounts.forms import TokenForm
from rulesbase.accounts.permissions import ask_for_second_factor, needs_code, second_factor_missing
from rulesbase.core.errors import Refused
from rulesbase.models import User


def _needs_code(request: HttpRequest) -> bool:
    """Return whether this session lacks the second factor that the account has or the desk demands."""
    return needs_code(request) or second_factor_missing(request)


@sensitive_post_parameters("password")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of the account; create one and show its secret once."""
    if _needs_code(request):
        return ask_for_second_factor(reverse("tokens"))
    form = TokenForm(request, request.POST or None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        try:
            wanted = {name: form.cleaned_data[name] for name in ("name", "scope", "days")}
            context["made"] = make_token(cast(User, request.user), **wanted)
            context["form"] = TokenForm(request)
        except Refused as refusal:
            form.add_error("name", str(refusal))
    held = tokens_of(cast(User, request.user))
    context |= {"tokens": [(one, is_expired(one)) for one in held], "rate": settings.API_WRITE_RATE}
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a token of this account; 404 for those of others."""
    if _needs_code(request):
        return ask_for_second_factor(reverse("tokens"))
    if not revoke(cast(User, request.user), pk):
        raise Http404
    messages.success(request, _("The API token was revoked. It no longer works."))
    return redirect("tokens")
