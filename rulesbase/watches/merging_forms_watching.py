"""How often somebody gets mail of what they watch, and in which language."""

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from rulesbase.models import WatchMail


class MailForm(forms.Form):
    """Both choices."""

    frequency = forms.ChoiceField(label=_("Mail of what happens"), choices=WatchMail.Frequency.choices)
    language = forms.ChoiceField(label=_("Language of the mails"), choices=settings.LANGUAGES)
