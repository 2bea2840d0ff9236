"""What would become of an upload: which entry binds to which rule, what does not and why. Nothing is stored."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT, may
from rulesbase.core.content_version import content_stamp
from rulesbase.core.errors import message_text, refusal_text
from rulesbase.engine.nodes import Kind, NotRules, RuleNode, RulesText
from rulesbase.engine.parsing.safety import LONGEST, refused_around, why_refused
from rulesbase.engine.translation.align import Part, bind
from rulesbase.imports.known_files import KnownOtherwise, known_source
from rulesbase.imports.uploads import (
    ADDED,
    NotReadNow,
    Typed,
    corrected,
    corrections_of,
    gone_upload,
    node_of,
    nodes_of,
    problem_of_name,
    read_upload,
    typed_of,
)
from rulesbase.models import Edition, Rule, Source, Upload, User
from rulesbase.translations.alignment import ENGLISH, Stored, stored_entries
from rulesbase.translations.choose_english import english_of

BOUND, DOUBT, UNBOUND, SKIPPED, REFUSED, PLAIN = "bound", "doubt", "unbound", "skipped", "refused", "plain"
# What a person should look at.
TO_LOOK_AT = (REFUSED, UNBOUND, DOUBT, SKIPPED)


class Line(NamedTuple):
    """An entry of the preview. ``place`` names its fields; ``english`` is the text it would be a translation of."""

    place: str
    line: int
    typed: Typed
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
    """An upload as it would be imported, or why it cannot be (``refusal``)."""

    refusal: str
    read: RulesText | None = None
    english: Edition | None = None
    stated: bool = False
    lines: Sequence[Line] = ()
    known: Source | None = None
    edition: Edition | None = None

    def count(self, state: str) -> int:
        """How many lines are in a state."""
        return sum(line.state == state for line in self.lines)

    @property
    def blocked(self) -> int:
        """How many lines stand in the way of the import."""
        return self.count(REFUSED)

    @property
    def to_look_at(self) -> list[Line]:
        """Lines that are not simply bound."""
        return [line for line in self.lines if line.state in TO_LOOK_AT or line.corrected]


def preview(upload: Upload) -> Preview:
    """Look at an upload. One query while neither it nor the content has changed: its pages are turned one by one."""
    try:
        found = _previewed(upload.pk, upload.touched_at, content_stamp(), get_language())
    except NotReadNow as refusal:
        # Not remembered: the next look tries again.
        return Preview(str(refusal))
    problem = _of_others(found.read, upload.user) if found.read and found.read.other else ""
    return Preview(problem) if problem else found


def _of_others(read: RulesText, owner: User) -> str:
    """Why what a file holds in a second language is not its owner's to import; English only stands beside the text."""
    other = read.other
    if other is None or other.language == ENGLISH or may(owner, EDIT, other.language):
        return ""
    told = _("The file also holds a text in a language that you may not import (%(code)s): leave it out.")
    return told % {"code": other.language}


@lru_cache(maxsize=4)
def _previewed(pk: int, touched_at: datetime.datetime, stamp: str, interface: str | None) -> Preview:
    del touched_at, stamp, interface  # only part of the key
    upload = Upload.objects.filter(pk=pk).first()
    if upload is None:
        return Preview(gone_upload())
    try:
        read = read_upload(upload)
    except NotReadNow:
        raise
    except NotRules as refusal:
        return Preview(refusal_text(refusal))
    typed = corrections_of(upload)
    wanted = _wanted(read, typed)
    whole = corrected(read, typed)
    try:
        known = known_source(upload.sha256, whole.language)
    except KnownOtherwise as refusal:
        return Preview(refusal_text(refusal), known=refusal.source)
    if problem := refused_around(whole):
        return Preview(message_text(problem))
    edition = None
    if whole.date:
        here = Edition.objects.filter(version__date=whole.date, language=whole.language)
        edition = here.select_related("version", "text_source").first()
    if whole.language == ENGLISH:
        lines = [_line(one, (), PLAIN) for one in wanted]
        return Preview("", whole, None, True, lines, known, edition)
    parts = _parts(read, wanted)
    english, stated, _fit = english_of(whole, [part for part in parts if part])
    theirs = stored_entries(edition=english) if english else []
    return Preview("", whole, english, stated, _bound(wanted, parts, theirs), known, edition)


class _Wanted(NamedTuple):
    place: str
    typed: Typed
    before: RuleNode | None
    node: RuleNode
    corrected: bool


def _wanted(read: RulesText, typed: Mapping[str, Typed]) -> list[_Wanted]:
    """Every entry with what is to become of it."""
    found: list[_Wanted] = []
    for at, node in enumerate(nodes_of(read)):
        mine = typed.get(str(at))
        if mine and mine.skip and not mine.name:
            mine = typed_of(node)._replace(skip=True)
        found.append(_Wanted(str(at), mine or typed_of(node), node, node_of(mine, node) if mine else node, bool(mine)))
    added = sorted((key, one) for key, one in typed.items() if key.startswith(ADDED))
    return found + [_Wanted(place, one, None, node_of(one, None), True) for place, one in added]


def _parts(read: RulesText, wanted: Sequence[_Wanted]) -> list[Part | None]:
    """The entries as binding sees them; the line of each is its position, so that what is said of it is found."""
    names = iter([node.heading for node in read.other.glossary] if read.other else [])
    parts: list[Part | None] = []
    for at, one in enumerate(wanted):
        node = one.node
        name = next(names, "") if one.before is not None and one.before.kind is Kind.TERM else ""
        if _trouble(one) or one.typed.skip:
            parts.append(None)
            continue
        examples = tuple(example.text for example in node.examples)
        parts.append(Part(node.number, node.kind, node.heading, node.text, examples, at, name))
    return parts


def _trouble(one: _Wanted) -> str:
    """Why an entry stands in the way of the import."""
    if one.typed.skip:
        return ""
    kind = one.before.kind if one.before else one.node.kind
    if one.corrected and (problem := problem_of_name(one.typed.name, kind)):
        return problem
    texts = (one.node.heading, one.node.text, *(example.text for example in one.node.examples))
    return next((message_text(reason) for text in texts if (reason := why_refused(text))), "")


def _bound(wanted: Sequence[_Wanted], parts: Sequence[Part | None], theirs: Sequence[Stored]) -> list[Line]:
    own = [part for part in parts if part]
    found = bind(own, [one.part for one in theirs])
    problems, doubts = _by_line(found.problems), _by_line(found.doubts)
    pairs = {own[pair.own].line: theirs[pair.english] for pair in found.pairs}
    rules = dict(
        Rule.objects.filter(pk__in={one.rule for one in pairs.values() if one.rule}).values_list("pk", "public_id")
    )
    at_number = {one.part.number: one for one in theirs if one.part.number}
    lines: list[Line] = []
    for at, one in enumerate(wanted):
        english = pairs.get(at)
        message_text = (*problems[at], *doubts[at])
        if not english:
            reasons = message_text if theirs else ("there is no English edition to bind it to",)
            line = _line(one, reasons, UNBOUND)
            # What the English has there shows why it does not fit.
            there = at_number.get(one.node.number)
        else:
            line, there = _line(one, message_text, DOUBT if message_text else BOUND), english
        if there:
            number, text = there.part.number or there.part.heading, there.part.text or there.part.heading
            line = line._replace(number=number, english=text, rule=rules.get(there.rule or 0, ""))
        lines.append(line)
    return lines


def _by_line(issues: Sequence[tuple[int, str, str]]) -> defaultdict[int, list[str]]:
    found: defaultdict[int, list[str]] = defaultdict(list)
    for line, _text, problem in issues:
        found[line].append(problem)
    return found


def _line(one: _Wanted, reasons: tuple[str, ...], state: str) -> Line:
    if trouble := _trouble(one):
        state, reasons = REFUSED, (trouble,)
    elif one.typed.skip:
        state, reasons = SKIPPED, ()
    line = one.before.line if one.before else 0
    return Line(one.place, line, one.typed, one.node.kind, state, reasons, one.corrected)
