"""Approve translations again whose English changed only in typography, wording or references.

One text or a whole queue. The rows of a queue share a batch number in the log, by which they can be undone together.
One text has none: it can be withdrawn.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion, catalogue
from rulesbase.archive.store_text import WordingDraft, store_wordings, wording_draft
from rulesbase.core.content_version import english_key
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.desk.action_log import log_row
from rulesbase.desk.new_revision import new_revision
from rulesbase.desk.queue_params import QueueParams, version_of
from rulesbase.desk.queues import QueueItem, unfinished_parts
from rulesbase.desk.rights import require_reason, require_right, require_role
from rulesbase.desk.targets import TranslationTarget, cell_of, place_in_log
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.renumber import paired_numbers, renumber
from rulesbase.models import ActionLog, TranslatedPlace, Translation, User, Wording
from rulesbase.translations.failed_checks import errors_in
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Freshness, TranslatedText
from rulesbase.translations.shown_translation import update_shown

Status, Verb = Translation.Status, ActionLog.Verb
VERBS = {Freshness.REFERENCES: Verb.ADOPTED, Freshness.TYPOGRAPHY: Verb.CONFIRMED, Freshness.WORDING: Verb.CONFIRMED}
# Keys in the details of a replacement: the words before and after, and the key of the translation that it supersedes.
REPLACED, SUPERSEDES = "replaced", "before"
# Key in the details of an imported translation: the keys of those that it superseded, with their status.
SUPERSEDED = "superseded"


class BulkResult(NamedTuple):
    """Result of a bulk action: its batch number, how many texts it changed, and the numbers of those it skipped.

    ``changed_since`` counts the chosen texts of a replacement that are not those of the preview any more.
    """

    batch: str
    texts: int
    left: tuple[str, ...] = ()
    changed_since: int = 0


def bulk_approve(
    language: str,
    state: Freshness,
    by: User,
    reason: str,
    numbers: Collection[str] | None = None,
    params: QueueParams | None = None,
    texts: Collection[str] | None = None,
) -> BulkResult:
    """Approve all texts of a version that are in a ``state`` of VERBS, or some of them. Raises Refused.

    ``numbers`` choose rules with their examples, ``texts`` single texts by their ``QueueItem.number_and_part``. Skip
    slots with an open text, texts whose rule numbers do not pair with those of the English, and texts that fail a
    check.
    """
    require_role(by, EDIT, language)
    require_reason(reason)
    with writing(translations_into=language):
        versions = catalogue()
        version = version_of(versions, params or QueueParams())
        if version is None:
            raise Refused(_("No version of the rules has been imported yet."))
        every = freshness(versions, version, language).values()
        cells = [cell for cell in every if numbers is None or cell.number in numbers]
        items = (QueueItem(cell, part) for cell in cells for part in unfinished_parts(cell))
        items = (item for item in items if texts is None or item.number_and_part in texts)
        chosen = [item for item in items if item.text.state is state]
        return _approve_items(language, state, version, chosen, by, reason, secrets.token_hex(8))


def undoable_rows(language: str, batch: str) -> QuerySet[ActionLog]:
    """Return the log rows of a bulk action whose texts are still the newest: ``undo_batch`` withdraws these.

    Imported texts that were approved or returned since are left out.
    """
    newest = Q(translation__status__in=(Status.APPROVED, Status.REVIEW)) & ~Q(details__has_key=SUPERSEDED)
    imported = Q(translation__status=F("new_status"), details__has_key=SUPERSEDED)
    return _rows_of_batch(language, batch).filter(newest | imported)


def _rows_of_batch(language: str, batch: str) -> QuerySet[ActionLog]:
    """Return the log rows of a bulk approval, a replacement or an import of translations; none of an undo."""
    keys = Q(details__has_key=REPLACED) | Q(details__has_key=SUPERSEDED)
    rows = ActionLog.objects.filter(Q(verb__in=VERBS.values()) | keys)
    return rows.filter(batch=batch, language=language) if batch else rows.none()


def undo_batch(language: str, batch: str, by: User, reason: str) -> BulkResult:
    """Withdraw the texts that a bulk action stored and that are still the newest; show those before again.

    Raises Refused.
    """
    require_role(by, EDIT, language)
    require_reason(reason)
    with writing(translations_into=language):
        rows = list(undoable_rows(language, batch).select_related("translation"))
        if not rows and _rows_of_batch(language, batch).exists():
            raise Refused(
                _("Nothing is left to undo: this was undone already, or its texts were changed or approved since.")
            )
        if not rows:
            raise Refused(
                _("Only bulk approvals, replacements of words and imports of translations can be undone here.")
            )
        number, details = secrets.token_hex(8), {"taken back": batch}
        superseded: dict[int, str] = {}
        logs: list[ActionLog] = []
        texts = [(row, row.translation) for row in rows if row.translation]
        for row, text in texts:
            old, text.status = text.status, Status.SUPERSEDED
            if old == Status.APPROVED and SUPERSEDES in row.details:
                superseded[row.details[SUPERSEDES]] = Status.APPROVED
            superseded |= {int(pk): status for pk, status in row.details.get(SUPERSEDED, {}).items()}
            logs.append(log_row(Verb.WITHDRAWN, text, row.place, by, reason, old=old, batch=number, details=details))
        Translation.objects.bulk_update([text for _, text in texts], ["status"])
        _restore(language, superseded)
        ActionLog.objects.bulk_create(logs)
        update_shown({text.original_id for _, text in texts}, language)
    return BulkResult(number, len(texts))


def _restore(language: str, statuses: Mapping[int, str]) -> None:
    """Give superseded texts of curators their status again; a draft or text in review only if there is no newer one."""
    has_open = set(Translation.objects.open_in(language).values_list("original", flat=True))
    # ``update_shown`` restores imported texts.
    superseded = Translation.objects.filter(status=Status.SUPERSEDED, origin=Translation.Origin.CURATOR)
    texts = [
        text
        for text in superseded.filter(pk__in=statuses)
        if statuses[text.pk] == Status.APPROVED or text.original_id not in has_open
    ]
    for text in texts:
        text.status = statuses[text.pk]
    Translation.objects.bulk_update(texts, ["status"])


def approve_one(versions: Catalogue, target: TranslationTarget, verb: str, by: User, reason: str) -> None:
    """Approve a translation as it is (``Verb.CONFIRMED``), or with the numbers of the English now (``Verb.ADOPTED``).

    Raises Refused if the text is in another state or somebody works on it.
    """
    require_right(by, "adopt" if verb == Verb.ADOPTED else "keep", target.language)
    with writing(translations_into=target.language):
        cell = cell_of(versions, target)
        item = QueueItem(cell, target.part) if cell else None
        if item is None or VERBS.get(item.text.state) != verb:
            raise Refused(_("The status of this text has changed. Check the text again."))
        done = _approve_items(target.language, item.text.state, target.version, [item], by, reason, "")
        if not done.texts:
            raise Refused(
                _(
                    "The text was not approved. It has a newer draft, is waiting for review, has numbers that differ "
                    "from the English, or fails a check."
                )
            )


def _approve_items(
    language: str,
    state: Freshness,
    version: CatalogueVersion,
    items: Sequence[QueueItem],
    by: User,
    reason: str,
    batch: str,
) -> BulkResult:
    """Approve the translations of texts for their current English."""
    # One English wording may have several entries: it is translated once.
    by_text = {item.text.english: item for item in reversed(items)}
    revisions, taken = revisions_of(language, by_text)
    key = english_key()
    texts = Wording.objects.in_bulk({pk for item in by_text.values() for pk in item.text.wordings})
    drafts: dict[int, WordingDraft] = {}
    left: list[str] = []
    for original, item in by_text.items():
        new = None if original in taken else _new_wording(item.text, state, texts)
        english = texts[original]
        if new is None or errors_in(key, language, english.heading, english.text, new.heading, new.text):
            left.append(item.cell.number)
        else:
            drafts[original] = new
    based_on = {original: item.text.translation for original, item in by_text.items()}
    made = store_revisions(drafts, Status.APPROVED, revisions, based_on, by, reason)
    _add_places(made, items)
    logs = []
    for row in made:
        item = by_text[row.original_id]
        place = place_in_log(item.cell.number, version, item.part)
        logs.append(log_row(VERBS[state], row, place, by, reason, before=item.text.wording, batch=batch))
    ActionLog.objects.bulk_create(logs)
    # In the order of the rules.
    return BulkResult(batch, len(made), tuple(dict.fromkeys(reversed(left))))


def store_revisions(
    texts: Mapping[int, WordingDraft],
    status: str,
    newest: Mapping[int, int],
    based_on: Mapping[int, int | None],
    by: User,
    reason: str,
) -> list[Translation]:
    """Store texts by their English as the next revisions after ``newest``. Three queries, however many texts."""
    stored = store_wordings(texts.values())
    return Translation.objects.bulk_create(
        new_revision(
            original,
            new.language,
            stored[new.digest],
            status,
            newest=newest.get(original, 0),
            based_on=based_on[original],
            by=by,
            reason=reason,
        )
        for original, new in texts.items()
    )


def revisions_of(language: str, originals: Collection[int]) -> tuple[dict[int, int], set[int]]:
    """Return the newest revision of each slot, and the slots with an open or approved text."""
    revisions: dict[int, int] = {}
    taken: set[int] = set()
    rows = Translation.objects.filter(language=language, original__in=originals).order_by("revision")
    for original, revision, status in rows.values_list("original_id", "revision", "status"):
        revisions[original] = revision
        if status != Status.SUPERSEDED:
            taken.add(original)
    return revisions, taken


def _new_wording(one: TranslatedText, state: Freshness, texts: dict[int, Wording]) -> WordingDraft | None:
    """Return the translation for the new English; None if its numbers cannot be replaced."""
    old = texts[one.wording or 0]
    if VERBS[state] == Verb.CONFIRMED:
        return WordingDraft(old.digest, old.language, old.heading, old.text, old.emphasis)
    numbers = paired_numbers(texts[one.original or 0].text, texts[one.english].text)
    new = renumber(old.text, numbers, old.emphasis_spans)
    if not new.was:
        return None
    return wording_draft(old.language, old.heading, Passage(new.text, new.emphasis))


def _add_places(made: Iterable[Translation], items: Iterable[QueueItem]) -> None:
    """Link the new rows to every entry and example that has the English wording."""
    rows = {row.original_id: row for row in made}
    TranslatedPlace.objects.bulk_create(
        TranslatedPlace(
            translation=rows[item.text.english],
            entry_id=item.cell.entry,
            is_example=item.part > 0,
            with_examples=item.cell.has_examples and not item.part,
        )
        for item in items
        if item.text.english in rows
    )
