"""What people type, checked."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from rulesbase.context import THEMES


class SignInForm(AuthenticationForm):
    """User name or e-mail address, and password."""

    username = forms.CharField(
        label=_("User name or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    error_messages = {
        "invalid_login": _("This name and this password do not belong together. Both mind capital letters."),
        "inactive": _("This account is closed."),
    }


class CodeForm(forms.Form):
    """One code of the second factor: six digits of the app, or a backup code."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        """Return the code without the spaces that apps and people put into it."""
        return "".join(str(self.cleaned_data["code"]).split()).lower()


class DisplayForm(forms.Form):
    """A choice of theme, of interface language, or of both."""

    theme = forms.ChoiceField(choices=[(theme, theme) for theme in THEMES], required=False)
    ui = forms.ChoiceField(choices=settings.LANGUAGES, required=False)

    def clean(self) -> dict[str, Any]:
        """Return both choices, empty where none was made."""
        return {name: self.cleaned_data.get(name, "") for name in self.fields}
