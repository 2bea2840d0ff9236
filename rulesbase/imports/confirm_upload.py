"""The last step of an upload: what its preview shows is imported, if its owner may and nothing is in the way.

Where four eyes are asked for, a translation is imported by two: one sends the file, another sends the very same and
imports it.
"""

from django.conf import settings
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, may
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.imports.import_file import ImportResult
from rulesbase.imports.preview import Preview, preview
from rulesbase.imports.uploads import import_upload
from rulesbase.models import Edition, Upload, User
from rulesbase.translations.alignment import ENGLISH


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
    if is_alone(upload, found):
        raise NotRules(alone_with_it())
    return import_upload(upload, by=by, read=found.read)


def is_alone(upload: Upload, found: Preview) -> bool:
    """Whether a translation still waits for a second person: one who may import it has sent the same, read the same."""
    read = found.read
    if not settings.FOUR_EYES or read is None or found.known or not _translates(read):
        return False
    others = Upload.objects.filter(sha256=upload.sha256).exclude(user=upload.user_id).select_related("user")
    return not any(may(one.user, EDIT, read.language) and preview(one).read == read for one in others)


def _translates(read: RulesText) -> bool:
    """Whether a file brings a translation, as the text beside the one that it is taken for, too."""
    return read.language != ENGLISH or (read.other is not None and read.other.language != ENGLISH)


def alone_with_it() -> str:
    """The sentence for whoever is the first to send a file, where four eyes are asked for."""
    return _(
        "Nobody imports a translation alone here. Within a day somebody else who may import it has to send the same"
        " file, corrected in the same way: whoever is second imports it."
    )


def _brings_edition(user: User, read: RulesText) -> bool:
    """Whether what stands beside a text would become an edition, in a language that is not this person's."""
    other = read.other
    if other is None or may(user, EDIT, other.language):
        return False
    day = other.date or read.date
    if day is None:
        return False
    return not Edition.objects.filter(language=other.language, version__date=day, complete=True).exists()
