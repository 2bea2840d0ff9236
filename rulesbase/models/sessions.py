"""Open sessions, and counts of requested mails."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext as _


class OpenSession(models.Model):
    """An open session of an account, described by device, not by network address."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="open_sessions")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=20, blank=True)
    opened_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering: ClassVar = ["-seen_at", "-pk"]

    @property
    def device(self) -> str:
        """Return the name of the device."""
        if self.browser and self.system:
            return _("%(browser)s on %(system)s") % {"browser": self.browser, "system": self.system}
        return self.browser or self.system or _("unknown device")


class SentMail(models.Model):
    """A requested mail, stored for an hour: a keyed digest of the address or of the client."""

    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        # Serves the limits of mails.
        indexes: ClassVar = [models.Index(fields=["digest", "sent_at"], name="sent_mail_lately")]
