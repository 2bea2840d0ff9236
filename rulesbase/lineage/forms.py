"""Forms of corrections of the lineage."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.core.errors import Refused
from rulesbase.lineage.corrections import read_place
from rulesbase.models import Correction


class CorrectionForm(forms.Form):
    """A correction of the lineage: verb, both places as number@date, and the reason."""

    old = forms.CharField(
        label=_("Older number"),
        max_length=100,
        help_text=_("Number and date, such as 201.3@2006-05-01. For a glossary term, use the name in its address."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    verb = forms.ChoiceField(label=_("Correction"), choices=Correction.Verb.choices)
    new = forms.CharField(
        label=_("Newer number"),
        max_length=100,
        help_text=_("Its number in the version with the change."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everybody can read it."))

    def clean_old(self) -> tuple[datetime.date, str]:
        """Return the version's date and the number."""
        return _place(self.cleaned_data["old"])

    def clean_new(self) -> tuple[datetime.date, str]:
        """Return the version's date and the number."""
        return _place(self.cleaned_data["new"])

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of `correct` and `check` from a valid form."""
        (old_date, old_number), (new_date, new_number) = self.cleaned_data["old"], self.cleaned_data["new"]
        return {
            "verb": self.cleaned_data["verb"],
            "old_date": old_date,
            "old_number": old_number,
            "new_date": new_date,
            "new_number": new_number,
        }


def _place(cited: str) -> tuple[datetime.date, str]:
    try:
        return read_place(cited)
    except Refused as refusal:
        raise forms.ValidationError(str(refusal)) from None
