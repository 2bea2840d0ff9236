"""What people type and send at the desk's tools, checked: a term, an exchange file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.desk.forms import SafeField
from rulesbase.exchange.formats import LARGEST
from rulesbase.models import TermEntry


class TermForm(forms.Form):
    """A word for an English term."""

    term = SafeField(label=_("English term"), max_length=200)
    translation = SafeField(label=_("Translation"), max_length=200)
    variants = SafeField(
        label=_("Other words that are right too"),
        help_text=_("One a line."),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    note = SafeField(
        label=_("Note"), help_text=_("Why this word, or where not to use it."), max_length=300, required=False
    )


class TermsFilterForm(forms.Form):
    """Which terms a page lists."""

    q = forms.CharField(max_length=100, required=False)
    status = forms.ChoiceField(choices=[("", ""), *TermEntry.Status.choices], required=False)
    page = forms.IntegerField(min_value=1, required=False)


class ExchangeForm(forms.Form):
    """A file that comes back from a translation tool."""

    file = forms.FileField(
        label=_("XLIFF or TMX file"),
        help_text=_("As it was written here, and worked on elsewhere. At most %(most)d MB.")
        % {"most": LARGEST // 1024 // 1024},
        allow_empty_file=False,
    )
    dry = forms.BooleanField(label=_("Only tell what would happen; store nothing"), required=False)

    def clean_file(self) -> Any:
        """Return the file, unless it is larger than is read."""
        file = self.cleaned_data["file"]
        if file.size > LARGEST:
            raise forms.ValidationError(_("The file is too large."), code="large")
        return file
