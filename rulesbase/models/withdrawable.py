"""Words of curators that hold until somebody withdraws them."""

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
    """Words of curators by whether they hold, and with their people."""

    def in_force(self) -> Self:
        """Those that nobody withdrew."""
        return self.filter(withdrawn_at=None)

    def with_people(self) -> Self:
        """With whoever made or withdrew them, so that naming them asks nothing more."""
        return self.select_related("made_by", "withdrawn_by", "former_maker", "former_withdrawer")

    def rename_tokens(self, user: User, name: str) -> None:
        """Put a name in the place of those of the tokens by which somebody made or withdrew them."""
        self.filter(made_by=user).exclude(made_by_token="").update(made_by_token=name)
        self.filter(withdrawn_by=user).exclude(withdrawn_by_token="").update(withdrawn_by_token=name)


class Withdrawable(models.Model):
    """Who said something, when, why and through which token, and who took it back; the row stays as a record."""

    reason = models.CharField(_("reason"), max_length=300)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("withdrawn by")
    )
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True)
    # Whoever made or withdrew it and has no account any more.
    former_maker = models.ForeignKey(FormerContributor, models.PROTECT, null=True, editable=False, related_name="+")
    former_withdrawer = models.ForeignKey(
        FormerContributor, models.PROTECT, null=True, editable=False, related_name="+"
    )
    # The names of the tokens by which programs made or withdrew it.
    made_by_token = models.CharField(max_length=LONGEST_NAME, default=token_now, blank=True, editable=False)
    withdrawn_by_token = models.CharField(max_length=LONGEST_NAME, blank=True, editable=False)

    class Meta:
        abstract = True

    @property
    def maker(self) -> str:
        """The name of whoever made it, or what is left of it; empty where nobody is known."""
        return str(self.made_by or self.former_maker or "")

    @property
    def withdrawer(self) -> str:
        """The name of whoever withdrew it, or what is left of it; empty where nobody did."""
        return str(self.withdrawn_by or self.former_withdrawer or "")

    def withdraw(self, by: User | None) -> None:
        """Note who takes it back, when and through which token."""
        self.withdrawn_at, self.withdrawn_by, self.withdrawn_by_token = timezone.now(), by, token_now()
        self.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_by_token"])
