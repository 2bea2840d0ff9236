"""The last step of an upload: what its preview shows is imported, if its owner may and nothing is in the way."""

from django.utils.translation import gettext as _

from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.importing import ImportResult
from rulesbase.models import Edition, Upload, User
from rulesbase.roles import EDIT, may
from rulesbase.upload_preview import preview
from rulesbase.uploads import import_upload


class NotAllowed(Exception):
    """This person may not import texts of this language."""


def import_looked_at(upload: Upload, *, by: User) -> ImportResult:
    """Import an upload. Raises NotAllowed, and NotRules with nothing stored."""
    found = preview(upload)
    if found.read is None:
        raise NotRules(found.refusal)
    if not may(by, EDIT, found.read.language):
        raise NotAllowed
    if _brings_edition(by, found.read):
        raise NotRules(_("The file brings an English text of a day that has none yet: that is for curators to import."))
    if found.blocked:
        raise NotRules(_("Some lines stand in the way of the import: correct them or leave them out."))
    return import_upload(upload, by=by)


def _brings_edition(user: User, read: RulesText) -> bool:
    """Whether what stands beside a text would become an edition, in a language that is not this person's."""
    other = read.other
    if other is None or may(user, EDIT, other.language):
        return False
    day = other.date or read.date
    if day is None:
        return False
    return not Edition.objects.filter(language=other.language, version__date=day, complete=True).exists()
