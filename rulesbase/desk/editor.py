"""What the editor of a translation shows beside the field: the English and its changes, old texts, neighbours."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q
from django.utils.safestring import SafeString

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueEdition
from rulesbase.archive.entries import Lead, passage_of
from rulesbase.desk.actions import overtaken
from rulesbase.desk.targets import Spot, carried_of, cell_of
from rulesbase.engine.text.renumber import paired_numbers, renumbered
from rulesbase.engine.text.typed_markup import marked
from rulesbase.models import Draft, Entry, ReviewComment, Translation, Wording
from rulesbase.reading.text_html import Links, paragraphs_html
from rulesbase.translations.freshness_types import Carried, Cell, Freshness

_NEIGHBOURS = 2
Status = Translation.Status


class Step(NamedTuple):
    """A change of the English: the version that brought it, and the words before and after."""

    date: datetime.date
    old: str
    new: str


class Beside(NamedTuple):
    """A text near by: its number and Rule, the English, and what stands for it in the language."""

    number: str
    public_id: str
    english: str
    text: str


class Tongue(NamedTuple):
    """What another language says for the same English."""

    language: str
    html: SafeString


class Field(NamedTuple):
    """What stands in the fields: the words, and where they come from (draft, newest, older or nothing)."""

    heading: str
    text: str
    origin: str


class Sheet(NamedTuple):
    """All that is shown of a text at the desk."""

    spot: Spot
    cell: Cell | None
    carried: Carried | None
    english: SafeString
    rows: tuple[Translation, ...]
    older: Wording | None
    older_english: Wording | None
    steps: tuple[Step, ...]
    tongues: tuple[Tongue, ...]
    neighbours: tuple[Beside, ...]
    examples: tuple[int, int]
    comments: tuple[ReviewComment, ...]
    overtaken: Translation | None

    @property
    def newest(self) -> Translation | None:
        """The newest text of the slot."""
        return self.rows[0] if self.rows else None

    @property
    def approved(self) -> Translation | None:
        """What readers see for this very English."""
        return next((row for row in self.rows if row.status == Status.APPROVED), None)

    @property
    def base(self) -> int:
        """The revision from which work starts."""
        return self.rows[0].revision if self.rows else 0

    @property
    def waits(self) -> bool:
        """Whether the newest text waits for review."""
        return bool(self.rows) and self.rows[0].status == Status.REVIEW

    @property
    def is_open(self) -> bool:
        """Whether the newest text is a draft or in review."""
        return bool(self.rows) and self.rows[0].status in (Status.DRAFT, Status.REVIEW)

    @property
    def state(self) -> Freshness:
        """How fresh the text is."""
        return self.carried.state if self.carried else Freshness.MISSING


def sheet_of(versions: Catalogue, spot: Spot) -> Sheet:
    """What is shown of a text. Seven queries, three more after translations changed, and nine after the English."""
    cell, carried = cell_of(versions, spot), carried_of(versions, spot)
    rows, older = _translations(spot, carried)
    made_for = carried.made_for if carried else None
    trail = _trail(spot) if older and made_for and not spot.part else []
    return Sheet(
        spot,
        cell,
        carried,
        words_html(versions, spot, spot.original, DEFAULT_LANGUAGE),
        rows,
        older.wording if older else None,
        older.original if older else None,
        _steps(trail, older.original, made_for) if older and made_for else (),
        *_around(versions, spot),
        tuple(ReviewComment.objects.filter(translation__in=[row.pk for row in rows]).select_related("author", "former"))
        if rows
        else (),
        None if rows else next(iter(overtaken(spot)), None),
    )


def _translations(spot: Spot, carried: Carried | None) -> tuple[tuple[Translation, ...], Translation | None]:
    """The texts of the slot, newest first, and the one for older English that readers see. One query."""
    of_slot = Q(original=spot.original, language=spot.language)
    stale = carried is not None and carried.original not in (None, spot.original.pk)
    found = Translation.objects.filter(of_slot | Q(pk=carried.translation) if carried and stale else of_slot)
    every = found.select_related("wording", "original", "author", "former").order_by("-revision")
    rows = tuple(row for row in every if row.original_id == spot.original.pk)
    return rows, next((row for row in every if row.original_id != spot.original.pk), None)


def words(wording: Wording) -> str:
    """Heading and text."""
    return _joined(wording.heading, wording.text)


def _joined(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def words_html(versions: Catalogue, spot: Spot, wording: Wording, language: str) -> SafeString:
    """A text with its italics and symbols, its references leading to the newest version."""
    passage = passage_of(wording.text, wording.emphasis, wording.fold)
    text = spot.version.shown_in(language) or CatalogueEdition(0, language, False, None, 0, 0, 0)
    lead = Lead({ref.number: None for ref in passage.refs}, {})
    return SafeString(paragraphs_html(passage, Links(spot.version, text, None), lead))


def field_of(sheet: Sheet, draft: Draft | None) -> Field:
    """What the fields begin with: what was typed, else the newest text, else the older translation."""
    if draft is not None and draft.saves:
        return Field(draft.heading, draft.text, "draft")
    newest = sheet.newest if sheet.newest and sheet.newest.status != Status.SUPERSEDED else sheet.approved
    if newest is not None:
        return Field(newest.wording.heading, marked(newest.wording.text, newest.wording.emphasis_spans), "newest")
    if sheet.older is None:
        return Field("", "", "nothing")
    return Field(sheet.older.heading, _renumbered(sheet), "older")


def _renumbered(sheet: Sheet) -> str:
    """The older translation, with the numbers that the English has now where it differs in those alone."""
    older, english = sheet.older, sheet.older_english
    assert older is not None
    if sheet.state is Freshness.REFERENCES and english is not None:
        new = renumbered(older.text, paired_numbers(english.text, sheet.spot.original.text), older.emphasis_spans)
        return marked(new.text, new.emphasis)
    return marked(older.text, older.emphasis_spans)


# ---- How the English got here ----


def _trail(spot: Spot) -> list[tuple[datetime.date, int, str]]:
    """The English wordings of the Rule by version, with their words. One query."""
    entries = Entry.objects.filter(rule=spot.entry.rule, edition__language=DEFAULT_LANGUAGE)
    fields = ("edition__version__date", "wording_id", "wording__heading", "wording__text")
    rows = entries.order_by("edition__version__date", "position").values_list(*fields)
    return [(date, wording, _joined(*texts)) for date, wording, *texts in rows if date and date <= spot.version.date]


def _steps(
    trail: Sequence[tuple[datetime.date, int, str]], original: Wording, made_for: datetime.date
) -> tuple[Step, ...]:
    """Every change of the English from the version of a translation on."""
    steps: list[Step] = []
    last, old = original.pk, words(original)
    for date, wording, new in trail:
        if date > made_for and wording != last:
            steps.append(Step(date, old, new))
        if date >= made_for:
            last, old = wording, new
    return tuple(steps)


# ---- What stands around it ----


def _around(versions: Catalogue, spot: Spot) -> tuple[tuple[Tongue, ...], tuple[Beside, ...], tuple[int, int]]:
    """The same text in other languages, the neighbours in this one, and how many examples there are and are
    translated. Two queries."""
    entries = Entry.objects.filter(edition=spot.entry.edition_id, chapter=spot.entry.chapter)
    at = spot.entry.position
    near = entries.filter(position__gt=at - 9, position__lt=at + 9).exclude(rule=None).order_by("position")
    fields = ("position", "number", "rule__public_id", "wording_id", "wording__heading", "wording__text")
    rows = list(near.values_list(*fields))
    here = next((index for index, row in enumerate(rows) if row[0] == at), 0)
    shown = [*rows[max(0, here - _NEIGHBOURS) : here], *rows[here + 1 : here + 1 + _NEIGHBOURS]]
    examples = [example.pk for example in spot.examples]
    made = Translation.objects.filter(original__in=[spot.original.pk, *examples, *(row[3] for row in shown)])
    made = made.exclude(status=Status.SUPERSEDED).select_related("wording")
    texts = {(row.original_id, row.language): row.wording for row in made if row.status == Status.APPROVED}
    done = {row.original_id for row in made if row.language == spot.language}
    tongues = tuple(
        Tongue(language, words_html(versions, spot, wording, language))
        for (original, language), wording in sorted(texts.items(), key=lambda item: item[0][1])
        if original == spot.original.pk and language != spot.language
    )
    beside = tuple(_beside(row, texts, spot.language) for row in shown)
    return tongues, beside, (len(examples), sum(pk in done for pk in examples))


def _beside(row: tuple[int, str, str, int, str, str], texts: dict[tuple[int, str], Wording], language: str) -> Beside:
    _, number, public_id, wording, heading, text = row
    own = texts.get((wording, language))
    return Beside(number, public_id, heading or text, words(own) if own else "")
