"""Names of our cookies, and the storage of messages.

With SECURE, names begin with ``__Host-``. Browsers then accept the cookie only from this host, over HTTPS, so no other
host of the domain can set it. Over plain HTTP browsers refuse such cookies.
"""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.http import HttpRequest


def cookie_name(name: str, secure: bool) -> str:
    """Return the full name of a cookie."""
    return f"__Host-{name}" if secure else name


class _MessageCookie(CookieStorage):
    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.cookie_name = str(settings.MESSAGES_COOKIE_NAME)


class Messages(FallbackStorage):
    """Store messages in our cookie while they fit, else in the session."""

    storage_classes = (_MessageCookie, SessionStorage)
