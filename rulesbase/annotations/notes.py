"""Notes and marked words: create, change and delete them, and find the words in newer texts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.annotations.rule_texts import RuleInVersion, entry_plain_text, rules_in_version
from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.archive.entries import EntryText
from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.document_urls import by_document, document_prefix, entry_url, in_document
from rulesbase.core.errors import Refused
from rulesbase.engine.text.anchoring import PhraseContext, PhraseMatch, context_of, find_phrase, within
from rulesbase.engine.text.document_numbers import shown_number
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.typed_markup import visible_text
from rulesbase.models import Edition, Entry, RuleNote, User, Wording
from rulesbase.models.annotations import LONGEST_NOTE, LONGEST_PHRASE

MOST_NOTES = 2000


class EditConflict(Exception):
    """Another window has changed a row meanwhile; ``row`` has the stored values."""

    def __init__(self, row: Any) -> None:
        super().__init__(row.public_id)
        self.row = row


def store_change(row: Any, revision: int, fields: Mapping[str, object], **more: object) -> None:
    """Store ``fields`` and ``more`` of a row if it still has this revision, else raise EditConflict.

    The same values again are no conflict.
    """
    rows = type(row).objects.filter(pk=row.pk, revision=revision)
    changed = rows.update(**fields, **more, revision=F("revision") + 1)
    row.refresh_from_db()
    if not changed and any(getattr(row, name) != value for name, value in fields.items()):
        raise EditConflict(row)


def clean(typed: str, most: int, field: str = "") -> str:
    """Return a text without hidden characters. Raises Refused if it is too long."""
    text = visible_text(typed)
    if len(text) > most:
        message = _("The text is too long: %(count)s characters. The maximum is %(most)s.")
        raise Refused(message % {"most": most, "count": len(text)}, field)
    return text


def entry_text_in(versions: Catalogue, version: CatalogueVersion, entry: Entry, language: str) -> EntryText | None:
    """Return the text of an entry in a language, as its page shows it."""
    found = rules_in_version(versions, version, [entry.rule_id or 0], language).rules.get(entry.rule_id or 0)
    return found.texts.get(language) if found else None


def save_note(
    versions: Catalogue, user: User, entry: Entry, *, language: str, phrase: str, start: int | None, note: str
) -> RuleNote:
    """Store a note or marked words near ``start``. Raises Refused. The same marked words are stored once."""
    note = clean(note, LONGEST_NOTE, "note")
    phrase = " ".join(clean(phrase, 10 * LONGEST_PHRASE, "phrase").split())
    if not note and not phrase:
        raise Refused(_("Select some text, or write a note."), "note")
    if len(phrase) > LONGEST_PHRASE:
        message = _("The highlighted text is too long. The maximum is %(most)s characters.")
        raise Refused(message % {"most": LONGEST_PHRASE}, "phrase")
    # Entries of `entry_named` have an edition.
    version = versions.find(str(cast("Edition", entry.edition).version.date))
    line = entry_text_in(versions, version, entry, language)
    row = RuleNote(user=user, rule=entry.rule, number=entry.number, day=version.date, language=language, note=note)
    row.wording = _wording_of(line, version, entry) if line else None
    if phrase:
        _place(entry_plain_text(line) if line else "", row, phrase, start)
    with transaction.atomic():
        lock_user(user)
        return _stored(row)


def _stored(row: RuleNote) -> RuleNote:
    """Store a new note, or return the same marked words without a note. Raises Refused."""
    mine = RuleNote.objects.filter(user=row.user)
    if row.phrase and not row.note:
        known = mine.filter(rule=row.rule, language=row.language, phrase=row.phrase, start=row.start).first()
        if known:
            return known
    if mine.count() >= MOST_NOTES:
        message = ngettext(
            "You have %(most)s note, the maximum. Delete one first.",
            "You have %(most)s notes, the maximum. Delete one first.",
            MOST_NOTES,
        )
        raise Refused(message % {"most": MOST_NOTES})
    row.save()
    return row


def _wording_of(line: EntryText, version: CatalogueVersion, entry: Entry) -> Wording | None:
    """Return the wording of the text that was shown: that of the entry, of a translation or of a fallback."""
    if line.edition == version.main.pk:
        return entry.wording
    return Wording.objects.filter(fold=line.passage.fold, text=line.passage.text).first()


def _place(text: str, row: RuleNote, phrase: str, wanted: int | None) -> None:
    """Find the words to mark in a text, nearest to the wanted position. Raises Refused."""
    places = within(text, phrase, row.language)
    if not places:
        message = _(
            "The text of %(number)s in this version does not contain “%(words)s”. Copy the words from the text."
        )
        raise Refused(message % {"number": row.number, "words": phrase[:80]}, "phrase")
    start, end = min(places, key=lambda place: abs(place[0] - wanted)) if wanted is not None else places[0]
    around = context_of(text, start, end)
    row.phrase, row.start = text[start:end][:LONGEST_PHRASE], start
    row.before, row.after = around.before, around.after


def change_note(user: User, public_id: str, typed: str, revision: int) -> None:
    """Change the text of a note. Raises Refused, RuleNote.DoesNotExist, and EditConflict."""
    row = RuleNote.objects.get(user=user, public_id=public_id)
    note = clean(typed, LONGEST_NOTE, "note")
    if not note and not row.phrase:
        raise Refused(_("The note is empty. Delete it if you no longer need it."), "note")
    store_change(row, revision, {"note": note}, changed_at=timezone.now())


def delete_note(user: User, public_id: str, revision: int) -> None:
    """Delete a note. Raises RuleNote.DoesNotExist and EditConflict."""
    mine = RuleNote.objects.filter(user=user, public_id=public_id)
    deleted, _each = mine.filter(revision=revision).delete()
    if not deleted:
        raise EditConflict(mine.get())


# ---- In newer texts ----


class CurrentNote(NamedTuple):
    """A note in a version. ``state`` is same, near (reworded a little), gone (the words), changed (the text of a note
    on the whole rule) or ended (the rule is not in the version).

    ``phrase_now`` is the phrase now, ``text`` the whole text; ``old_text`` is the text that the note was made on.
    """

    note: RuleNote
    standing: RuleInVersion | None
    state: str
    phrase_now: str
    old_text: str
    text: str
    position: int
    href: str
    document: str

    @property
    def number(self) -> str:
        """Return the number of the rule now, or its last one, with the document: ``MTR 3.9``."""
        number = self.standing.line.number if self.standing else self.note.number
        # A section without a number is named by its heading.
        return self.document + (shown_number(number) if self.document and self.standing else number)

    @property
    def name(self) -> str:
        """Return the name of a term, else the number."""
        return self.standing.line.heading if self.standing and self.standing.is_term else self.number

    @property
    def was(self) -> str:
        """Return the number under which the note was made, if it is another one now."""
        return self.note.number if self.standing and self.standing.line.number != self.note.number else ""

    @property
    def differs(self) -> bool:
        """Return whether to show the old text beside the new one."""
        return self.state in ("near", "gone", "changed") and bool(self.old_text and self.text)


def find_in(note: RuleNote, text: str) -> PhraseMatch | None:
    """Return where the words of a note are in a text now."""
    return find_phrase(text, note.phrase, PhraseContext(note.before, note.after, note.start), note.language)


def in_newest_versions(notes: Sequence[RuleNote]) -> list[CurrentNote]:
    """Return notes in the version in force of their document, as `as_of` does, document by document."""
    found: list[CurrentNote] = []
    for document, some in by_document(notes).items():
        with in_document(document):
            versions = catalogue()
            found += as_of(versions, versions.latest, some) if versions.latest else []
    return found


def as_of(versions: Catalogue, version: CatalogueVersion, notes: Sequence[RuleNote]) -> list[CurrentNote]:
    """Return notes in a version of the active document, in its order; those without a rule come last."""
    found: list[CurrentNote] = []
    for language in sorted({note.language for note in notes}):
        some = [note for note in notes if note.language == language]
        standing = rules_in_version(versions, version, {note.rule_id or 0 for note in some}, language).rules
        found += [_now(version, note, standing.get(note.rule_id or 0)) for note in some]
    return sorted(found, key=lambda now: (now.standing is None, now.position, now.note.start, now.note.pk))


def _now(version: CatalogueVersion, note: RuleNote, standing: RuleInVersion | None) -> CurrentNote:
    old = note.wording.text if note.wording else ""
    if standing is None:
        address = entry_url(note.day, note.number)
        return CurrentNote(note, None, "ended", "", old, "", 0, address, document_prefix())
    line = standing.texts.get(note.language)
    text = line.passage.text if line else ""
    state, phrase_now = "same", note.phrase
    if note.phrase:
        whole = entry_plain_text(line) if line else ""
        found = find_in(note, whole)
        state = "gone" if found is None else "same" if found.same else "near"
        phrase_now = whole[found.start : found.end] if found else ""
    elif old and fold(old) != fold(text):
        state = "changed"
    lang = note.language if note.language != DEFAULT_LANGUAGE else ""
    href = entry_url(version, standing.line.number, lang=lang)
    href += f"#m-{note.public_id}" if state in ("same", "near") and note.phrase else ""
    return CurrentNote(note, standing, state, phrase_now, old, text, standing.line.position, href, document_prefix())


def matching_notes(notes: Iterable[CurrentNote], question: str) -> list[CurrentNote]:
    """Return the notes that have all words of a search in their note, marked words, number or heading."""
    words = fold(question).casefold().split()
    return [now for now in notes if all(word in _searched_text(now) for word in words)]


def _searched_text(now: CurrentNote) -> str:
    heading = now.standing.line.heading if now.standing else ""
    words = (now.note.note, now.note.phrase, now.phrase_now, now.number, now.note.number, heading)
    return fold(" ".join(words)).casefold()
