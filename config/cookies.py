"""What our cookies are called, and the one for messages.

Where SECURE is on, their names begin with ``__Host-``: browsers then take them from this very host alone, over HTTPS,
for all its addresses, so that no neighbouring host can put one here. Over plain HTTP browsers would refuse them.
"""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest


def cookie_name(name: str, secure: bool) -> str:
    """What a cookie is called."""
    return f"__Host-{name}" if secure else name


class _NamedCookie(CookieStorage):
    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.cookie_name = str(settings.MESSAGES_COOKIE_NAME)


class Messages(FallbackStorage):
    """Messages in a cookie as long as they fit, else in the session; Django's own, under our name."""

    storage_classes = (_NamedCookie, SessionStorage)
