"""Notes on versions and their remarks on rules.

- Note: a text about a version. It is a bulletin or a curator's remark (its ``kind``).
- Bulletin: a text about changes of the rules. It comes from a file, or only its title is known.
- Remark on a rule: the part of a note below a heading that names rules.
- Article: a source that quotes rules in a text of its own (``Source.commentary``). It is no note.
- Mention: a section of an article that cites a rule (`rulesbase.reading.articles`).
"""

from typing import ClassVar

from django.core.validators import URLValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from rulesbase.models.editions import Version
from rulesbase.models.rules import Rule


class VersionNote(models.Model):
    """A text about a version: an official bulletin (or its translation), or a curator's remark.

    ``date`` is the day it was published. ``sha256`` is that of the file it came in; a note without one was
    entered by hand or is only known by its title.
    """

    class Kind(models.TextChoices):
        """The kind of author."""

        BULLETIN = "bulletin", _("rules bulletin")
        REMARK = "remark", _("remark")

    version = models.ForeignKey(Version, models.CASCADE, related_name="notes", verbose_name=_("version"))
    language = models.CharField(_("language"), max_length=8, default="en")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    title = models.CharField(_("title"), max_length=300)
    original = models.CharField(_("title of the original document"), max_length=300, blank=True)
    author = models.CharField(_("author"), max_length=120, blank=True)
    date = models.DateField(_("date"))
    # A link on public pages, so no other scheme; the form field of a URLField would guess one.
    address = models.CharField(_("address"), max_length=500, blank=True, validators=[URLValidator(["http", "https"])])
    text = models.TextField(_("text"), blank=True)
    sha256 = models.CharField("SHA-256", max_length=64, blank=True, editable=False)
    late = models.BooleanField(
        _("note shown with the nearest version"),
        default=False,
        help_text=_(
            "The archive has no version from the time of the note, so the note is shown with the nearest version."
        ),
    )

    class Meta:
        ordering: ClassVar = ["date", "pk"]
        verbose_name = _("note on a version")
        verbose_name_plural = _("notes on versions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sha256"], condition=~models.Q(sha256=""), name="note_file_once"),
        ]

    def __str__(self) -> str:
        return self.title


class RemarkOnRule(models.Model):
    """The part of a note on one rule. ``number`` is as cited; Rule is empty if the version has no such number."""

    note = models.ForeignKey(VersionNote, models.CASCADE, related_name="remarks")
    rule = models.ForeignKey(Rule, models.SET_NULL, null=True, editable=False, related_name="remarks")
    number = models.CharField(_("number"), max_length=80)
    excerpt = models.TextField(_("text"), blank=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("remark about a rule in a bulletin")
        verbose_name_plural = _("remarks about rules in bulletins")
        constraints: ClassVar = [models.UniqueConstraint(fields=["note", "number"], name="remark_once")]

    def __str__(self) -> str:
        return self.number
