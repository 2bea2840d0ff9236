"""Context variables of all templates."""

from django.conf import settings
from django.http import HttpRequest

from rulesbase.accounts.roles import may_at_desk


def display(request: HttpRequest) -> dict[str, object]:
    """Return the languages of each page, whether the user is signed in and may use the desk."""
    # No query without a session, because those pages are cached.
    signed_in = settings.SESSION_COOKIE_NAME in request.COOKIES and hasattr(request, "user")
    return {
        "languages": settings.LANGUAGES,
        "signed_in": signed_in and request.user.is_authenticated,
        "desk_open": signed_in and may_at_desk(request.user),
    }
