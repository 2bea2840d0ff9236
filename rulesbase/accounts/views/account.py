"""Pages of the own account: overview, change of address, sessions, data export, deletion."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from rulesbase.accounts import second_factor_codes as factor
from rulesbase.accounts.deletion import delete_account
from rulesbase.accounts.forms import DeleteForm, NewAddressForm
from rulesbase.accounts.mail import send
from rulesbase.accounts.mail_tokens import address_token, read_address_token
from rulesbase.accounts.permissions import ask_for_second_factor, needs_code, second_factor_missing, verified
from rulesbase.accounts.personal_data import export_data
from rulesbase.accounts.roles import role_word
from rulesbase.accounts.sessions import end_session, end_sessions, sessions_of
from rulesbase.accounts.views.mailed_links import dead_link, mailed, mailed_known
from rulesbase.backends import find_account
from rulesbase.models import User


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the account and its roles."""
    user = cast(User, request.user)
    context = {
        "roles": [role_word(name) for name in user.groups.order_by("name").values_list("name", flat=True)],
        "enrolled": factor.has_second_factor(user),
        "verified": verified(request),
        "demanded": second_factor_missing(request),
    }
    return render(request, "accounts/account.html", context)


@sensitive_post_parameters("password")
@login_required
def address(request: HttpRequest) -> HttpResponse:
    """Ask for a new address and mail the confirmation link to it."""
    if needs_code(request):
        return ask_for_second_factor(reverse("address"))
    form = NewAddressForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        wanted, user = form.cleaned_data["email"], cast(User, request.user)
        holder = find_account(wanted)
        if holder and holder != user:
            return mailed_known(request, wanted, holder)
        link = request.build_absolute_uri(reverse("confirm-address", args=[address_token(user, wanted)]))
        return mailed(request, "accounts/mail/address.txt", wanted, link=link, name=user.username)
    return render(request, "accounts/address.html", {"form": form})


@never_cache
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Set the address that the link confirms, and notify the old address by mail."""
    wanted = read_address_token(token)
    if wanted is None:
        return dead_link(request, reverse("address"))
    user, address = wanted
    if request.method != "POST":
        return render(request, "accounts/confirm_address.html", {"name": user.username, "address": address})
    before = user.email
    try:
        with transaction.atomic():
            # The filter makes a second click, or one in parallel to a new password, fail.
            known = User.objects.filter(pk=user.pk, email=before, password=user.password, is_active=True)
            changed = known.update(email=address)
    except IntegrityError:
        changed = 0
    if not changed:
        return dead_link(request, reverse("address"))
    if before:
        send("accounts/mail/address_changed.txt", before, name=user.username, host=request.get_host())
    messages.success(request, _("The address is confirmed. E-mails for this account now go to this address."))
    return redirect("account" if request.user.is_authenticated else "sign-in")


@require_POST
@login_required
def desk_mails(request: HttpRequest) -> HttpResponse:
    """Turn the mails of the desk on or off."""
    wanted = request.POST.get("mails") == "on"
    User.objects.filter(pk=cast(User, request.user).pk).update(desk_mails=wanted)
    messages.success(
        request,
        _("You will get e-mails from the translation desk.")
        if wanted
        else _("You will get no more e-mails from the translation desk."),
    )
    return redirect("account")


@login_required
@require_safe
def sessions(request: HttpRequest) -> HttpResponse:
    """List where this account is signed in."""
    context = {"sessions": sessions_of(cast(User, request.user)), "here": request.session.session_key}
    return render(request, "accounts/sessions.html", context)


@require_POST
@login_required
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """End a session of this account; 404 for those of others."""
    if not end_session(cast(User, request.user), pk):
        raise Http404
    return redirect("sessions")


@require_POST
@login_required
def sessions_end(request: HttpRequest) -> HttpResponse:
    """End all sessions of this account but this one."""
    end_sessions(cast(User, request.user), but=request.session.session_key)
    return redirect("sessions")


@login_required
@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Return all personal data as a JSON file."""
    if needs_code(request):
        return ask_for_second_factor(reverse("account"))
    data = {"made": timezone.now(), "site": request.get_host(), **export_data(cast(User, request.user))}
    response = JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 2})
    response.headers["Content-Disposition"] = 'attachment; filename="rulesbase-account.json"'
    return response


@sensitive_post_parameters("password")
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account after a check of the password."""
    if needs_code(request):
        return ask_for_second_factor(reverse("delete"))
    user = cast(User, request.user)
    form = DeleteForm(request, request.POST or None)
    if request.method == "POST" and form.is_valid():
        gone = user.pk
        former = delete_account(User.objects.get(pk=gone))
        logout(request)
        return render(request, "accounts/deleted.html", {"former": former, "gone": gone})
    return render(request, "accounts/delete.html", {"form": form, "user_name": user.username})
