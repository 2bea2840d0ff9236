"""Preview of an upload: how its entries align with English rules, and which do not and why. Stores nothing."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, may
from rulesbase.core.content_version import ContentStamp, content_stamp
from rulesbase.core.errors import message_text, refusal_text
from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import document_active
from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import Kind, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.refused_texts import LONGEST, refusal_around_entries, refusal_of_text
from rulesbase.engine.translation.align import AlignmentEntry, align_entries
from rulesbase.imports.known_files import KnownInOtherLanguage, known_source
from rulesbase.imports.uploads import (
    ADDED,
    NotReadNow,
    TypedEntry,
    apply_typed,
    corrections_of,
    no_upload_message,
    node_of,
    nodes_of,
    problem_of_name,
    read_upload,
    typed_of,
)
from rulesbase.models import Edition, Rule, Source, Upload
from rulesbase.translations.alignment import ENGLISH, StoredEntry, stored_entries
from rulesbase.translations.choose_english import english_for_parsed

STATES = BOUND, DOUBT, UNBOUND, SKIPPED, REFUSED, PLAIN = "bound", "doubt", "unbound", "skipped", "refused", "plain"
# States to check by a person.
TO_LOOK_AT = (REFUSED, UNBOUND, DOUBT, SKIPPED)


class PreviewLine(NamedTuple):
    """An entry of the preview. ``place`` identifies its form fields; ``english`` is the text that it translates."""

    place: str
    line: int
    typed: TypedEntry
    kind: Kind
    state: str
    reasons: tuple[str, ...]
    corrected: bool
    number: str = ""
    english: str = ""
    rule: str = ""

    @property
    def too_long(self) -> bool:
        """Whether the text is too long for a field."""
        return len(self.typed.text) > LONGEST


class Preview(NamedTuple):
    """The result that an import would have, or the reason of its refusal."""

    refusal: str
    read: RulesText | None = None
    english: Edition | None = None
    stated: bool = False
    lines: Sequence[PreviewLine] = ()
    known: Source | None = None
    edition: Edition | None = None

    @property
    def counts(self) -> dict[str, int]:
        """The number of lines in each state."""
        counts = Counter(line.state for line in self.lines)
        return {state: counts[state] for state in STATES}

    @property
    def to_look_at(self) -> list[PreviewLine]:
        """Lines that a person should check."""
        return [line for line in self.lines if line.state in TO_LOOK_AT or line.corrected]


def preview(upload: Upload) -> Preview:
    """Return the preview of an upload. One query while it and the content are unchanged."""
    try:
        found = _cached_preview(upload.pk, upload.touched_at, content_stamp(), get_language())
    except NotReadNow as refusal:
        # Not cached: the next request tries again.
        return Preview(str(refusal))
    other = found.read.other if found.read else None
    # English beside a translation needs no right.
    if other is None or other.language == ENGLISH or may(upload.user, EDIT, other.language):
        return found
    message = _(
        "The file also has text in a language that you are not allowed to import (%(code)s). Remove that "
        "text from the file."
    )
    return Preview(message % {"code": other.language})


@lru_cache(maxsize=4)
def _cached_preview(pk: int, _touched_at: datetime.datetime, _stamp: ContentStamp, _interface: str | None) -> Preview:
    upload = Upload.objects.filter(pk=pk).first()
    if upload is None:
        return Preview(no_upload_message())
    try:
        read = read_upload(upload)
    except NotReadNow:
        raise
    except NotRules as refusal:
        return Preview(refusal_text(refusal))
    with document_active(read.document):
        return _preview_of(upload, read)


def _preview_of(upload: Upload, read: RulesText) -> Preview:
    """Return the preview of a file that was read, in its document."""
    typed = corrections_of(upload)
    wanted = _preview_entries(read, typed)
    whole = apply_typed(read, typed)
    try:
        known = known_source(upload.sha256, whole.language)
    except KnownInOtherLanguage as refusal:
        return Preview(refusal_text(refusal), known=refusal.source)
    if problem := refusal_around_entries(whole):
        return Preview(message_text(problem))
    edition = None
    if whole.date:
        here = Edition.objects.filter(version__date=whole.date, language=whole.language)
        edition = here.select_related("version", "text_source").first()
    if whole.language == ENGLISH:
        lines = [_line(one, (), PLAIN) for one in wanted]
        return Preview("", whole, None, True, lines, known, edition)
    parts = _parts(read, wanted)
    english, stated, _fit = english_for_parsed(whole, [part for part in parts if part])
    theirs = stored_entries(edition=english) if english else []
    return Preview("", whole, english, stated, _aligned_lines(wanted, parts, theirs), known, edition)


class _PreviewEntry(NamedTuple):
    place: str
    typed: TypedEntry
    before: RuleNode | None
    node: RuleNode
    corrected: bool


def _preview_entries(read: RulesText, typed: Mapping[str, TypedEntry]) -> list[_PreviewEntry]:
    """Return all entries with their typed corrections."""
    found: list[_PreviewEntry] = []
    for at, node in enumerate(nodes_of(read)):
        mine = typed.get(str(at))
        if mine and mine.skip and not mine.name:
            mine = typed_of(node)._replace(skip=True)
        found.append(
            _PreviewEntry(str(at), mine or typed_of(node), node, node_of(mine, node) if mine else node, bool(mine))
        )
    added = sorted((key, one) for key, one in typed.items() if key.startswith(ADDED))
    return found + [_PreviewEntry(place, one, None, node_of(one, None), True) for place, one in added]


def _parts(read: RulesText, wanted: Sequence[_PreviewEntry]) -> list[AlignmentEntry | None]:
    """Return the entries as input of the alignment; ``line`` is the position, to find the problems of each."""
    names = iter([node.heading for node in read.other.glossary] if read.other else [])
    parts: list[AlignmentEntry | None] = []
    for at, one in enumerate(wanted):
        node = one.node
        name = next(names, "") if one.before is not None and one.before.kind is Kind.TERM else ""
        if _problem(one) or one.typed.skip:
            parts.append(None)
            continue
        examples = tuple(example.text for example in node.examples)
        parts.append(AlignmentEntry(node.number, node.kind, node.heading, node.text, examples, at, name))
    return parts


def _problem(one: _PreviewEntry) -> str:
    """Return why an entry blocks the import, or ""."""
    if one.typed.skip:
        return ""
    kind = one.before.kind if one.before else one.node.kind
    if one.corrected and (problem := problem_of_name(one.typed.name, kind)):
        return problem
    texts = (one.node.heading, one.node.text, *(example.text for example in one.node.examples))
    return next((message_text(reason) for text in texts if (reason := refusal_of_text(text))), "")


def _aligned_lines(
    wanted: Sequence[_PreviewEntry], parts: Sequence[AlignmentEntry | None], theirs: Sequence[StoredEntry]
) -> list[PreviewLine]:
    own = [part for part in parts if part]
    found = align_entries(own, [one.part for one in theirs])
    issues = grouped((place, problem) for place, _text, problem in (*found.problems, *found.doubts))
    pairs = {own[pair.own].line: theirs[pair.english] for pair in found.pairs}
    rules = dict(
        Rule.objects.filter(pk__in={one.rule for one in pairs.values() if one.rule}).values_list("pk", "public_id")
    )
    at_number = {one.part.number: one for one in theirs if one.part.number}
    lines: list[PreviewLine] = []
    for at, one in enumerate(wanted):
        english, reasons = pairs.get(at), tuple(issues[at])
        if english:
            line = _line(one, reasons, DOUBT if reasons else BOUND)
        else:
            line = _line(one, reasons if theirs else (Problem.NO_ENGLISH,), UNBOUND)
        # Without a match the English at this number explains the failure.
        if there := english or at_number.get(one.node.number):
            number, text = there.part.number or there.part.heading, there.part.text or there.part.heading
            line = line._replace(number=number, english=text, rule=rules.get(there.rule or 0, ""))
        lines.append(line)
    return lines


def _line(one: _PreviewEntry, reasons: tuple[str, ...], state: str) -> PreviewLine:
    if trouble := _problem(one):
        state, reasons = REFUSED, (trouble,)
    elif one.typed.skip:
        state, reasons = SKIPPED, ()
    line = one.before.line if one.before else 0
    return PreviewLine(one.place, line, one.typed, one.node.kind, state, reasons, one.corrected)
