"""Pages of sign-up. No response reveals whether an address has an account."""

from django.contrib.auth import login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from rulesbase.accounts.forms import AddressForm, JoinForm
from rulesbase.accounts.mail_tokens import join_token, read_join_token
from rulesbase.accounts.roles import READERS, ensure_roles, group_of
from rulesbase.accounts.views.mailed_links import dead_link, mailed, mailed_known
from rulesbase.backends import find_account
from rulesbase.models import User


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Ask for an address and mail the sign-up link to it."""
    if request.user.is_authenticated:
        return redirect("account")
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["email"]
        account = find_account(address)
        if account is None:
            link = request.build_absolute_uri(reverse("join", args=[join_token(address)]))
            return mailed(request, "accounts/mail/join.txt", address, link=link)
        return mailed_known(request, address, account)
    return render(request, "accounts/sign_up.html", {"form": form})


@sensitive_post_parameters()
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Create the account with a name and a password; its address is the one in the link."""
    address = read_join_token(token)
    if address is None or find_account(address):
        return dead_link(request, reverse("sign-up"))
    form = JoinForm(request.POST or None, instance=User(email=address))
    if request.method != "POST" or not form.is_valid():
        return render(request, "accounts/finish_sign_up.html", {"form": form, "address": address})
    try:
        with transaction.atomic():
            user = form.save()
            ensure_roles()
            user.groups.add(group_of(READERS))
    except IntegrityError:
        # The link was used twice in parallel, or the name was taken meanwhile.
        return dead_link(request, reverse("sign-up"))
    login(request, user, "rulesbase.backends.NameOrEmailBackend")
    return redirect("account")
