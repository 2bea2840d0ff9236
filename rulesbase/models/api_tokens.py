"""API tokens, and stored answers for idempotency keys."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.current_token import LONGEST_NAME


class ApiToken(models.Model):
    """A token of an account. The secret is not stored: ``digest`` is its SHA-256, ``hint`` its beginning.

    Revoking deletes the row: the log stores the name only.
    """

    class Scope(models.TextChoices):
        """What a token may do."""

        READ = "read", _("read only")
        WRITE = "write", _("read and write")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    scope = models.CharField(_("access rights"), max_length=8, choices=Scope)
    hint = models.CharField(max_length=12)
    digest = models.CharField("SHA-256", max_length=64, unique=True)
    made_at = models.DateTimeField(_("created on"), auto_now_add=True)
    expires_at = models.DateTimeField(_("valid until"), null=True, blank=True)
    used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "name"], name="api_token_name")]

    def __str__(self) -> str:
        return self.name


class SentOnce(models.Model):
    """The answer to a request with an Idempotency-Key, returned again for repetitions.

    ``digest`` is that of the request, to detect a key used for another request.
    """

    token = models.ForeignKey(ApiToken, models.CASCADE, related_name="sent")
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("stored response for a repeated request")
        verbose_name_plural = _("stored responses for repeated requests")
        constraints: ClassVar = [models.UniqueConstraint(fields=["token", "key"], name="sent_once")]

    def __str__(self) -> str:
        return self.key
