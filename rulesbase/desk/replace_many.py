"""Replace words in many translations at once: find the texts, show what would change, and store the chosen ones.

``undo_batch`` undoes a replacement.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import gettext as _

from rulesbase.accounts.roles import EDIT
from rulesbase.archive.catalogue import catalogue
from rulesbase.archive.store_text import wording_draft
from rulesbase.core.content_version import english_key
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.desk.action_log import log_row
from rulesbase.desk.bulk_actions import REPLACED, SUPERSEDES, BulkResult, revisions_of, store_revisions
from rulesbase.desk.queue_params import QueueParams, version_of
from rulesbase.desk.queues import Plan, QueueItem, plan_of
from rulesbase.desk.rights import require_reason, require_role
from rulesbase.desk.rows import EntryName, entry_names, listed_items
from rulesbase.desk.targets import place_in_log
from rulesbase.engine.nodes import Passage
from rulesbase.engine.text.typed_markup import moved, text_problems
from rulesbase.models import ActionLog, TranslatedPlace, Translation, User
from rulesbase.translations.check_messages import finding_message
from rulesbase.translations.failed_checks import errors_in

Status, Verb = Translation.Status, ActionLog.Verb


class FoundText(NamedTuple):
    """An approved translation with the words to find."""

    item: QueueItem
    entry: EntryName
    row: Translation


class ChangedText(NamedTuple):
    """A found translation with its new heading and text; ``problems`` are messages of checks that only these fail."""

    item: QueueItem
    entry: EntryName
    row: Translation
    heading: str
    text: Passage
    problems: tuple[str, ...]


def found_texts(plan: Plan, params: QueueParams, find: str) -> list[FoundText]:
    """Return the approved translations of the current English that have ``find``, in order. Four queries.

    Texts with an open newer one are left out.
    """
    if not find:
        return []
    by_translation: dict[int, QueueItem] = {}
    for item in listed_items(plan, params):
        one = item.text
        if one.translation and one.original == one.english:
            by_translation.setdefault(one.translation, item)
    rows = Translation.objects.approved_in(plan.language).select_related("wording", "original")
    rows = rows.filter(wording__text__contains=find) | rows.filter(wording__heading__contains=find)
    busy = set(Translation.objects.open_in(plan.language).values_list("original", flat=True))
    places = {
        row: by_translation[row.pk]
        for row in rows
        # SQLite ignores the case of ASCII letters in a query.
        if row.pk in by_translation and row.original_id not in busy and find in row.wording.words
    }
    entries = entry_names(places.values())
    found = [
        FoundText(item, entries[item.cell.entry], row) for row, item in places.items() if item.cell.entry in entries
    ]
    return sorted(found, key=lambda one: (one.item.place, one.item.part))


def changed_texts(language: str, found: Iterable[FoundText], find: str, instead: str) -> list[ChangedText]:
    """Return found translations with the words replaced, and what the checks find in them."""
    key = english_key()
    changed = []
    for item, entry, row in found:
        old = row.wording
        heading = old.heading.replace(find, instead)
        text = moved(Passage(old.text, old.emphasis_spans), old.text.replace(find, instead))
        english = row.original.heading, row.original.text
        before = {one.code for one in errors_in(key, language, *english, old.heading, old.text)}
        after = errors_in(key, language, *english, heading, text.text)
        problems = tuple(finding_message(one) for one in after if one.code not in before)
        changed.append(ChangedText(item, entry, row, heading, text, problems))
    return changed


def replace_many(
    language: str, by: User, find: str, instead: str, reason: str, chosen: Collection[int], params: QueueParams
) -> BulkResult:
    """Replace words in the translations whose keys are ``chosen``. Raises Refused.

    The new texts are approved, or wait for review with FOUR_EYES. Skip texts that would fail a check, and those that
    have changed since they were chosen.
    """
    require_role(by, EDIT, language)
    require_reason(reason)
    if not chosen:
        raise Refused(_("Select at least one text."))
    if text_problems(instead):
        raise Refused(
            _("The replacement contains characters or markup that are not allowed. Type it again as plain text.")
        )
    with writing(translations_into=language):
        versions = catalogue()
        plan = plan_of(versions, language, checks=False, version=version_of(versions, params))
        if plan is None:
            raise Refused(_("No version of the rules has been imported yet."))
        found = (one for one in found_texts(plan, params, find) if one.row.pk in chosen)
        there = changed_texts(language, found, find, instead)
        todo = [one for one in there if not one.problems]
        if not todo:
            raise Refused(
                _(
                    "No text was changed: each text has changed since the preview or fails a check. Open the preview "
                    "again."
                )
            )
        batch = _store_changed_texts(plan, todo, by, reason, [find[:200], instead[:200]])
    failed = dict.fromkeys(one.item.cell.number for one in there if one.problems)
    return BulkResult(batch, len(todo), tuple(failed), len(chosen) - len(there))


def _store_changed_texts(plan: Plan, todo: Iterable[ChangedText], by: User, reason: str, words: Sequence[str]) -> str:
    """Store the new texts with their log rows; return the batch number. ``words`` are those before and after."""
    language = plan.language
    batch = secrets.token_hex(8)
    status, verb = (Status.REVIEW, Verb.SUBMITTED) if settings.FOUR_EYES else (Status.APPROVED, Verb.APPROVED)
    changed = {one.row.original_id: one for one in todo}
    before = {original: one.row.pk for original, one in changed.items()}
    if status == Status.APPROVED:
        Translation.objects.filter(pk__in=before.values()).update(status=Status.SUPERSEDED)
    revisions, _taken = revisions_of(language, before)
    texts = {original: wording_draft(language, one.heading, one.text) for original, one in changed.items()}
    made = store_revisions(texts, status, revisions, before, by, reason)
    _copy_places(made)
    logs = []
    for row in made:
        one = changed[row.original_id]
        place = place_in_log(one.item.cell.number, plan.version, one.item.part)
        details = {REPLACED: words, SUPERSEDES: one.row.pk}
        logs.append(log_row(verb, row, place, by, reason, before=one.row.wording_id, batch=batch, details=details))
    ActionLog.objects.bulk_create(logs)
    return batch


def _copy_places(made: Iterable[Translation]) -> None:
    """Link new texts to the entries of the texts that they are based on."""
    by_old = {row.based_on_id: row for row in made}
    places = TranslatedPlace.objects.filter(translation__in=by_old, entry__edition__isnull=False)
    rows = places.values_list("translation", "entry", "is_example", "with_examples").distinct()
    TranslatedPlace.objects.bulk_create(
        TranslatedPlace(translation=by_old[old], entry_id=entry, is_example=example, with_examples=whole)
        for old, entry, example, whole in rows
    )
