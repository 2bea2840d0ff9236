"""Forms of the translation desk: a text with its heading, a comment or reason, bulk actions, and reports of readers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.desk.bulk_actions import VERBS
from rulesbase.desk.run_checks import MOST_CHARACTERS
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.typed_markup import TextProblem, read_marked, text_problems, tidied
from rulesbase.models import Wording

# The largest body of a desk form in bytes: MOST_CHARACTERS characters of four bytes, URL-encoded.
MAX_BYTES = 400_000
TOO_LONG = _("This text is too long: %(limit_value)d characters at most. It was not saved.")

_WHY = {
    TextProblem.NUL: _("� stands for a lost character. Type the correct character in its place, or delete �."),
    TextProblem.CONTROL: _("There are invisible or unreadable characters in this text. Type it again."),
    TextProblem.BIDI: _(
        "This text has characters that reverse the writing direction. They can hide words. Type the text again."
    ),
    TextProblem.MARKUP: _("There is markup in this text, such as <script>. Write italics as [i]words[/i]."),
    TextProblem.ITALICS: _("The italics tags do not match. Each [i] needs one [/i], and they cannot be nested."),
}


class SafeField(forms.CharField):
    """A text field that refuses control characters, direction marks, markup and unpaired italics."""

    def __init__(self, *, paired: bool = True, **kwargs: Any) -> None:
        """Accept unpaired italics if ``paired`` is false, for a text that is still being typed."""
        super().__init__(strip=False, **kwargs)
        self.paired = paired

    def clean(self, value: Any) -> str:
        """Return the text. Raises ValidationError with all problems."""
        typed = str(value or "")
        if self.max_length and len(typed) > self.max_length:
            raise forms.ValidationError(TOO_LONG, params={"limit_value": self.max_length})
        found = [trouble for trouble in text_problems(typed) if self.paired or trouble is not TextProblem.ITALICS]
        if found:
            raise forms.ValidationError([forms.ValidationError(_WHY[trouble], code=trouble) for trouble in found])
        if not self.required or tidied(typed):
            return tidied(typed)
        raise forms.ValidationError(self.error_messages["required"], code="required")


class TypedForm(forms.Form):
    """A form with a translation in its field ``text``."""

    @property
    def typed(self) -> Passage:
        """Return the text and its italics; unpaired tags stay in the text."""
        text = self.cleaned_data["text"]
        return read_marked(text) or Passage(text)


class TypingForm(TypedForm):
    """A translation that is still being typed: it may be empty, and italics may be open."""

    heading = SafeField(max_length=500, required=False, paired=False)
    text = SafeField(max_length=MOST_CHARACTERS, required=False, paired=False)
    base = forms.IntegerField(min_value=0)
    # The number of autosaves that the window knows of.
    saves = forms.IntegerField(min_value=0, required=False)


class TextForm(TypedForm):
    """A translation to save, and the revision that it is based on."""

    heading = SafeField(max_length=500, required=False)
    text = SafeField(max_length=MOST_CHARACTERS, required=False)
    base = forms.IntegerField(min_value=0)
    seen = forms.IntegerField(min_value=1, required=False)
    reason = SafeField(max_length=300, required=False)

    def __init__(self, original: Wording, *args: Any, **kwargs: Any) -> None:
        """Require the fields that ``original`` has."""
        super().__init__(*args, **kwargs)
        self.original = original

    def clean(self) -> dict[str, Any]:
        """Require the fields that the English has, and refuse the others."""
        found = dict(self.cleaned_data)
        for name, there in (("heading", self.original.heading), ("text", self.original.text)):
            if there and not found.get(name) and name not in self.errors:
                self.add_error(name, _("Write the translation first. The field is empty."))
            elif not there and found.get(name):
                self.add_error(name, _("This field is empty in the English text. Leave it empty in the translation."))
        return found


class WordsForm(forms.Form):
    """A comment or a reason."""

    base = forms.IntegerField(min_value=0)
    reason = SafeField(max_length=300, required=False)
    comment = SafeField(max_length=4000, required=False)
    to = forms.IntegerField(min_value=1, required=False)
    resolve = forms.IntegerField(min_value=1, required=False)


class ReplaceForm(forms.Form):
    """Words to replace in many texts, and the reason."""

    find = forms.CharField(label=_("Text to find"), max_length=200, strip=False)
    instead = SafeField(label=_("Replace with"), max_length=200, required=False)
    reason = SafeField(label=_("Reason"), max_length=300, required=False)

    def clean_instead(self) -> str:
        """Return the words as typed: a space at an end may be meant. Refuse those to find."""
        instead = str(self.data.get("instead", ""))[:200]
        if instead == self.cleaned_data.get("find"):
            raise forms.ValidationError(_("Both texts are the same."))
        return instead


class BulkForm(forms.Form):
    """A bulk action on a whole queue or the selected rows, and its reason."""

    state = forms.ChoiceField(
        choices=[(state, state) for state in VERBS],
        error_messages={
            "invalid_choice": _(
                "Translations can be approved in bulk only if nothing but references, typography or wording changed in "
                "the English text."
            )
        },
    )
    scope = forms.ChoiceField(choices=[("all", "all"), ("chosen", "chosen")])
    chapter = forms.CharField(max_length=20, required=False)
    reason = SafeField(max_length=300, error_messages={"required": _("Give a reason. It stays in the history.")})


class ReportForm(forms.Form):
    """What is wrong with a translation."""

    text = SafeField(label=_("What is wrong?"), max_length=2000, widget=forms.Textarea(attrs={"rows": 5}))
