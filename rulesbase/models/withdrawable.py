"""Decisions of curators that can be withdrawn."""

from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulesbase.models.accounts import User
from rulesbase.models.action_log import FormerContributor
from rulesbase.models.current_token import LONGEST_NAME, token_now

Row = TypeVar("Row", bound=models.Model)


class WithdrawableQuerySet(models.QuerySet[Row]):
    """Decisions, by whether they are withdrawn, and with their authors."""

    def in_force(self) -> Self:
        """Return those that are not withdrawn."""
        return self.filter(withdrawn_at=None)

    def with_people(self) -> Self:
        """Fetch the accounts that made or withdrew them."""
        return self.select_related("made_by", "withdrawn_by", "former_maker", "former_withdrawer")

    def rename_tokens(self, user: User, name: str) -> None:
        """Replace the token names in rows that a user made or withdrew."""
        self.filter(made_by=user).exclude(made_by_token="").update(made_by_token=name)
        self.filter(withdrawn_by=user).exclude(withdrawn_by_token="").update(withdrawn_by_token=name)


class Withdrawable(models.Model):
    """A decision with author, time, reason and token, and who withdrew it; the row stays as a record."""

    reason = models.CharField(_("reason"), max_length=300)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("created by")
    )
    made_at = models.DateTimeField(_("created on"), auto_now_add=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("withdrawn by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn on"), null=True)
    # Former contributors who made or withdrew it.
    former_maker = models.ForeignKey(FormerContributor, models.PROTECT, null=True, editable=False, related_name="+")
    former_withdrawer = models.ForeignKey(
        FormerContributor, models.PROTECT, null=True, editable=False, related_name="+"
    )
    # Names of the API tokens that made or withdrew it.
    made_by_token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)
    withdrawn_by_token = models.CharField(max_length=LONGEST_NAME, blank=True, editable=False)

    class Meta:
        abstract = True

    @property
    def maker(self) -> str:
        """Return the name of the author, or of the former contributor; empty if unknown."""
        return str(self.made_by or self.former_maker or "")

    @property
    def withdrawer(self) -> str:
        """Return the name of the user who withdrew it, or of the former contributor; empty if it is not withdrawn."""
        return str(self.withdrawn_by or self.former_withdrawer or "")

    def withdraw(self, by: User | None) -> None:
        """Record who withdraws it, when and through which token."""
        self.withdrawn_at, self.withdrawn_by, self.withdrawn_by_token = timezone.now(), by, token_now()
        self.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_by_token"])
