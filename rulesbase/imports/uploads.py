"""Uploads before their import: stored for a day, corrected line by line, then imported or deleted."""

import bz2
import dataclasses
import datetime
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import starmap
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import update_bulletins
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.issues import Problem
from rulesbase.engine.languages import CODE_PATTERN
from rulesbase.engine.nodes import FileRefused, Issue, Kind, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.paragraphs import passage, with_marks
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.rows import entry_of_paragraphs, number_in
from rulesbase.engine.text.numbers import kind_of, sort_key
from rulesbase.imports.import_file import MAX_BYTES, ImportResult, import_source
from rulesbase.imports.known_files import is_english
from rulesbase.imports.sandbox import ReadAborted, parse_in_sandbox
from rulesbase.models import Upload, User
from rulesbase.translations.term_counts import count_terms
from rulesbase.web.rate_limits.limits import UPLOADS, wait_seconds

# Lifetime of an upload, and the maximum for one person; a further one replaces the oldest without corrections.
LIFETIME = datetime.timedelta(hours=24)
MOST = 5
# Prefix of the places of added entries.
ADDED = "new-"
_MOST_ADDED = 200
# Characters typed for one file, twice a text of the rules: a line of a backup holds no more.
_MOST_TYPED = 4_000_000


def too_many_files() -> str:
    """Return the message for too many files."""
    return _("You uploaded too many files in the last hour. Try again in an hour.")


def aborted_message() -> str:
    """Return the message for a file that could not be read within the limits of time and memory."""
    return _("The file could not be read: reading it takes too much time or memory. Import a smaller file.")


class CannotUpload(Refused):
    """The upload cannot be stored or changed."""


class TypedEntry(NamedTuple):
    """An entry as edited in a form: number or term, and text with markup, examples on separate lines."""

    name: str
    text: str
    skip: bool = False


def store_upload(user: User, data: bytes, name: str) -> Upload:
    """Store a file for its owner. Raises CannotUpload."""
    delete_old_uploads()
    if wait_seconds(UPLOADS, str(user.pk)):
        raise CannotUpload(too_many_files())
    if not data.strip():
        raise CannotUpload(_("Nothing was uploaded. Paste a text or choose a file."))
    if len(data) > MAX_BYTES:
        most = MAX_BYTES >> 20
        raise CannotUpload(_("The file is too large. The maximum is %(most)d MB.") % {"most": most})
    with transaction.atomic():
        waiting = list(Upload.objects.filter(user=user).order_by("touched_at", "pk").only("pk", "corrections"))
        untouched = [one.pk for one in waiting if not one.corrections]
        too_many = max(0, len(waiting) - MOST + 1)
        if len(untouched) < too_many:
            message = _(
                "%(count)d uploaded files with corrections are waiting to be imported. "
                "First import or delete one of them."
            )
            raise CannotUpload(message % {"count": len(waiting)})
        Upload.objects.filter(pk__in=untouched[:too_many]).delete()
        clean = "".join(sign for sign in name if sign.isprintable())[-255:] or "text.txt"
        sha256 = hashlib.sha256(data).hexdigest()
        return Upload.objects.create(user=user, name=clean, size=len(data), sha256=sha256, packed=bz2.compress(data))


def delete_old_uploads() -> int:
    """Delete uploads not changed for a day; return their number."""
    gone, _by_model = Upload.objects.filter(touched_at__lt=timezone.now() - LIFETIME).delete()
    return gone


class NotReadNow(NotRules):
    """Reading was aborted at its limits; another try may succeed."""


def data_of(upload: Upload) -> bytes:
    """Return the uploaded bytes."""
    return bz2.decompress(bytes(upload.packed))


def read_upload(upload: Upload) -> RulesText:
    """Return the parsed text, with the language and date that the owner chose. Raises NotRules."""
    read = _parsed(data_of(upload), upload.name, upload.encoding or None)
    if upload.language not in ("", read.language) and is_english(read):
        message = _("The text is English. It cannot be imported as another language (%(code)s).")
        raise NotRules(message % {"code": upload.language})
    return dataclasses.replace(read, language=upload.language or read.language, date=upload.date or read.date)


@lru_cache(maxsize=2)
def _parsed(data: bytes, name: str, encoding: str | None) -> RulesText:
    """Parse a file; cached, as each correction needs it again."""
    if not settings.READ_APART:
        return read_source(data, name, encoding)
    try:
        return parse_in_sandbox(read_source, RulesText, data, name, encoding)
    except FileRefused as refusal:
        raise NotRules(refusal.message) from None
    except ReadAborted:
        raise NotReadNow(aborted_message()) from None


def choose(upload: Upload, *, language: str, date: datetime.date | None, encoding: str) -> None:
    """Set language, date and encoding of an upload; empty means as detected. Raises CannotUpload."""
    if language and not re.fullmatch(CODE_PATTERN, language):
        raise CannotUpload(
            _("“%(code)s” is not a language code. Use a code such as fr or pt-br.") % {"code": language[:20]}
        )
    if encoding != upload.encoding:
        # With another encoding the positions may have other entries.
        upload.corrections = {}
    upload.language, upload.date, upload.encoding = language, date, encoding
    _save(upload)


def no_upload_message() -> str:
    """Return the message for an upload that was deleted or imported in another window."""
    return _("This upload does not exist. Unused uploads are deleted after a day. Upload the file again.")


def _save(upload: Upload) -> None:
    """Save an upload unless it was deleted. Raises CannotUpload."""
    with transaction.atomic():
        if not Upload.objects.select_for_update().filter(pk=upload.pk).values_list("pk", flat=True):
            raise CannotUpload(no_upload_message())
        upload.save()


# ---- Lines ----


def nodes_of(read: RulesText) -> list[RuleNode]:
    """Return all entries and terms in order; a place is an index of this list."""
    return [*read.entries, *read.glossary]


def typed_of(node: RuleNode) -> TypedEntry:
    """Return an entry as shown in the form; the title of a section or chapter stands above its text."""
    title = node.heading if node.number else ""
    lines = [title, with_marks(node.text, node.emphasis), *starmap(with_marks, node.examples)]
    return TypedEntry(node.number or node.heading, "\n".join(line for line in lines if line))


def correct(upload: Upload, typed: Mapping[str, TypedEntry | None]) -> None:
    """Store typed entries by place.

    An entry equal to the file is no correction; None removes one.
    """
    nodes = nodes_of(read_upload(upload))
    for place, one in typed.items():
        if one is None:
            upload.corrections.pop(place, None)
            continue
        name, text = one.name.strip(), one.text.replace("\r\n", "\n").strip()
        if place.startswith(ADDED):
            added = sum(key.startswith(ADDED) for key in upload.corrections)
            if not (name or text):
                upload.corrections.pop(place, None)
            elif place in upload.corrections or added < _MOST_ADDED:
                upload.corrections[place] = [name, text, one.skip]
        elif place.isdecimal() and int(place) < len(nodes):
            if not one.skip and typed_of(nodes[int(place)]) == (name, text, False):
                upload.corrections.pop(place, None)
            else:
                upload.corrections[place] = [name, text, one.skip]
    if sum(len(name) + len(text) for name, text, _skip in upload.corrections.values()) > _MOST_TYPED:
        raise CannotUpload(_("This request is too large. Send it in smaller parts."))
    _save(upload)


def corrections_of(upload: Upload) -> dict[str, TypedEntry]:
    """Return the typed entries by place."""
    return {place: TypedEntry(*one) for place, one in upload.corrections.items()}


def problem_of_name(name: str, kind: Kind) -> str:
    """Return why a typed number or name is invalid, or ""."""
    if kind is Kind.TERM:
        return "" if name else _("A term needs a name.")
    if number_in(name):
        return ""
    return _("“%(name)s” is not a rule number. Enter a number such as 201.3a.") % {"name": name[:40]}


def node_of(typed: TypedEntry, before: RuleNode | None) -> RuleNode:
    """Return an entry from its typed text; ``before`` is the entry in the file."""
    is_term = before is not None and before.kind is Kind.TERM
    number = "" if is_term else number_in(typed.name)
    line = before.line if before else 0
    lines = [one for one in map(str.strip, typed.text.split("\n")) if one]
    kind = kind_of(number) if number else Kind.TERM
    title, below = "".join(lines[:1]), lines[1:]
    if number and active_document() != COMPREHENSIVE_RULES:
        # In a tournament document everything with a number has a title, and examples are a part of the text.
        return RuleNode(number, kind, passage(title).text, "\n".join(below), (), line)
    if kind in (Kind.SECTION, Kind.CHAPTER):
        return entry_of_paragraphs(line, "", title, below)._replace(number=number, kind=kind)
    return entry_of_paragraphs(line, number, "" if number else typed.name, lines)


def apply_typed(read: RulesText, corrections: Mapping[str, TypedEntry]) -> RulesText:
    """Return the text with all corrections, and an issue for each, so that readers can see the manual changes."""
    if not corrections:
        return read
    nodes: list[RuleNode] = []
    issues = list(read.issues)
    for at, node in enumerate(nodes_of(read)):
        typed = corrections.get(str(at))
        if typed is None:
            nodes.append(node)
            continue
        was = node.number or node.heading
        if typed.skip:
            problem = Problem.REMOVED_BY_HAND % {"name": was}
        else:
            nodes.append(node_of(typed, node))
            sentence = Problem.CORRECTED_BY_HAND if typed.name == was else Problem.RENAMED_BY_HAND
            problem = sentence % {"name": was, "new_name": typed.name}
        issues.append(Issue(node.line, (node.text or node.heading)[:200], problem))
    added = [
        node_of(one, None) for place, one in sorted(corrections.items()) if place.startswith(ADDED) and not one.skip
    ]
    issues += [
        Issue(0, node.text[:200], Problem.ADDED_BY_HAND % {"name": node.number or node.heading}) for node in added
    ]
    entries = [node for node in (*nodes, *added) if node.kind is not Kind.TERM]
    if added or any(node.number != old.number for node, old in zip(entries, read.entries, strict=False)):
        entries.sort(key=lambda node: sort_key(node.number))
    return dataclasses.replace(
        read,
        other=_other_language(read, corrections),
        entries=tuple(entries),
        glossary=tuple(node for node in (*nodes, *added) if node.kind is Kind.TERM),
        issues=tuple(sorted(issues)),
    )


def _other_language(read: RulesText, corrections: Mapping[str, TypedEntry]) -> RulesText | None:
    """Return the second language without skipped terms, so that terms still match by position."""
    other = read.other
    if other is None or len(other.glossary) != len(read.glossary):
        return other
    first = len(read.entries)
    left_out = {int(place) for place, one in corrections.items() if one.skip and place.isdecimal()}
    terms = tuple(term for at, term in enumerate(other.glossary, first) if at not in left_out)
    return dataclasses.replace(other, glossary=terms)


# ---- Import ----


def import_upload(upload: Upload, read: RulesText, *, by: User) -> ImportResult:
    """Import the previewed text ``read`` and delete the upload. Raises NotRules; then nothing changes.

    Later changes in another window are not imported.
    """
    # A typed address is only a name: the archive links to fetched addresses alone.
    with transaction.atomic():
        result = import_source(data_of(upload), name=upload.name, date=upload.date, parsed=read, by=by)
        update_bulletins()
        upload.delete()
    count_terms()
    return result
