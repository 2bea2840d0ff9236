"""Windows of an account that was deleted in another one, while they were storing something or looking for it."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from rulesbase.models import User

_JSON = "application/json"


class Departed:
    """Answer whoever was signed in as a page began, and is nobody any more, as a stranger is answered.

    The database has kept nothing: what refers to an account goes with it, or comes too late to be stored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Nothing: only what a page fails of is looked into."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Sign out and ask who it is, where the account is gone; else the error is what it is."""
        # A page that never asked who it is fails of something else; a database that does not answer is not asked.
        if isinstance(error, OperationalError | InterfaceError) or not request.session.accessed:
            return None
        user = request.user
        if not user.is_authenticated or User.objects.using(DEFAULT_DB_ALIAS).filter(pk=user.pk).exists():
            return None
        request.session.flush()
        request.user = AnonymousUser()
        if request.content_type == _JSON:
            return JsonResponse({"error": _("Sign in first.")}, status=401)
        messages.error(request, _("The account is deleted"))
        return redirect("sign-in")
