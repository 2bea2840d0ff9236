"""Uploads before their import: kept for a day, corrected line by line, then imported or thrown away."""

import bz2
import dataclasses
import datetime
import hashlib
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple, cast

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import settle_notes
from rulesbase.core.errors import Refused
from rulesbase.engine.nodes import Issue, Kind, NotRules, Passage, RuleNode, RulesText
from rulesbase.engine.parsing.encoding import ENCODINGS
from rulesbase.engine.parsing.paragraphs import passage, with_marks
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.rows import number_in
from rulesbase.engine.parsing.safety import refused_in
from rulesbase.engine.text.document_words import EXAMPLE
from rulesbase.engine.text.numbers import kind_of, sort_key
from rulesbase.imports.import_file import LARGEST, ImportResult, import_source
from rulesbase.imports.known_files import says_english
from rulesbase.imports.sandbox import Declined, GivenUp, read_apart
from rulesbase.models import Upload, User
from rulesbase.web.ratelimits.limits import UPLOADS, wait_seconds

# How long an upload waits, and how many one person may have; the oldest gives way.
LIFETIME = datetime.timedelta(hours=24)
MOST = 5
# What is typed for one entry; further entries are of places that begin with this letter.
ADDED = "new-"
_MOST_ADDED = 200
# Letters of all that is typed for one file, twice a text of the rules: no more goes into a line of a backup.
_MOST_TYPED = 4_000_000
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")


def too_many_files() -> str:
    """What is told to whoever sends more files than anybody needs to."""
    return _("You sent very many files in the last hour. Go on in an hour.")


class CannotUpload(Refused):
    """This cannot be kept for a preview."""


class Typed(NamedTuple):
    """An entry as it stands in a field: number, or name of a term; text with marks, examples on their own lines."""

    name: str
    text: str
    skip: bool = False


def keep_upload(user: User, data: bytes, name: str) -> Upload:
    """Keep a file for its owner. Raises CannotUpload."""
    forget_old_uploads()
    if wait_seconds(UPLOADS, str(user.pk)):
        raise CannotUpload(too_many_files())
    if not data.strip():
        raise CannotUpload(_("There is nothing in it: paste a text or choose a file."))
    if len(data) > LARGEST:
        most = LARGEST >> 20
        raise CannotUpload(_("The file is larger than %(most)d MB; no text of the rules is.") % {"most": most})
    with transaction.atomic():
        older = Upload.objects.filter(user=user).order_by("-touched_at", "-pk").values_list("pk", flat=True)[MOST - 1 :]
        Upload.objects.filter(pk__in=list(older)).delete()
        clean = "".join(sign for sign in name if sign.isprintable())[-255:] or "text.txt"
        sha256 = hashlib.sha256(data).hexdigest()
        return Upload.objects.create(user=user, name=clean, size=len(data), sha256=sha256, packed=bz2.compress(data))


def forget_old_uploads() -> int:
    """Delete what nobody touched for a day; how many went."""
    gone, _by_model = Upload.objects.filter(touched_at__lt=timezone.now() - LIFETIME).delete()
    return gone


class NotReadNow(NotRules):
    """Reading was given up, as a sentence for people; at a quieter moment it may go through."""


def data_of(upload: Upload) -> bytes:
    """The bytes as they came."""
    return bz2.decompress(bytes(upload.packed))


def read_upload(upload: Upload) -> RulesText:
    """The text as parsed, with the language and date that its owner knows better. Raises NotRules."""
    read = _parsed(data_of(upload), upload.name, upload.encoding or None)
    if upload.language not in ("", read.language) and says_english(read):
        told = _("The text is English: it cannot be imported as a text in another language (%(code)s).")
        raise NotRules(told % {"code": upload.language})
    return dataclasses.replace(read, language=upload.language or read.language, date=upload.date or read.date)


@lru_cache(maxsize=2)
def _parsed(data: bytes, name: str, encoding: str | None) -> RulesText:
    """A file as read. Who corrects line by line asks for the same one at every step."""
    if not settings.READ_APART:
        return read_source(data, name, encoding)
    try:
        return cast(RulesText, read_apart("rules", data, name, encoding))
    except Declined as refusal:
        raise NotRules(refusal.saying) from None
    except GivenUp:
        raise NotReadNow(_("Reading this file takes too long or too much memory; it was given up.")) from None


def choose(upload: Upload, *, language: str, date: datetime.date | None, encoding: str) -> None:
    """Overrule what the file says of itself; empty means that it is believed. Raises CannotUpload."""
    if language and not _LANGUAGE.fullmatch(language):
        raise CannotUpload(_("“%(code)s” is no code of a language, such as fr or pt-br.") % {"code": language[:20]})
    if encoding and encoding not in ENCODINGS:
        raise CannotUpload(_("This encoding is not known."))
    if encoding != upload.encoding:
        # Read otherwise, the text may have other entries at these places.
        upload.corrections = {}
    upload.language, upload.date, upload.encoding = language, date, encoding
    _kept(upload)


def gone_upload() -> str:
    """The sentence for an upload that was thrown away, or imported, in another window."""
    return _("You have no such upload; one that nobody touched for a day is gone.")


def _kept(upload: Upload) -> None:
    """Keep what was chosen and typed; an upload that is gone stays so. Raises CannotUpload."""
    with transaction.atomic():
        if not Upload.objects.select_for_update().filter(pk=upload.pk).values_list("pk", flat=True):
            raise CannotUpload(gone_upload())
        upload.save()


# ---- Lines ----


def nodes_of(read: RulesText) -> list[RuleNode]:
    """All entries and terms in their order; a place counts in this list."""
    return [*read.entries, *read.glossary]


def typed_of(node: RuleNode) -> Typed:
    """An entry as it is put into a field."""
    if node.kind in (Kind.SECTION, Kind.CHAPTER):
        return Typed(node.number, node.heading)
    lines = [with_marks(node.text, node.emphasis), *(with_marks(one.text, one.emphasis) for one in node.examples)]
    return Typed(node.number or node.heading, "\n".join(line for line in lines if line))


def correct(upload: Upload, typed: Mapping[str, Typed | None]) -> int:
    """Keep what was typed, by place; what is as the file has it is no correction, and None takes one back.

    How many entries differ now.
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
        raise CannotUpload(_("That is too much at once."))
    _kept(upload)
    return len(upload.corrections)


def corrections_of(upload: Upload) -> dict[str, Typed]:
    """What was typed, by place."""
    return {place: Typed(*one) for place, one in upload.corrections.items()}


def problem_of_name(name: str, kind: Kind) -> str:
    """Why what was typed as a number is none; empty where it is one, or the name of a term."""
    if kind is Kind.TERM:
        return "" if name else _("a term needs its name")
    return "" if number_in(name) else _("“%(name)s” is no rule number such as 201.3a") % {"name": name[:40]}


def node_of(typed: Typed, before: RuleNode | None) -> RuleNode:
    """An entry from what was typed for it; ``before`` is what the file has there."""
    number = number_in(typed.name)
    is_term = before is not None and before.kind is Kind.TERM
    kind = Kind.TERM if is_term or not number else kind_of(number)
    line = before.line if before else 0
    if kind in (Kind.SECTION, Kind.CHAPTER):
        return RuleNode(number, kind, passage(typed.text).text, "", (), line)
    lines = [line.strip() for line in typed.text.split("\n") if line.strip()]
    examples: tuple[Passage, ...] = tuple(passage(line) for line in lines if EXAMPLE.match(line))
    text, emphasis = passage("\n".join(line for line in lines if not EXAMPLE.match(line)))
    heading = typed.name if kind is Kind.TERM else ""
    return RuleNode("" if kind is Kind.TERM else number, kind, heading, text, examples, line, emphasis)


def corrected(read: RulesText, corrections: Mapping[str, Typed]) -> RulesText:
    """The text with all corrections, and an issue for each, so that everybody can see what was typed by hand."""
    if not corrections:
        return read
    kept: list[RuleNode] = []
    issues = list(read.issues)
    for at, node in enumerate(nodes_of(read)):
        typed = corrections.get(str(at))
        if typed is None:
            kept.append(node)
            continue
        was = node.number or node.heading
        if typed.skip:
            issues.append(Issue(node.line, (node.text or node.heading)[:200], f"{was}: left out by hand"))
        else:
            kept.append(node_of(typed, node))
            name = "" if typed.name == was else f", now {typed.name}"
            issues.append(Issue(node.line, (node.text or node.heading)[:200], f"{was}: corrected by hand{name}"))
    added = [
        node_of(one, None) for place, one in sorted(corrections.items()) if place.startswith(ADDED) and not one.skip
    ]
    issues += [Issue(0, node.text[:200], f"{node.number or node.heading}: added by hand") for node in added]
    entries = [node for node in (*kept, *added) if node.kind is not Kind.TERM]
    if added or any(node.number != old.number for node, old in zip(entries, read.entries, strict=False)):
        entries.sort(key=lambda node: sort_key(node.number))
    return dataclasses.replace(
        read,
        other=_beside(read, corrections),
        entries=tuple(entries),
        glossary=tuple(node for node in (*kept, *added) if node.kind is Kind.TERM),
        issues=tuple(sorted(issues)),
    )


def _beside(read: RulesText, corrections: Mapping[str, Typed]) -> RulesText | None:
    """The English of the file, without the terms that are left out: it goes term for term with the others."""
    other = read.other
    if other is None or len(other.glossary) != len(read.glossary):
        return other
    first = len(read.entries)
    left_out = {int(place) for place, one in corrections.items() if one.skip and place.isdecimal()}
    terms = tuple(term for at, term in enumerate(other.glossary, first) if at not in left_out)
    return dataclasses.replace(other, glossary=terms)


# ---- Import ----


def import_upload(upload: Upload, *, by: User, read: RulesText | None = None) -> ImportResult:
    """Import what the preview shows, and forget the upload. Raises NotRules; then everything is as it was.

    ``read`` is the text that was looked at: what another window typed since is not imported unseen.
    """
    read = read or corrected(read_upload(upload), corrections_of(upload))
    if problem := refused_in(read):
        raise NotRules(problem)
    # An address that somebody types is a name: those that the archive links to are learnt by fetching alone.
    with transaction.atomic():
        result = import_source(data_of(upload), name=upload.name, parsed=read, by=by)
        settle_notes()
        upload.delete()
    return result
