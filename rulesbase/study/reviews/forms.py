"""The form of the study options."""

import datetime
from collections.abc import Mapping
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from rulesbase.models import StudyOptions
from rulesbase.study.reviews.days import zone_named
from rulesbase.study.reviews.options import WEEKDAYS, weekday_shares
from rulesbase.study.reviews.scheduling import LEAST_RETENTION, MOST_RETENTION

MOST_NEW, MOST_CARDS = 1_000, 9_999


class OptionsForm(forms.ModelForm):  # type: ignore[type-arg]
    """The options. `easy_days` are seven fields, `easy_0` (Monday) to `easy_6`."""

    day_starts = forms.IntegerField(label=_("Hour at which the study day begins"), min_value=0, max_value=23)
    new_a_day = forms.IntegerField(label=_("New flash cards per day"), min_value=0, max_value=MOST_NEW)
    reviews_a_day = forms.IntegerField(label=_("Maximum flash cards per day"), min_value=0, max_value=MOST_CARDS)
    retention = forms.FloatField(
        label=_("Target retention"),
        min_value=LEAST_RETENTION,
        max_value=MOST_RETENTION,
        help_text=_(
            "At a target retention of 0.9 (90 %), a flash card comes back when there is one chance in ten that you "
            "have forgotten the answer. A higher value means many more reviews."
        ),
    )

    class Meta:
        model = StudyOptions
        fields = ("time_zone", "day_starts", "new_a_day", "reviews_a_day", "retention", "knows")
        widgets = {"knows": forms.DateInput(attrs={"type": "date"})}
        help_texts = {"knows": _("You get a study deck with the rules that changed since this date.")}

    def __init__(self, data: Mapping[str, Any] | None = None, *, instance: StudyOptions) -> None:
        super().__init__(data, instance=instance)
        for weekday, share in enumerate(weekday_shares(instance)):
            self.fields[f"easy_{weekday}"] = forms.IntegerField(
                min_value=0, max_value=100, initial=share, required=False
            )

    def clean_time_zone(self) -> str:
        """Refuse zones that this machine does not have."""
        name: str = self.cleaned_data["time_zone"]
        if name not in available_timezones() or zone_named(name) is None:
            message = _("“%(name)s” is not a time zone. Example: Europe/Paris.")
            raise forms.ValidationError(message, params={"name": name})
        return name

    def clean_knows(self) -> datetime.date | None:
        """Refuse days in the future, by the calendar of the learner."""
        day: datetime.date | None = self.cleaned_data["knows"]
        zone = zone_named(self.cleaned_data.get("time_zone", ""))
        if day and day > timezone.localdate(timezone=zone):
            raise forms.ValidationError(_("Choose today or an earlier day."))
        return day

    def clean(self) -> dict[str, Any]:
        """Join the seven shares; a missing field is a full day."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        given = [cleaned.get(f"easy_{weekday}") for weekday in range(WEEKDAYS)]
        # Seven full days are the default.
        self.instance.easy_days = [] if set(given) <= {None, 100} else [100 if one is None else one for one in given]
        return cleaned
