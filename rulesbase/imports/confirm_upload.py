"""Import an upload after its preview, if its owner may and no line blocks it.

With the setting FOUR_EYES a translation needs two people: one uploads the file, another uploads the same and imports.
"""

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, may
from rulesbase.engine.documents import document_active
from rulesbase.engine.nodes import NotRules, RulesText
from rulesbase.imports.import_file import ImportResult
from rulesbase.imports.preview import REFUSED, Preview, preview
from rulesbase.imports.uploads import import_upload
from rulesbase.models import Edition, Upload, User
from rulesbase.translations.alignment import ENGLISH


def import_previewed(upload: Upload, *, by: User) -> ImportResult:
    """Import an upload. Raises PermissionDenied or NotRules; then nothing is stored."""
    found = preview(upload)
    if found.read is None:
        raise NotRules(found.refusal)
    if not may(by, EDIT, found.read.language):
        raise PermissionDenied
    if _brings_edition(by, found.read):
        message = _(
            "The English text in this file is from a version that this site does not have. Ask a curator to import "
            "that English version."
        )
        raise NotRules(message)
    if found.known and upload.corrections:
        message = _("This file was imported before. To import it with your corrections, first undo the earlier import.")
        raise NotRules(message)
    if found.counts[REFUSED]:
        raise NotRules(_("Some lines prevent the import. Correct them or leave them out."))
    if needs_second_person(upload, found):
        raise NotRules(second_person_message())
    with document_active(found.read.document):
        return import_upload(upload, found.read, by=by)


def needs_second_person(upload: Upload, found: Preview) -> bool:
    """Return whether a translation needs a second person who may import it and uploaded the same text."""
    read = found.read
    if not settings.FOUR_EYES or read is None or found.known or not _translates(read):
        return False
    others = Upload.objects.filter(sha256=upload.sha256).exclude(user=upload.user_id).select_related("user")
    return not any(may(one.user, EDIT, read.language) and preview(one).read == read for one in others)


def _translates(read: RulesText) -> bool:
    """Return whether a file has a translation, as its main text or beside it."""
    return read.language != ENGLISH or (read.other is not None and read.other.language != ENGLISH)


def second_person_message() -> str:
    """Return the message for the first of two people, with FOUR_EYES."""
    return _(
        "Two people must confirm the import of a translation. Within a day, a second person with permission to "
        "import must upload the same file with the same corrections. The translation is then imported."
    )


def _brings_edition(user: User, read: RulesText) -> bool:
    """Return whether the second text of a file would become an edition in a language the user may not import."""
    other = read.other
    if other is None or may(user, EDIT, other.language):
        return False
    day = other.date or read.date
    if day is None:
        return False
    return not Edition.objects.filter(language=other.language, version__date=day, complete=True).exists()
