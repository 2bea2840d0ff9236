"""What people type when they make a token."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.accounts.api_tokens import LIFETIMES
from rulesbase.accounts.forms import OwnPassword
from rulesbase.models import ApiToken
from rulesbase.models.current_token import LONGEST_NAME

_WORDS = {30: _("30 days"), 90: _("90 days"), 365: _("a year"), 0: _("until it is revoked")}


class TokenForm(OwnPassword):
    """A name, what the token is good for, and how long; with the password, as it outlives the session."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("What program it is for. It stands in the log beside everything that the token does."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("Good for"),
        choices=[
            (ApiToken.Scope.READ, _("reading the desk")),
            (ApiToken.Scope.WRITE, _("reading the desk, and doing there what you may do")),
        ],
    )
    days = forms.TypedChoiceField(
        label=_("Good for how long"), choices=[(days, _WORDS[days]) for days in LIFETIMES], coerce=int, initial=90
    )
    field_order = ("name", "scope", "days", "password")
