"""What people type about their account, checked."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordChangeForm, UserCreationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.forms import CodeForm
from rulesbase.models import User

if TYPE_CHECKING:
    _CreationForm = UserCreationForm[User]
else:
    _CreationForm = UserCreationForm


class AddressForm(forms.Form):
    """An e-mail address to send something to."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "none"}),
    )


class JoinForm(_CreationForm):
    """User name and password of a new account, whose address stands in the instance."""

    class Meta:
        model = User
        fields = ("username",)
        help_texts = {"username": _("Others see it beside what you write. Letters, digits and . + - _")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].widget.attrs.update(autocomplete="username", autocapitalize="none")


class OwnPassword(forms.Form):
    """A password asked for again, before something that cannot be undone; wrong ones count as at sign-in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_password(self) -> str:
        """Return the password if it is the right one."""
        given = str(self.cleaned_data["password"])
        check_own_password(self._request, given)
        return given


class NewAddressForm(OwnPassword, AddressForm):
    """Another e-mail address, with the password."""

    field_order = ("email", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class SetUpForm(OwnPassword, CodeForm):
    """The first code of a second factor, with the password: a session that was left open is not locked to its owner."""

    field_order = ("code", "password")


class DeleteForm(OwnPassword):
    """The password, and that the person means it."""

    sure = forms.BooleanField(label=_("I want my account deleted. I know that it cannot be brought back."))
    field_order = ("password", "sure")


class OwnPasswordChange(PasswordChangeForm):
    """Django's, with wrong passwords counted as at sign-in."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_old_password(self) -> str:
        """Return the password if it is the right one."""
        given = str(self.cleaned_data["old_password"])
        check_own_password(self._request, given)
        return given


def check_own_password(request: HttpRequest, given: str) -> None:
    """Raise ValidationError where this is not the password of the person who is signed in; axes counts it then."""
    if authenticate(request, username=request.user.get_username(), password=given) is None:
        raise forms.ValidationError(_("This is not your password."))
