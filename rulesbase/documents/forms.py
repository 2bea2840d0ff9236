"""Forms of the pages of documents."""

from django import forms
from django.utils.translation import gettext_lazy

from rulesbase.models import Correction

_Verb = Correction.Verb


class TermCorrectionForm(forms.Form):
    """What a term of the rulebook became, and the reason."""

    term = forms.CharField(label=gettext_lazy("Term of the rulebook"), max_length=80)
    verb = forms.ChoiceField(
        label=gettext_lazy("Status in 1999"),
        choices=[
            (_Verb.SAME, gettext_lazy("the same term")),
            (_Verb.MERGE, gettext_lazy("became another term")),
            (_Verb.APART, gettext_lazy("was removed")),
        ],
    )
    successor = forms.CharField(label=gettext_lazy("Term of the glossary of 1999"), max_length=80, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everyone can read the reason.")
    )
