"""Uploads before their import."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Upload(models.Model):
    """A file or pasted text before its import; private, deleted after a day.

    ``language``, ``date`` and ``encoding`` override the file if not empty. ``corrections`` maps the position of an
    entry in the parsed text to the corrected text. The row is deleted with the account.
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
