"""Forms of written questions: the editor, suggestions and reports, answers."""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.engine.questions.markup import Content, read_content, write_choices
from rulesbase.models import QuestionNote
from rulesbase.models.authored_questions import LEVELS
from rulesbase.study.authored.content import LONGEST_TEXT, known_languages

# Maximum size of the form: three languages of four texts with percent-encoded letters of four bytes.
MAX_FORM_BYTES = 1_500_000
# Label, help text and rows of each part of a question.
PARTS = {
    "scenario": (
        _("The question"),
        _("Cite rules as [704.5k] and name cards as [[Card Name]]. An empty line begins a new paragraph."),
        6,
    ),
    "choices": (
        _("Choices"),
        _(
            "One choice per line, with an asterisk (*) before each correct choice. Leave this field empty for a "
            "question with a free answer."
        ),
        4,
    ),
    "answer": (_("Answer"), _("A short answer. You can leave it empty if there are choices."), 3),
    "explanation": (_("Explanation"), _("Why this answer is correct, with the rules that support it."), 6),
}


class QuestionForm(forms.Form):
    """A question in all languages. Fields of languages that the user may not write are disabled."""

    level = forms.TypedChoiceField(
        label=_("Level"),
        coerce=int,
        choices=[(level, str(level)) for level in LEVELS],
        help_text=_("From 1 (easy) to 5 (hard)."),
    )
    tags = forms.CharField(
        label=_("Tags"),
        required=False,
        max_length=400,
        help_text=_("Lower-case words, separated by commas, for example: combat, layers."),
    )
    base = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(label=_("What you changed, and why"), required=False, max_length=300)

    def __init__(self, *args: Any, may_write: Collection[str], **kwargs: Any) -> None:
        """Make the fields of all languages; ``may_write`` are those in which this user writes."""
        super().__init__(*args, **kwargs)
        self.may_write = may_write
        for language in known_languages():
            for part, (label, help_text, rows) in PARTS.items():
                self.fields[f"{part}_{language}"] = forms.CharField(
                    label=label,
                    required=False,
                    strip=False,
                    max_length=2 * LONGEST_TEXT,
                    help_text=help_text if language == "en" else "",
                    widget=forms.Textarea({"rows": rows, "lang": language}),
                    disabled=language not in may_write,
                )
        if "en" not in may_write:
            for name in ("level", "tags"):
                self.fields[name].disabled = True

    @property
    def parts(self) -> list[tuple[str, bool, bool, list[forms.BoundField]]]:
        """Return by language: its code, whether the user may write it, whether it is open, and its fields."""
        return [
            (
                language,
                language in self.may_write,
                language == "en" or any(self[f"{part}_{language}"].value() for part in PARTS),
                [self[f"{part}_{language}"] for part in PARTS],
            )
            for language in known_languages()
        ]

    def content(self) -> Content:
        """Return the content of a valid form."""
        cleaned = self.cleaned_data
        typed = {language: {part: cleaned[f"{part}_{language}"] for part in PARTS} for language in known_languages()}
        return read_content(cleaned["level"], cleaned["tags"], typed)


def initial_of(content: Content, base: int) -> Mapping[str, Any]:
    """Return the initial values of the form for a stored question."""
    found: dict[str, Any] = {"level": content.level, "tags": ", ".join(content.tags), "base": base}
    for language, words in content.texts.items():
        found |= {f"{part}_{language}": getattr(words, part) for part in PARTS if part != "choices"}
        found[f"choices_{language}"] = write_choices(words.choices, content.right if language == "en" else ())
    return found


class NoteForm(forms.Form):
    """A suggestion or a report."""

    text = forms.CharField(
        label=_("Your message"),
        min_length=15,
        max_length=4000,
        widget=forms.Textarea({"rows": 7}),
        error_messages={"min_length": _("Write a little more: at least %(limit_value)d characters.")},
    )


class ReplyForm(forms.Form):
    """The answer of a curator."""

    status = forms.ChoiceField(choices=QuestionNote.Status.choices[1:])
    reply = forms.CharField(label=_("Answer"), max_length=2000, required=False, widget=forms.Textarea({"rows": 4}))
