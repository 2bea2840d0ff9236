"""Read what the translation editor shows: the English and its changes, earlier texts, neighbours."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition
from rulesbase.archive.entries import passage_of
from rulesbase.archive.link_targets import LinkTargets
from rulesbase.desk.actions import OPEN, outdated_open_texts
from rulesbase.desk.targets import TranslationTarget, cell_of
from rulesbase.engine.text.renumber import paired_numbers, renumber
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import ActionLog, Draft, Entry, ReviewComment, Translation, Wording
from rulesbase.reading.text_html import Links, paragraphs_html
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import EntryFreshness, Freshness, TranslatedText

_NEIGHBOURS = 2
Status = Translation.Status


class EnglishChange(NamedTuple):
    """A change of the English: the date of its version, and the text before and after."""

    date: datetime.date
    old: str
    new: str


class Neighbour(NamedTuple):
    """A neighbouring entry, its translation and how fresh that is.

    ``status`` is that of the translation if it is a draft or in review, else empty.
    """

    entry: Entry
    text: str
    state: Freshness
    status: str


class OtherLanguage(NamedTuple):
    """The approved translation of the same English into another language."""

    language: str
    heading: str
    html: SafeString


class FieldContent(NamedTuple):
    """The content of the form fields; ``is_older`` if it is the translation of an older English text."""

    heading: str
    text: str
    is_older: bool = False

    @classmethod
    def of(cls, wording: Wording) -> "FieldContent":
        """Return a wording as the fields have it."""
        return cls(wording.heading, marked(wording.text, wording.emphasis_spans))


class EditorData(NamedTuple):
    """All data that the editor shows of a text.

    ``translated`` is the translation that readers see, ``older`` the same if it was made for older English. ``rows``
    are the texts for the current English, newest first.
    """

    target: TranslationTarget
    cell: EntryFreshness | None
    translated: TranslatedText | None
    english: SafeString
    rows: tuple[Translation, ...]
    older: Translation | None
    steps: tuple[EnglishChange, ...]
    other_languages: tuple[OtherLanguage, ...]
    neighbours: tuple[Neighbour, ...]
    comments: tuple[ReviewComment, ...]
    outdated: Translation | None
    returned: ActionLog | None

    @property
    def newest(self) -> Translation | None:
        """Return the newest text of the slot."""
        return self.rows[0] if self.rows else None

    @property
    def approved(self) -> Translation | None:
        """Return the approved text of this English wording."""
        return next((row for row in self.rows if row.status == Status.APPROVED), None)

    @property
    def base(self) -> int:
        """Return the newest revision; 0 if there is none."""
        return self.rows[0].revision if self.rows else 0

    @property
    def shown(self) -> Wording | None:
        """Return the translation that readers see while a newer one is open: the approved one, else the older one."""
        row = self.approved or self.older
        return row.wording if row else None

    @property
    def waits(self) -> bool:
        """Return whether the newest text is in review."""
        return bool(self.rows) and self.rows[0].status == Status.REVIEW

    @property
    def is_open(self) -> bool:
        """Return whether the newest text is a draft or in review."""
        return bool(self.rows) and self.rows[0].status in OPEN

    @property
    def state(self) -> Freshness:
        """Return the freshness of the text."""
        return self.translated.state if self.translated else Freshness.MISSING


def editor_data(versions: Catalogue, target: TranslationTarget) -> EditorData:
    """Return the editor's data of a text.

    Seven queries; three more after translations changed, nine more after the English changed.
    """
    cell = cell_of(versions, target)
    translated = cell.text_at(target.part) if cell else None
    rows, older = _translations(target, translated)
    other_languages, neighbours = _context(versions, target)
    return EditorData(
        target,
        cell,
        translated,
        english=words_html(target, target.original, DEFAULT_LANGUAGE),
        rows=rows,
        older=older,
        steps=_english_changes(target, older.original, translated.made_for) if older and translated else (),
        other_languages=other_languages,
        neighbours=neighbours,
        comments=_comments((*rows, older) if older else rows),
        outdated=None if rows else next(iter(outdated_open_texts(target)), None),
        returned=_returned(rows[0]) if rows and rows[0].status == Status.DRAFT else None,
    )


def _comments(texts: Sequence[Translation]) -> tuple[ReviewComment, ...]:
    """Return the comments on some texts, open ones first. One query, or none."""
    rows = ReviewComment.objects.filter(translation__in=[text.pk for text in texts])
    return tuple(sorted(rows.select_related("author", "former", "translation"), key=lambda row: not row.is_open))


def _returned(newest: Translation) -> ActionLog | None:
    """Return the last return of a draft to its translator, if any, with the comment as reason. One query."""
    rows = ActionLog.objects.filter(translation=newest, verb=ActionLog.Verb.RETURNED)
    return rows.select_related("author", "former").order_by("-pk").first()


def _translations(
    target: TranslationTarget, translated: TranslatedText | None
) -> tuple[tuple[Translation, ...], Translation | None]:
    """Return the texts of the slot, newest first, and the text for older English that readers see. One query."""
    of_slot = Q(original=target.original, language=target.language)
    stale = translated is not None and translated.original not in (None, target.original.pk)
    found = Translation.objects.filter(of_slot | Q(pk=translated.translation) if translated and stale else of_slot)
    every = found.select_related("wording", "original", "author", "former").order_by("-revision")
    rows = tuple(row for row in every if row.original_id == target.original.pk)
    return rows, next((row for row in every if row.original_id != target.original.pk), None)


def words_html(target: TranslationTarget, wording: Wording, language: str) -> SafeString:
    """Return the HTML of a text with italics and symbols; references link to the newest version."""
    passage = passage_of(wording.text, wording.emphasis, wording.fold)
    text = target.version.shown_in(language) or CatalogueEdition(0, language, False, None, 0, 0, 0)
    targets = LinkTargets({ref.number: None for ref in passage.refs})
    return SafeString(paragraphs_html(passage, Links(target.version, text, None), targets))


def field_content(data: EditorData, draft: Draft | None) -> FieldContent:
    """Return the initial field content; a text that was sent back comes before what its translator typed earlier.

    What the reviewer typed who sent it back stays in the field.
    """
    returned = (
        data.returned is not None
        and draft is not None
        and draft.user_id != data.returned.author_id
        and draft.touched_at < data.returned.made_at
    )
    typed = draft if draft is not None and draft.saves and not returned else None
    older = (data.older.original, data.older.wording) if data.older else None
    return first_content(typed, data.newest, data.approved, data.state, older, data.target.original)


def first_content(
    draft: Draft | None,
    newest: Translation | None,
    approved: Translation | None,
    state: Freshness,
    older: tuple[Wording, Wording] | None,
    english: Wording,
) -> FieldContent:
    """Return the autosaved draft, else the newest text, else the older translation.

    ``older`` is an older English text with its translation, which gets the current rule numbers if the English differs
    in these only.
    """
    if draft is not None:
        return FieldContent(draft.heading, draft.text)
    row = newest if newest and newest.status != Status.SUPERSEDED else approved
    if row is not None:
        return FieldContent.of(row.wording)
    if older is None:
        return FieldContent("", "")
    older_english, own = older
    if state is not Freshness.REFERENCES:
        return FieldContent.of(own)._replace(is_older=True)
    new = renumber(own.text, paired_numbers(older_english.text, english.text), own.emphasis_spans)
    return FieldContent(own.heading, marked(new.text, new.emphasis), is_older=True)


def _english_changes(
    target: TranslationTarget, original: Wording, made_for: datetime.date | None
) -> tuple[EnglishChange, ...]:
    """Return the changes of a Rule's English since the version of a translation; none for an example. One query."""
    if made_for is None or target.part:
        return ()
    entries = Entry.objects.filter(
        rule=target.entry.rule,
        edition__language=DEFAULT_LANGUAGE,
        edition__version__date__range=(made_for, target.version.date),
    ).select_related("edition__version", "wording")
    changes: list[EnglishChange] = []
    last = original
    for entry in entries.order_by("edition__version__date", "position"):
        date = entry.edition.version.date if entry.edition else made_for
        if date > made_for and entry.wording_id != last.pk:
            changes.append(EnglishChange(date, last.words, entry.wording.words))
        last = entry.wording
    return tuple(changes)


def _context(versions: Catalogue, target: TranslationTarget) -> tuple[tuple[OtherLanguage, ...], tuple[Neighbour, ...]]:
    """Return the text in other languages, and the neighbours in this one. Two queries."""
    shown = _entries_beside(target.entry)
    of_chapter = freshness(versions, target.version, target.language, target.entry.chapter)
    cells = {one.pk: of_chapter[one.pk].text for one in shown if one.pk in of_chapter}
    here = Q(original=target.original)
    shown_here = Q(pk__in=[one.translation for one in cells.values() if one.translation])
    open_here = Q(original__in=[one.english for one in cells.values()], language=target.language, status__in=OPEN)
    made = Translation.objects.filter(here | shown_here | open_here)
    made = made.exclude(status=Status.SUPERSEDED).select_related("wording")
    texts = {(row.original_id, row.language): row.wording for row in made if row.status == Status.APPROVED}
    other_languages = tuple(
        OtherLanguage(language, wording.heading, words_html(target, wording, language))
        for (original, language), wording in sorted(texts.items(), key=lambda item: item[0][1])
        if original == target.original.pk and language != target.language
    )
    wordings = {row.wording_id: row.wording for row in made}
    waiting = {row.original_id: row for row in made if row.language == target.language and row.status in OPEN}
    neighbours = tuple(_neighbour(one, cells.get(one.pk), wordings, waiting) for one in shown)
    return other_languages, neighbours


def _entries_beside(entry: Entry) -> list[Entry]:
    """Return the entries of the same chapter before and after an entry. One query."""
    at = entry.position
    near = Entry.objects.filter(edition=entry.edition_id, chapter=entry.chapter, position__range=(at - 8, at + 8))
    rows = list(near.exclude(rule=None).select_related("rule", "wording").order_by("position"))
    before, after = [one for one in rows if one.position < at], [one for one in rows if one.position > at]
    return [*before[-_NEIGHBOURS:], *after[:_NEIGHBOURS]]


def _neighbour(
    entry: Entry, own: TranslatedText | None, wordings: Mapping[int, Wording], waiting: Mapping[int, Translation]
) -> Neighbour:
    newer = waiting.get(own.english) if own else None
    wording = newer.wording if newer else wordings.get(own.wording or 0) if own else None
    state = own.state if own and not newer else Freshness.MISSING
    status = newer.get_status_display() if newer else ""
    return Neighbour(entry, wording.words if wording else "", state, status)
