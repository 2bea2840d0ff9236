"""Read what the translation editor shows: the English and its changes, earlier texts, neighbours."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition
from rulesbase.archive.entries import Lead, passage_of
from rulesbase.desk.actions import OPEN, outdated_open_texts
from rulesbase.desk.targets import TranslationTarget, carried_of, cell_of
from rulesbase.engine.text.renumber import paired_numbers, renumber
from rulesbase.engine.text.typed_markup import MarkedText, marked
from rulesbase.models import ActionLog, Draft, Entry, ReviewComment, Translation, Wording
from rulesbase.reading.text_html import Links, paragraphs_html
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Cell, Freshness, TranslatedText

_NEIGHBOURS = 2
Status = Translation.Status


class EnglishChange(NamedTuple):
    """A change of the English: the date of its version, and the text before and after."""

    date: datetime.date
    old: str
    new: str


class Neighbour(NamedTuple):
    """A neighbouring entry: its number and Rule, the English, its translation and how fresh that is.

    ``status`` is that of the translation if it is a draft or in review, else empty.
    """

    number: str
    public_id: str
    english: str
    text: str
    state: Freshness
    status: str


class OtherLanguage(NamedTuple):
    """The approved translation of the same English into another language."""

    language: str
    heading: str
    html: SafeString


class Returned(NamedTuple):
    """A text that a reviewer sent back: the reviewer's name, the comment and the time."""

    name: str
    comment: str
    at: datetime.datetime


class FieldContent(NamedTuple):
    """The content of the form fields and its origin (draft, newest, older, sent or nothing)."""

    heading: str
    text: str
    origin: str


class EditorData(NamedTuple):
    """All data that the editor shows of a text."""

    target: TranslationTarget
    cell: Cell | None
    carried: TranslatedText | None
    english: SafeString
    rows: tuple[Translation, ...]
    older: Wording | None
    older_english: Wording | None
    steps: tuple[EnglishChange, ...]
    other_languages: tuple[OtherLanguage, ...]
    neighbours: tuple[Neighbour, ...]
    examples: tuple[int, int]
    comments: tuple[ReviewComment, ...]
    outdated: Translation | None
    returned: Returned | None = None

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
        return self.approved.wording if self.approved else self.older

    @property
    def waits(self) -> bool:
        """Return whether the newest text is in review."""
        return bool(self.rows) and self.rows[0].status == Status.REVIEW

    @property
    def is_open(self) -> bool:
        """Return whether the newest text is a draft or in review."""
        return bool(self.rows) and self.rows[0].status in (Status.DRAFT, Status.REVIEW)

    @property
    def state(self) -> Freshness:
        """Return the freshness of the text."""
        return self.carried.state if self.carried else Freshness.MISSING


def editor_data(versions: Catalogue, target: TranslationTarget) -> EditorData:
    """Return the editor's data of a text.

    Seven queries; three more after translations changed, nine more after the English changed.
    """
    cell, carried = cell_of(versions, target), carried_of(versions, target)
    rows, older = _translations(target, carried)
    made_for = carried.made_for if carried else None
    wordings = _english_wordings(target) if older and made_for and not target.part else []
    return EditorData(
        target,
        cell,
        carried,
        words_html(target, target.original, DEFAULT_LANGUAGE),
        rows,
        older.wording if older else None,
        older.original if older else None,
        _steps(wordings, older.original, made_for) if older and made_for else (),
        *_context(versions, target),
        _comments((*rows, older) if older else rows),
        None if rows else next(iter(outdated_open_texts(target)), None),
        _returned(rows[0]) if rows and rows[0].status == Status.DRAFT else None,
    )


def _comments(texts: Sequence[Translation]) -> tuple[ReviewComment, ...]:
    """Return the comments on some texts, open ones first. One query, or none."""
    if not texts:
        return ()
    rows = ReviewComment.objects.filter(translation__in=[text.pk for text in texts])
    return tuple(sorted(rows.select_related("author", "former", "translation"), key=lambda row: not row.is_open))


def _returned(newest: Translation) -> Returned | None:
    """Return who sent a draft back, if anybody did. One query."""
    rows = ActionLog.objects.filter(translation=newest, verb=ActionLog.Verb.RETURNED).select_related("author", "former")
    row = rows.order_by("-pk").first()
    return Returned(row.author_name, row.reason, row.made_at) if row else None


def _translations(
    target: TranslationTarget, carried: TranslatedText | None
) -> tuple[tuple[Translation, ...], Translation | None]:
    """Return the texts of the slot, newest first, and the text for older English that readers see. One query."""
    of_slot = Q(original=target.original, language=target.language)
    stale = carried is not None and carried.original not in (None, target.original.pk)
    found = Translation.objects.filter(of_slot | Q(pk=carried.translation) if carried and stale else of_slot)
    every = found.select_related("wording", "original", "author", "former").order_by("-revision")
    rows = tuple(row for row in every if row.original_id == target.original.pk)
    return rows, next((row for row in every if row.original_id != target.original.pk), None)


def words_html(target: TranslationTarget, wording: Wording, language: str) -> SafeString:
    """Return the HTML of a text with italics and symbols; references link to the newest version."""
    passage = passage_of(wording.text, wording.emphasis, wording.fold)
    text = target.version.shown_in(language) or CatalogueEdition(0, language, False, None, 0, 0, 0)
    lead = Lead({ref.number: None for ref in passage.refs}, {})
    return SafeString(paragraphs_html(passage, Links(target.version, text, None), lead))


def field_content(data: EditorData, draft: Draft | None) -> FieldContent:
    """Return the initial field content; a text that was sent back comes before what its translator typed earlier."""
    returned = data.returned is not None and draft is not None and draft.touched_at < data.returned.at
    typed = draft if draft is not None and draft.saves and not returned else None
    english = data.target.original.text
    return first_content(typed, data.newest, data.approved, data.state, data.older, data.older_english, english)


def first_content(
    draft: Draft | None,
    newest: Translation | None,
    approved: Translation | None,
    state: Freshness,
    older: Wording | None,
    older_english: Wording | None,
    english: str,
) -> FieldContent:
    """Return the autosaved draft, else the newest text, else the older translation.

    The older one gets the current rule numbers if the English differs in these only.
    """
    if draft is not None:
        return FieldContent(draft.heading, draft.text, "draft")
    row = newest if newest and newest.status != Status.SUPERSEDED else approved
    if row is not None:
        return FieldContent(row.wording.heading, marked(row.wording.text, row.wording.emphasis_spans), "newest")
    if older is None:
        return FieldContent("", "", "nothing")
    text = MarkedText(older.text, older.emphasis_spans)
    if state is Freshness.REFERENCES and older_english is not None:
        new = renumber(older.text, paired_numbers(older_english.text, english), older.emphasis_spans)
        text = MarkedText(new.text, new.emphasis)
    return FieldContent(older.heading, marked(text.text, text.emphasis), "older")


# ---- Changes of the English ----


def _english_wordings(target: TranslationTarget) -> list[tuple[datetime.date, int, str]]:
    """Return date, wording key and text of the Rule's English in each version. One query."""
    entries = Entry.objects.filter(rule=target.entry.rule, edition__language=DEFAULT_LANGUAGE)
    fields = ("edition__version__date", "wording_id", "wording__heading", "wording__text")
    rows = entries.order_by("edition__version__date", "position").values_list(*fields)
    return [
        (date, wording, "\n".join(filter(None, texts)))
        for date, wording, *texts in rows
        if date and date <= target.version.date
    ]


def _steps(
    wordings: Sequence[tuple[datetime.date, int, str]], original: Wording, made_for: datetime.date
) -> tuple[EnglishChange, ...]:
    """Return the changes of the English since the version that a translation was made for."""
    steps: list[EnglishChange] = []
    last, old = original.pk, original.words
    for date, wording, new in wordings:
        if date > made_for and wording != last:
            steps.append(EnglishChange(date, old, new))
        if date >= made_for:
            last, old = wording, new
    return tuple(steps)


# ---- Context ----


def _context(
    versions: Catalogue, target: TranslationTarget
) -> tuple[tuple[OtherLanguage, ...], tuple[Neighbour, ...], tuple[int, int]]:
    """Return the text in other languages, the neighbours in this one, and how many examples exist and are
    translated. Two queries."""
    entries = Entry.objects.filter(edition=target.entry.edition_id, chapter=target.entry.chapter)
    at = target.entry.position
    near = entries.filter(position__gt=at - 9, position__lt=at + 9).exclude(rule=None).order_by("position")
    fields = ("position", "number", "rule__public_id", "pk", "wording__heading", "wording__text")
    rows = list(near.values_list(*fields))
    at_row = next((index for index, row in enumerate(rows) if row[0] == at), 0)
    shown = [*rows[max(0, at_row - _NEIGHBOURS) : at_row], *rows[at_row + 1 : at_row + 1 + _NEIGHBOURS]]
    examples = [example.pk for example in target.examples]
    sheet = freshness(versions, target.version, target.language, target.entry.chapter)
    cells = {row[3]: sheet.cells[row[3]].text for row in shown if row[3] in sheet.cells} if sheet else {}
    here = Q(original__in=[target.original.pk, *examples])
    shown_here = Q(pk__in=[one.translation for one in cells.values() if one.translation])
    open_here = Q(original__in=[one.english for one in cells.values()], language=target.language, status__in=OPEN)
    made = Translation.objects.filter(here | shown_here | open_here)
    made = made.exclude(status=Status.SUPERSEDED).select_related("wording")
    texts = {(row.original_id, row.language): row.wording for row in made if row.status == Status.APPROVED}
    done = {row.original_id for row in made if row.language == target.language}
    other_languages = tuple(
        OtherLanguage(language, wording.heading, words_html(target, wording, language))
        for (original, language), wording in sorted(texts.items(), key=lambda item: item[0][1])
        if original == target.original.pk and language != target.language
    )
    wordings = {row.wording_id: row.wording for row in made}
    waiting = {row.original_id: row for row in made if row.language == target.language and row.status in OPEN}
    neighbours = tuple(_neighbour(row, cells.get(row[3]), wordings, waiting) for row in shown)
    return other_languages, neighbours, (len(examples), sum(pk in done for pk in examples))


def _neighbour(
    row: tuple[int, str, str, int, str, str],
    own: TranslatedText | None,
    wordings: Mapping[int, Wording],
    waiting: Mapping[int, Translation],
) -> Neighbour:
    _, number, public_id, _, heading, text = row
    newer = waiting.get(own.english) if own else None
    wording = newer.wording if newer else wordings.get(own.wording or 0) if own else None
    state = own.state if own and not newer else Freshness.MISSING
    status = newer.get_status_display() if newer else ""
    return Neighbour(number, public_id, heading or text, wording.words if wording else "", state, status)
