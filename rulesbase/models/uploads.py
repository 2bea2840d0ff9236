"""Files that somebody is looking at before they import them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Upload(models.Model):
    """A file or a pasted text between upload and import: no content yet, its owner's alone, gone after a day.

    ``language``, ``date`` and ``encoding`` are what the owner knows better than the file; empty where the file is
    believed. ``corrections`` are by the place of an entry in the parsed text: what was typed for it. The owner's
    copy is the only one, and goes with the account.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="uploads")
    name = models.CharField(_("name"), max_length=255)
    size = models.PositiveIntegerField(_("bytes"))
    sha256 = models.CharField("SHA-256", max_length=64)
    packed = models.BinaryField()
    language = models.CharField(max_length=8, blank=True)
    date = models.DateField(null=True, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    corrections = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)
    touched_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("upload")

    def __str__(self) -> str:
        return self.name
