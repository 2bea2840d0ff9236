"""Forms of accounts."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, UserCreationForm, UsernameField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from rulesbase.models import ApiToken, User
from rulesbase.models.current_token import LONGEST_NAME


class SignInForm(AuthenticationForm):
    """User name or e-mail address, and password."""

    username = forms.CharField(
        label=_("User name or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    error_messages = {
        "invalid_login": _("The name or the password is wrong. Both are case-sensitive."),
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
        """Return the code without spaces, in lower case."""
        return "".join(str(self.cleaned_data["code"]).split()).lower()


class DisplayForm(forms.Form):
    """Choices of theme, interface language and term links; each may be left out."""

    theme = forms.ChoiceField(choices=[(theme, theme) for theme in settings.THEMES], required=False)
    ui = forms.ChoiceField(choices=settings.LANGUAGES, required=False)
    terms = forms.ChoiceField(choices=[(one, one) for one in settings.TERM_LINKS], required=False)


_WRONG_PASSWORD = _("The password is wrong.")
# Invisible letters: Hangul fillers. Two more are normalised to one of these.
_UNSEEN = frozenset("\u115f\u1160")


class AddressForm(forms.Form):
    """An e-mail address."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autocapitalize": "none"}),
    )


class JoinForm(UserCreationForm):  # type: ignore[type-arg]
    """User name and password of a new account; the instance has its address."""

    class Meta:
        model = User
        fields = ("username",)
        # As at sign-in: full-width letters are normalised.
        field_classes: ClassVar = {"username": UsernameField}
        help_texts = {
            "username": _(
                "The user name is shown beside everything that you write. Allowed: letters, digits and . + - _"
            )
        }

    def clean_username(self) -> str:
        """Return the name. Refuse invisible letters, with which it would look like another name."""
        name = str(super().clean_username())
        if _UNSEEN.intersection(name):
            raise forms.ValidationError(_("Use letters, digits and . + - _ only."))
        return name


class OwnPassword(forms.Form):
    """The password, asked again before a sensitive action; wrong ones count as at sign-in."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_password(self) -> str:
        """Return the password if it is right."""
        given = str(self.cleaned_data["password"])
        check_own_password(self._request, given)
        return given


class NewAddressForm(OwnPassword, AddressForm):
    """A new e-mail address, with the password."""

    field_order = ("email", "password")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")


class SetUpForm(OwnPassword, CodeForm):
    """The first code of a second factor, with the password: an open session alone is not enough to set one up."""

    field_order = ("code", "password")


class DeleteForm(OwnPassword):
    """The password and a confirmation."""

    sure = forms.BooleanField(label=_("Delete my account. I know that this cannot be undone."))
    field_order = ("password", "sure")


class OwnPasswordChange(PasswordChangeForm):
    """Django's form, which also counts wrong passwords as at sign-in."""

    def __init__(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._request = request

    def clean_old_password(self) -> str:
        """Return the password if it is right."""
        given = str(self.cleaned_data["old_password"])
        self._known = check_own_password(self._request, given)
        return given

    def store(self) -> bool:
        """Store the new password. Return False, with an error, if another was set since the old one was checked."""
        user = self.save(commit=False)
        # The link of a mail may have set a password during hashing; it wins over the old one. Write no other column,
        # as these may have changed too.
        account = User.objects.filter(pk=user.pk, password=self._known, is_active=True)
        if not account.update(password=user.password):
            self.add_error("old_password", _WRONG_PASSWORD)
            return False
        return True


def check_own_password(request: HttpRequest, given: str) -> str:
    """Check the password of the signed-in user and return its stored hash.

    Raises ValidationError for a wrong one, which axes counts. Raises User.DoesNotExist for a deleted account, so that
    axes does not store its name.
    """
    stored = User.objects.get(username=request.user.get_username())
    account = authenticate(request, username=stored.username, password=given)
    if account is None:
        raise forms.ValidationError(_WRONG_PASSWORD)
    return str(account.password)


# Lifetimes in days; 0 is unlimited.
_LIFETIMES = ((30, _("30 days")), (90, _("90 days")), (365, _("one year")), (0, _("until you revoke the API token")))


class TokenForm(OwnPassword):
    """Name, scope and lifetime of a token; with the password, as a token outlives the session."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        help_text=_("The name of the program. The log shows it for every change made with the API token."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        label=_("Access rights"),
        choices=[
            (ApiToken.Scope.READ, _("read the data of the translation desk")),
            (ApiToken.Scope.WRITE, _("read and change the data of the translation desk")),
        ],
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=_LIFETIMES, coerce=int, initial=90)
    field_order = ("name", "scope", "days", "password")
