"""Import exchange files: store each text at its English wording, without overwriting newer texts."""

import secrets
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from django.utils.translation import gettext as _

from rulesbase.accounts.roles import ensure_language_roles
from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.store_text import WordingDraft, store_wordings, wording_draft
from rulesbase.core.database.write_lock import writing
from rulesbase.core.document_urls import named
from rulesbase.core.excerpts import opening
from rulesbase.core.grouping import grouped
from rulesbase.desk.action_log import log_row
from rulesbase.desk.bulk_actions import SUPERSEDED
from rulesbase.desk.new_revision import new_revision
from rulesbase.desk.run_checks import refuse
from rulesbase.engine.languages import detect
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.normalize import skeleton
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.export_file import current_places, units_of
from rulesbase.exchange.translation_units import HEADING, REVIEW, TEXT, ParsedFile, Unit
from rulesbase.lineage.followed_editions import followed_editions
from rulesbase.models import ActionLog, Entry, Example, TranslatedPlace, Translation, User, Wording

_Status, _Verb = Translation.Status, ActionLog.Verb
_VERBS = {
    _Status.APPROVED: _Verb.APPROVED,
    _Status.REVIEW: _Verb.SUBMITTED,
    _Status.DRAFT: _Verb.SAVED,
}


class NewText(NamedTuple):
    """A text to store for an English wording; ``there`` are its stored translations, oldest first."""

    draft: WordingDraft
    original: Wording
    unit: Unit
    there: Sequence[Translation]
    status: Translation.Status

    @property
    def before(self) -> Translation | None:
        """Return the text in use."""
        return _in_use(self.there)

    @property
    def superseded(self) -> dict[int, str]:
        """Return the keys of the texts that this one replaces, with their status: open ones, or the approved one too.

        Only one text per wording may be open, and one approved.
        """
        replaced = [_Status.DRAFT, _Status.REVIEW]
        if self.status == _Status.APPROVED:
            replaced.append(_Status.APPROVED)
        return {row.pk: row.status for row in self.there if row.status in replaced}


def store_texts(language: str, wanted: Sequence[NewText], name: str, batch: str, by: User | None) -> None:
    """Store texts of different wordings, each as the next revision, with its place and a log row."""
    wordings = store_wordings(one.draft for one in wanted)
    superseded = chain.from_iterable(one.superseded for one in wanted)
    Translation.objects.filter(pk__in=superseded).update(status=_Status.SUPERSEDED)
    rows = Translation.objects.bulk_create(
        new_revision(
            one.original.pk,
            language,
            wordings[one.draft.digest],
            one.status,
            newest=one.there[-1].revision if one.there else 0,
            based_on=one.before.pk if one.before else None,
            by=by,
            reason=f"exchange: {name}",
        )
        for one in wanted
    )
    _add_places(rows, wanted)
    ActionLog.objects.bulk_create(_log(row, one, name, batch) for row, one in zip(rows, wanted, strict=True))


def _add_places(rows: Iterable[Translation], wanted: Sequence[NewText]) -> None:
    """Link the new texts to the entries that they translate."""
    entries = _entries_for(wanted)
    examples = Example.objects.filter(entry__in=[entry for entry, _is_example in entries.values()])
    # The translator of an entry is expected to translate its examples too.
    with_examples = set(examples.values_list("entry_id", flat=True))
    places = []
    for row in rows:
        if row.original_id in entries:
            entry, is_example = entries[row.original_id]
            whole = entry in with_examples and not is_example
            places.append(TranslatedPlace(translation=row, entry_id=entry, is_example=is_example, with_examples=whole))
    TranslatedPlace.objects.bulk_create(places)


def _log(row: Translation, one: NewText, name: str, batch: str) -> ActionLog:
    place = f"{one.unit.number}@{one.unit.version}" if one.unit.number else one.unit.id
    before, old = (one.before.wording_id, one.before.status) if one.before else (None, "")
    details = {"file": name[:200], SUPERSEDED: one.superseded}
    verb = _VERBS[one.status]
    return log_row(verb, row, place, row.author, row.reason, before=before, old=old, batch=batch, details=details)


def _entries_for(wanted: Iterable[NewText]) -> dict[int, tuple[int, bool]]:
    """Return English wording -> (newest entry with it, whether as example); prefer the Rule named in the file."""
    rules = {one.original.pk: one.unit.rule for one in wanted}
    editions = followed_editions()
    entries = Entry.objects.filter(wording__in=list(rules), edition__in=editions)
    examples = Example.objects.filter(wording__in=list(rules), entry__edition__in=editions)
    fields = ("pk", "edition__version__date", "position", "rule__public_id")
    rows = [(wording, *rest, False) for wording, *rest in entries.values_list("wording", *fields)]
    of_examples = examples.values_list("wording", *(f"entry__{field}" for field in fields))
    rows += [(wording, *rest, True) for wording, *rest in of_examples]
    best: dict[int, tuple[tuple[object, ...], int, bool]] = {}
    for wording, entry, date, position, rule, example in rows:
        rank = (rule == rules[wording], not example, date, -position)
        if wording not in best or rank > best[wording][0]:
            best[wording] = rank, entry, example
    return {wording: (entry, example) for wording, (_, entry, example) in best.items()}


NEW, KNOWN, DRAFT, CONFLICT, REFUSED = "new", "known", "draft", "conflict", "refused"
# A message about a text that is stored.
DOUBTED = "doubted"
_CHUNK = 500
# The language of so few letters is not sure.
_FEW_LETTERS = 200
_PLACE_CHARACTERS = 60


class Slot(NamedTuple):
    """The units of one English wording."""

    units: tuple[Unit, ...]

    @property
    def first(self) -> Unit:
        """Return the first unit, which identifies the slot."""
        return self.units[0]

    def passage(self, field: str) -> Passage:
        """Return the translation of its heading or text, or an empty one."""
        return next((unit.target for unit in self.units if unit.field == field and unit.target), Passage(""))

    def draft(self, language: str) -> WordingDraft:
        """Return the translation as a wording, not stored."""
        return wording_draft(language, self.passage(HEADING).text, self.passage(TEXT))

    @property
    def shown(self) -> str:
        """Return the translation for a report: the text, or the heading without a text."""
        return self.passage(TEXT).text or self.passage(HEADING).text


class ImportRow(NamedTuple):
    """Result of one text: new, draft, known, conflict or refused; ``why`` is a message.

    ``ours`` is the stored text of a conflict.
    """

    place: str
    result: str
    why: str
    text: str = ""
    ours: str = ""


class ImportReport(NamedTuple):
    """Result of a file: counts, and the ``rows`` that have a message."""

    counts: dict[str, int]
    rows: list[ImportRow]


class _DryRun(Exception):
    """Roll back the transaction of a dry run."""


def import_parsed(
    parsed: ParsedFile, language: str, name: str, *, by: User | None = None, approve: bool = False, dry: bool = False
) -> ImportReport:
    """Store the translations of a file in one transaction; ``dry`` stores nothing.

    New texts get the status in review, or approved if the file says so and ``approve`` is set. Texts for an outdated
    English wording become drafts. Raises InvalidFile for a file of another language or without translations.
    """
    no_ids = not any(unit.digest for unit in parsed.units)
    stated = parsed.language or (_written_language(parsed, language) if parsed.kind == "csv" or no_ids else "")
    if not language or language == "en" or language_of(stated) != language:
        raise InvalidFile(
            _("The file has translations into “%(own)s”, not “%(language)s”. Choose a file in the right language.")
            % {"own": stated[:20] or "–", "language": language}
        )
    if not parsed.unknown_ids and not any(unit.target for unit in parsed.units):
        raise InvalidFile(_("The file has no translations. Add translations, then import the file again."))
    rows = [
        ImportRow(one, REFUSED, _("This text has no Rulesbase id, so it is not imported."))
        for one in parsed.unknown_ids
    ]
    batch = secrets.token_hex(8)
    with suppress(_DryRun), writing(translations_into=language):
        current = current_places(catalogue().latest)
        units: Sequence[Unit] = parsed.units
        if any(not unit.digest for unit in units):
            units, doubts = _matched(units, language)
            rows += doubts
        slots, repeated = _slots(units)
        rows += repeated
        for at in range(0, len(slots), _CHUNK):
            found, texts = _decide_all(slots[at : at + _CHUNK], language, current, approve=approve)
            store_texts(language, texts, name, batch, by)
            rows += found
        if any(row.result in (NEW, DRAFT) for row in rows):
            ensure_language_roles(language)
        if dry:
            raise _DryRun
    found_results = Counter(row.result for row in rows)
    counts = {result: found_results[result] for result in (NEW, DRAFT, KNOWN, CONFLICT, REFUSED)}
    return ImportReport(counts, [row for row in rows if row.why])


def _written_language(parsed: ParsedFile, wanted: str) -> str:
    """Return the language of the translations of a file that states none: ``wanted``, if no other one is sure.

    Few words say little: Japanese headings without kana look like Chinese ones.
    """
    words = "\n".join(unit.target.text for unit in parsed.units if unit.target)
    found = detect.language_of(words) if len(words) > _FEW_LETTERS else "en"
    # A text in an unknown language counts as English.
    return wanted if found == "en" else found


def language_of(written: str) -> str:
    """Return the language code of a file; tools often write ``fr-FR`` for ``fr``."""
    code = written.strip().replace("_", "-").lower()
    known = {one.lower(): one for one in Translation.objects.values_list("language", flat=True).distinct()}
    return known.get(code) or code.partition("-")[0][:8]


def _slots(units: Iterable[Unit]) -> tuple[list[Slot], list[ImportRow]]:
    """Group translated units by English wording; refuse a second, different text for one place."""
    by_digest: defaultdict[str, dict[str, Unit]] = defaultdict(dict)
    repeated: list[ImportRow] = []
    for unit in units:
        if unit.target is None:
            continue
        first = by_digest[unit.digest].setdefault(unit.field, unit)
        if first.target != unit.target:
            why = _("The file has two translations of this text. Only the first translation is used.")
            repeated.append(ImportRow(_place(unit), REFUSED, why))
    return [Slot(tuple(fields.values())) for fields in by_digest.values()], repeated


def _decide_all(
    slots: Sequence[Slot], language: str, current: Collection[int], *, approve: bool
) -> tuple[list[ImportRow], list[NewText]]:
    """Return the result of each slot, and the texts to store. Two queries."""
    originals = Wording.objects.filter(digest__in=[slot.first.digest for slot in slots], language="en")
    english = {row.digest: row for row in originals}
    existing = Translation.objects.filter(language=language, original__in=[row.pk for row in english.values()])
    revisions = existing.select_related("wording").order_by("revision")
    stored = grouped((one.original_id, one) for one in revisions)
    rows: list[ImportRow] = []
    wanted: list[NewText] = []
    for slot in slots:
        original = english.get(slot.first.digest)
        why = _refusal(slot, original)
        if why or original is None:
            rows.append(ImportRow(_place(slot.first), REFUSED, why, slot.shown))
            continue
        there, draft = stored[original.pk], slot.draft(language)
        row = _decide(slot, draft, there, fresh=original.pk in current)
        rows.append(row)
        if row.result in (NEW, DRAFT):
            approved = approve and slot.first.status == _Status.APPROVED
            status = _Status.APPROVED if approved else _Status.REVIEW if row.result == NEW else _Status.DRAFT
            wanted.append(NewText(draft, original, slot.first, there, status))
    return rows, wanted


def _refusal(slot: Slot, original: Wording | None) -> str:
    """Return why a text for an English wording cannot be stored, or ""."""
    if original is None:
        return _("This English text is not in Rulesbase, so its translation is not imported.")
    english = {HEADING: original.heading, TEXT: original.text}
    if any(skeleton(unit.source.text) != skeleton(english[unit.field]) for unit in slot.units):
        return _("The English text in the file differs from the English text with this id on this site.")
    heading, text = slot.passage(HEADING).text, slot.passage(TEXT).text
    if problem := refuse(heading) or refuse(text):
        return problem
    if len(heading) > 500:
        return _("The heading is too long. The maximum is 500 characters.")
    if {field for field, words in english.items() if words} != {unit.field for unit in slot.units}:
        return _(
            "Heading and text must be translated together, but the file has only one of them. Add the missing one."
        )
    return ""


def _decide(slot: Slot, draft: WordingDraft, there: list[Translation], *, fresh: bool) -> ImportRow:
    """Return the result for a text with the stored translations of its English wording, oldest first."""
    place, base = _place(slot.first), slot.first.revision
    in_use = _in_use(there)
    same = [row for row in there if row.wording.digest == draft.digest]
    if any(row is in_use or row.status == _Status.APPROVED or row.revision == base for row in same):
        # Already stored, or unchanged since the file was written.
        return ImportRow(place, KNOWN, "")
    # A file has the text that was in use when it was written, not one that was withdrawn before.
    if there and base not in (in_use.revision if in_use else 0, there[-1].revision):
        why = _("The translation was changed on this site after the export. The import does not replace it.")
        ours = (in_use or there[-1]).wording
        return ImportRow(place, CONFLICT, why, slot.shown, ours.text or ours.heading)
    if fresh:
        return ImportRow(place, NEW, "", slot.shown)
    why = _(
        "The English text in the file is no longer current. The import saves the translation as a draft for the "
        "older English text."
    )
    return ImportRow(place, DRAFT, why, slot.shown)


def _in_use(there: Sequence[Translation]) -> Translation | None:
    """Return the newest text that was not replaced or withdrawn, of texts in the order of their revisions."""
    return next((row for row in reversed(there) if row.status != _Status.SUPERSEDED), None)


def _place(unit: Unit) -> str:
    """Return the number and version of a unit; for one without id and number the first words of its English."""
    place = "@".join(part for part in (unit.number or unit.rule, unit.version) if part)
    return place or (unit.id if unit.digest else opening(unit.source.text, _PLACE_CHARACTERS))


# ---- Files without our ids ----

# The header of a PO file, which converters write as a text.
_HEADER = "Project-Id-Version:"


def _matched(units: Iterable[Unit], language: str) -> tuple[list[Unit], list[ImportRow]]:
    """Return the units with ids of ours, and a row for each without a match or with a doubtful one."""
    by_text: defaultdict[str, dict[tuple[str, str], Unit]] = defaultdict(dict)
    headings: dict[str, str] = {}
    for one in units_of(language):
        if one.field == HEADING:
            headings.setdefault(one.number, one.source.text)
        by_text[_folded_spaces(one.source.text)].setdefault((one.digest, one.field), one)
    found: list[Unit] = []
    doubts: list[ImportRow] = []
    for unit in units:
        if unit.digest:
            found.append(unit)
            continue
        if unit.target is None or unit.source.text.startswith(_HEADER):
            continue
        there = list(by_text.get(_folded_spaces(unit.source.text), {}).values())
        fitting = [one for one in there if one.number == unit.number] or there
        fitting = [one for one in fitting if one.version == unit.version] or fitting
        if not there:
            why = _("The English text in the file is not in Rulesbase.")
            doubts.append(ImportRow(_place(unit), REFUSED, why, unit.target.text))
            continue
        ours = fitting[0]
        if len(fitting) > 1:
            others = ", ".join(named(one.number, headings.get(one.number, one.number)) for one in fitting[:6])
            message = _("Several rules or terms have this English text (%(numbers)s). Only the first of them is used.")
            doubts.append(ImportRow(_place(ours), DOUBTED, message % {"numbers": others}))
        # Converters drop italics: an unchanged text keeps ours.
        same = ours.target is not None and ours.target.text == unit.target.text
        target = ours.target if same else unit.target
        revision = ours.revision if unit.revision is None and ours.status != REVIEW else unit.revision
        found.append(ours._replace(target=target, revision=revision, status=REVIEW, hint=None))
    return found, doubts


def _folded_spaces(text: str) -> str:
    return " ".join(text.split())
