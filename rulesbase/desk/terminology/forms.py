"""Forms of the terminology pages."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.desk.forms import SafeField
from rulesbase.models import TermEntry


class TermForm(forms.Form):
    """A translation of an English term."""

    term = SafeField(label=_("English term"), max_length=200)
    translation = SafeField(label=_("Translation"), max_length=200)
    variants = SafeField(
        label=_("Other correct translations"),
        help_text=_("One translation per line."),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    note = SafeField(
        label=_("Note"),
        help_text=_("Why this translation was chosen, or where not to use this translation."),
        max_length=300,
        required=False,
    )


class TermsFilterForm(forms.Form):
    """The filter of the term list."""

    q = forms.CharField(max_length=100, required=False)
    status = forms.ChoiceField(choices=[("", ""), *TermEntry.Status.choices], required=False)
