"""The form for a file that comes back from a translation tool."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.exchange.formats import LARGEST


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
