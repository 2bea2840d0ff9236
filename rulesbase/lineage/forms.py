"""Forms of corrections of the lineage."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rulesbase.core.errors import Refused
from rulesbase.lineage.corrections import read_places
from rulesbase.models import Correction


def _sentences() -> list[tuple[str, str]]:
    """Return each type of correction as a sentence about both rules."""
    sentence = gettext("The old rule %(correction)s the new rule")
    return [(value, sentence % {"correction": label}) for value, label in Correction.Verb.choices]


class CorrectionForm(forms.Form):
    """A correction of the lineage: verb, both places as number@date, and the reason."""

    old = forms.CharField(
        label=_("Old rule number"),
        max_length=100,
        help_text=_(
            "Rule number and date, for example 201.3@2006-05-01 or MTR 3.9@2014-07-18. For a glossary term, use the "
            "name in its web address instead of a number."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    verb = forms.ChoiceField(label=_("Correction"), choices=_sentences)
    new = forms.CharField(
        label=_("New rule number"),
        max_length=100,
        help_text=_(
            "Rule number and date in the first version with the change, in the same format as the old rule number."
        ),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("Everyone can read the reason."))

    def clean(self) -> dict[str, Any]:
        """Read both places; ``document`` and ``places`` are what `read_places` returns."""
        found = super().clean() or self.cleaned_data
        if found.get("old") and found.get("new"):
            try:
                found["document"], found["places"] = read_places(found["old"], found["new"])
            except Refused as refusal:
                raise forms.ValidationError(str(refusal)) from None
        return found
