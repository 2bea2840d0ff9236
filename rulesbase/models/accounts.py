"""Accounts. Roles are groups, see rulesbase.accounts.roles."""

from typing import ClassVar

from django.contrib.auth.hashers import check_password
from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


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
