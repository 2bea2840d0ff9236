"""Accounts, their sessions and API tokens. Roles are groups, see rulesbase.accounts.roles."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesbase.models.current_token import LONGEST_NAME


class User(AbstractUser):
    """A person who signs in, by user name or by e-mail address."""

    username = models.CharField(
        _("user name"),
        max_length=150,
        unique=True,
        # No @, so that the input at sign-in is either a user name or an address.
        validators=[RegexValidator(r"\A[\w.+-]+\Z", _("Use letters, digits and . + - _ only."))],
        error_messages={"unique": _("An account with this user name exists already.")},
    )
    # A mail when a translation of the user is returned or a comment mentions the user.
    desk_mails = models.BooleanField(_("e-mails from the translation desk"), default=True, db_default=True)

    class Meta(AbstractUser.Meta):
        permissions: ClassVar = [("curate", "Can import, correct and translate")]
        constraints: ClassVar = [
            # Serves sign-in by address, and makes addresses unique.
            models.UniqueConstraint(
                Lower("email"),
                condition=~models.Q(email=""),
                name="user_email_unique",
                violation_error_message=_("An account with this e-mail address exists already."),
            ),
        ]

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password. Upgrade an old hash unless the password was changed meanwhile."""
        known = self.password

        def renew(given: str) -> None:
            self.set_password(given)
            type(self).objects.filter(pk=self.pk, password=known).update(password=self.password)

        return check_password(raw_password, known, renew)


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
            return gettext("%(browser)s on %(system)s") % {"browser": self.browser, "system": self.system}
        return self.browser or self.system or gettext("unknown device")


class SentMail(models.Model):
    """A requested mail, stored for an hour: a keyed digest of the address or of the client."""

    digest = models.CharField(max_length=64)
    sent_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        # Serves the limits of mails.
        indexes: ClassVar = [models.Index(fields=["digest", "sent_at"], name="sent_mail_lately")]


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
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
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
