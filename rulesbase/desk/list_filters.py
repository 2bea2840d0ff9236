"""Search the texts of the desk: by number or words, status, author, date and failed check."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rulesbase.core.content_version import ContentStamp
from rulesbase.desk.queues import QueueItem
from rulesbase.engine.checks.types import Check
from rulesbase.models import Translation, Wording
from rulesbase.models.terminology import CHECK_LABELS
from rulesbase.translations.failed_checks import failing

Status = Translation.Status
_DATE = forms.DateInput(attrs={"type": "date"})
# Fields of the form that a translation itself must fit, with their lookups.
_LOOKUPS = {
    "status": "status",
    "author": "author__username__iexact",
    "since": "made_at__date__gte",
    "until": "made_at__date__lte",
}


class ListFilterForm(forms.Form):
    """What the texts of the list have in common; every field may be empty."""

    q = forms.CharField(label=_("Rule number or words"), max_length=200, required=False)
    status = forms.ChoiceField(label=_("Status"), choices=[("", _("Any status")), *Status.choices[:3]], required=False)
    author = forms.CharField(
        label=_("Author"), max_length=150, required=False, widget=forms.TextInput(attrs={"list": "authors"})
    )
    since = forms.DateField(label=_("Changed on or after"), widget=_DATE, required=False)
    until = forms.DateField(label=_("Changed on or before"), widget=_DATE, required=False)
    check = forms.ChoiceField(
        label=_("Failed check"),
        choices=[("", _("All texts")), *((str(check), CHECK_LABELS[check]) for check in Check)],
        required=False,
    )

    @property
    def has_more(self) -> bool:
        """Return whether a field besides the words is filled."""
        return any(self.data.get(name) for name in self.fields if name != "q")


def filtered(items: Iterable[QueueItem], language: str, asked: dict[str, Any], stamp: ContentStamp) -> list[QueueItem]:
    """Return the items that fit the cleaned data of the form. Four queries at most."""
    items = list(items)
    if asked.get("check"):
        failed = failing(stamp, language)
        items = _with_keys(items, language, [pk for pk, on in failed.items() if asked["check"] in on])
    wanted = {lookup: asked[name] for name, lookup in _LOOKUPS.items() if asked.get(name)}
    if wanted:
        rows = Translation.objects.filter(language=language, **wanted).exclude(status=Status.SUPERSEDED)
        items = _with_keys(items, language, rows.values_list("pk", flat=True))
    return _matching(items, language, asked.get("q") or "")


def _with_keys(items: Iterable[QueueItem], language: str, keys: Iterable[int]) -> list[QueueItem]:
    """Return the items that show one of these translations, or have it as their open text."""
    wanted = set(keys)
    open_rows = Translation.objects.open_in(language).values_list("pk", "original_id")
    originals = {original for pk, original in open_rows if pk in wanted}
    return [item for item in items if item.text.translation in wanted or item.text.english in originals]


def _matching(items: list[QueueItem], language: str, words: str) -> list[QueueItem]:
    """Return the items whose number begins with ``words``, or whose English, translation or open text has them."""
    wanted = words.strip()
    if not wanted:
        return items
    if wanted[0].isdigit():
        found = [item for item in items if item.cell.number == wanted or _is_below(item.cell.number, wanted)]
        if found:
            return found
    open_rows = Translation.objects.open_in(language).order_by("revision")
    open_texts = dict(open_rows.values_list("original_id", "wording_id"))
    keys = [
        tuple(key for key in (one.english, one.wording, open_texts.get(one.english)) if key)
        for one in (item.text for item in items)
    ]
    needle = fold_words(wanted)
    found_keys = {
        key
        for key, text in Wording.objects.in_bulk({key for some in keys for key in some}).items()
        if needle in fold_words(f"{text.heading}\n{text.text}")
    }
    return [item for item, some in zip(items, keys, strict=True) if not found_keys.isdisjoint(some)]


def fold_words(text: str) -> str:
    """Return a text for comparison without regard to case and kinds of apostrophes and spaces."""
    return " ".join(text.replace("’", "'").casefold().split())


def _is_below(number: str, above: str) -> bool:
    return number.startswith(above) and not number[len(above) : len(above) + 1].isdigit()
