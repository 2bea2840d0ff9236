"""The form for a file that comes back from a translation tool."""

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.exchange.formats import LARGEST


class ExchangeForm(forms.Form):
    """A file that comes back from a translation tool."""

    file = forms.FileField(
        label=_("XLIFF, TMX, PO or CSV file"),
        help_text=_(
            "A file exported from this site and edited elsewhere. Texts without a Rulesbase id are matched by "
            "their English text. At most %(most)d MB."
        )
        % {"most": LARGEST // 1024 // 1024},
        allow_empty_file=False,
    )
    dry = forms.BooleanField(label=_("Preview only: save nothing"), required=False)
