"""Forms of the import pages."""

import datetime
import re
from collections.abc import Mapping, Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.parsing.encoding import ENCODINGS
from rulesbase.imports.uploads import ADDED, TypedEntry

_PLAIN = {"autocapitalize": "none", "spellcheck": "false"}
# A line of the preview: its position in the file, or an added one.
_PLACE = re.compile(rf"(?:{ADDED})?[0-9]{{1,8}}")


class UploadForm(forms.Form):
    """A file, or a pasted text."""

    file = forms.FileField(
        label=_("File to import"),
        required=False,
        help_text=_(
            "Text in any encoding, a PDF, a saved web page, a Word document, markdown, a table (CSV), XLIFF or TMX;"
            " at most 32 MB."
        ),
    )
    text = forms.CharField(
        label=_("Or paste the text"),
        required=False,
        strip=False,
        help_text=_("Paste the whole page. You do not have to remove text that is not part of the rules."),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    name = forms.CharField(
        label=_("Source of the pasted text"),
        required=False,
        max_length=200,
        help_text=_("Enter a name or a web address. The source is always shown beside the text."),
        widget=forms.TextInput(attrs=_PLAIN),
    )


class ChoiceForm(forms.Form):
    """Language, date and encoding that override the file."""

    language = forms.CharField(
        label=_("Language"),
        required=False,
        max_length=8,
        help_text=_("A language code such as fr, ja or de. Leave empty to detect the language."),
        widget=forms.TextInput(attrs={**_PLAIN, "list": "languages"}),
    )
    date = forms.DateField(
        label=_("Version"),
        required=False,
        help_text=_("The effective date of these rules, such as 2011-02-04. Leave empty to use the date in the text."),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={**_PLAIN, "list": "versions", "inputmode": "numeric"}),
        input_formats=["%Y-%m-%d"],
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"),
        required=False,
        choices=[("", _("detect automatically")), *((code, code) for code in ENCODINGS)],
    )

    def clean_date(self) -> datetime.date | None:
        """Return the date; refuse one before 1993, the year of the first rules."""
        found: datetime.date | None = self.cleaned_data["date"]
        if found and not 1993 <= found.year <= 2100:
            raise forms.ValidationError(_("Enter a date from 1993 to 2100. The first rules are from 1993."))
        return found


class UndoForm(forms.Form):
    """The reason to undo an import."""

    reason = forms.CharField(label=_("Reason"), max_length=300, help_text=_("The reason is shown in the log."))


def typed_lines(sent: Mapping[str, str], places: Sequence[str]) -> dict[str, TypedEntry | None]:
    """Return the submitted lines of a page from the fields name-N, text-N and skip-N.

    A line too long for a field sends no text: it can only be skipped or stay unchanged (None).
    """
    found: dict[str, TypedEntry | None] = {}
    for place in places:
        skip, name, text = f"skip-{place}" in sent, sent.get(f"name-{place}"), sent.get(f"text-{place}")
        if not _PLACE.fullmatch(place):
            continue
        if name is None or text is None:
            found[place] = TypedEntry("", "", True) if skip else None
        else:
            found[place] = TypedEntry(name, text, skip)
    return found
