"""What curators type to tie a ruling to a rule, checked."""

from django import forms
from django.utils.translation import gettext_lazy as _

# A key that the database can hold.
_LARGEST = 2**63 - 1


class TieForm(forms.Form):
    """A ruling, the rule it rests on, and why."""

    ruling = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=_LARGEST)
    place = forms.CharField(
        label=_("Rule"),
        max_length=40,
        help_text=_("Its number on the day of the ruling, as in 201.3; of another day as in 201.3@2022-04-29."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))
