"""The storage of messages: our cookie while they fit, else the session."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class MessageCookie(CookieStorage):
    """Django's storage under the name of our cookie."""

    @property
    def cookie_name(self) -> str:  # type: ignore[override]
        """Return the name that the settings give."""
        return str(settings.MESSAGES_COOKIE_NAME)


class Messages(FallbackStorage):
    """Store messages in our cookie while they fit, else in the session."""

    storage_classes = (MessageCookie, SessionStorage)
