"""Make questions and decks from the texts of a version. The data of users stays."""

import hashlib
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_noop

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.archive.entries import passage_of
from rulesbase.archive.link_targets import LinkTargets, link_targets_of
from rulesbase.core.database.bulk_update import update_rows
from rulesbase.engine.documents import COMPREHENSIVE_RULES, active_document
from rulesbase.engine.questions.draft_question import DraftQuestion
from rulesbase.engine.questions.generate import drafts
from rulesbase.engine.text.numbers import sort_key
from rulesbase.models import Question
from rulesbase.study.decks.generated import fill_decks
from rulesbase.study.questions.changed_rules import changed_drafts
from rulesbase.study.questions.version_texts import VersionTexts, texts_of

Progress = Callable[[int, int], None]
_NOT_GENERATED = (Question.Kind.NAME, Question.Kind.WRITTEN, Question.Kind.OWN)
GENERATED = tuple(kind for kind in Question.Kind if kind not in _NOT_GENERATED)
UNSAID = gettext_noop("This wording is no longer in the rules.")
# Their keys are whole sentences, which only the digest needs.
_LONG_KEYS = (
    *(Question.Kind.HAPPENS, Question.Kind.FIND, Question.Kind.ERROR),
    *(Question.Kind.INFRACTION, Question.Kind.SECTION, Question.Kind.TABLE),
)
_FIELDS = ("rule_id", "chapter_id", "number", "made_from_id", "data", "level", "retired_on", "retired_why")
_STORED = (*_FIELDS, "day")


class GenerateResult(NamedTuple):
    """The result: questions by kind, and how many are new, refreshed, unchanged and retired."""

    version: str
    kinds: Mapping[str, int] = {}
    new: int = 0
    refreshed: int = 0
    same: int = 0
    retired: int = 0
    decks: int = 0
    seconds: float = 0.0


def key_of(kind: str, public_id: str, asked: Iterable[str]) -> str:
    """Return the key of a question: kind, Rule and subject, without number and date."""
    return hashlib.blake2b("\x00".join((kind, public_id, *asked)).encode(), digest_size=16).hexdigest()


def make_questions(version: CatalogueVersion, *, progress: Progress | None = None) -> GenerateResult:
    """Make or refresh all generated questions and decks of the active document for its newest version in force.

    A question that cannot be made any more is retired, and restored when it can. Without a complete English text
    nothing happens. Idempotent, in one transaction.
    """
    started = time.perf_counter()
    texts = texts_of(version)
    if texts is None:
        return GenerateResult(str(version))
    wanted = _wanted(texts, progress)
    with transaction.atomic():
        new, refreshed, same, retired, questions = _store(wanted, version)
        decks = fill_decks(texts, questions)
    kinds = Counter(question.kind for question in questions)
    seconds = round(time.perf_counter() - started, 2)
    return GenerateResult(str(version), dict(sorted(kinds.items())), new, refreshed, same, retired, decks, seconds)


# ---- Questions ----


def _wanted(texts: VersionTexts, progress: Progress | None) -> dict[str, Question]:
    names = {language: {at: name for at, (_, name) in of.items()} for language, of in texts.names_by_language.items()}
    found = drafts(texts.entries, languages=names, known=_known(texts), progress=progress)
    if active_document() == COMPREHENSIVE_RULES:
        found += changed_drafts(texts)
    stale = _stale(texts, [draft.position for draft in found if draft.kind == Question.Kind.RESTS])
    wanted: dict[str, Question] = {}
    for draft in found:
        if draft.kind != Question.Kind.RESTS or draft.position not in stale:
            question = question_of(texts, draft)
            wanted.setdefault(question.key, question)
    return wanted


def _known(texts: VersionTexts) -> Mapping[int, Collection[tuple[str, ...]]]:
    """Return the keys of the existing cloze questions of each rule, by its position."""
    found: defaultdict[int, list[tuple[str, ...]]] = defaultdict(list)
    rows = Question.objects.filter(kind=Question.Kind.CLOZE, retired_on=None, owner=None)
    for rule, data in rows.values_list("rule_id", "data"):
        at = texts.of_rule.get(rule or 0)
        if at is not None:
            found[at].append(tuple(data.get("asked", ())))
    return found


def _stale(texts: VersionTexts, positions: Iterable[int]) -> set[int]:
    """Return the rules with a number that now means another rule than when the text was written."""
    passages = {at: passage_of(texts.entries[at].text, "", texts.entries[at].fold) for at in positions}
    link_targets = link_targets_of([(texts.edition, passage) for passage in passages.values()], texts.version)
    folds = {fold for fold, _ in link_targets.get(texts.edition, LinkTargets()).stale}
    return {at for at, passage in passages.items() if passage.fold in folds}


def question_of(texts: VersionTexts, draft: DraftQuestion) -> Question:
    """Return the question of a draft, not stored."""
    entry, original, head = texts.entries[draft.position], texts.originals[draft.position], texts.head(draft.position)
    data = {**_portable(texts, draft), "asked": list(draft.asked) if draft.kind not in _LONG_KEYS else []}
    made_from = original.wording
    if draft.kind == Question.Kind.TRANSLATION:
        made_from = texts.names_by_language[str(data["language"])][draft.position][0]
    return Question(
        key=key_of(draft.kind, original.public_id, draft.asked),
        kind=draft.kind,
        rule_id=original.rule,
        chapter_id=texts.originals[head].rule if head is not None else None,
        number=entry.number,
        day=texts.version.date,
        made_from_id=made_from,
        data=data,
        level=draft.level,
    )


def _portable(texts: VersionTexts, draft: DraftQuestion) -> dict[str, Any]:
    """Return the data of a draft with Rules instead of positions and numbers."""
    data = dict(draft.data)
    if draft.kind == Question.Kind.KEYWORD:
        parts = [draft.position, *data["parts"]]
        return {
            "title": texts.originals[data["title"]].public_id,
            "parts": [texts.originals[at].public_id for at in parts],
            "texts": [texts.originals[at].wording for at in parts],
        }
    if draft.kind == Question.Kind.RESTS:
        return {"rules": rules_named(texts, draft.position)}
    if draft.kind in (Question.Kind.HAPPENS, Question.Kind.FIND):
        return {**data, "texts": [texts.examples[draft.position][data.pop("example")]]}
    return data


def rules_named(texts: VersionTexts, at: int) -> list[str]:
    """Return the public ids of all rules that an entry cites, without itself, in the order of the book."""
    entry = texts.entries[at]
    numbers = {ref.number for ref in passage_of(entry.text, "", 0).refs} - {entry.number}
    known = sorted((number for number in numbers if number in texts.by_number), key=sort_key)
    return [texts.originals[texts.by_number[number]].public_id for number in known]


# ---- Rows ----


def _store(wanted: Mapping[str, Question], version: CatalogueVersion) -> tuple[int, int, int, int, list[Question]]:
    made = Question.objects.in_active_document().filter(kind__in=GENERATED, owner=None)
    rows = {row.key: row for row in made}
    fresh = [question for key, question in wanted.items() if key not in rows]
    changed, same, moved_on = [], 0, []
    for key, question in wanted.items():
        row = rows.get(key)
        if row and any(getattr(row, name) != getattr(question, name) for name in _FIELDS):
            for name in _STORED:
                setattr(row, name, getattr(question, name))
            changed.append(row)
        elif row:
            same += 1
            if row.day != question.day:
                row.day = question.day
                moved_on.append(row.pk)
    # Most differ only in the day.
    Question.objects.filter(pk__in=moved_on).update(day=version.date)
    gone = [row for key, row in rows.items() if key not in wanted and row.retired_on is None]
    for row in gone:
        row.retired_on, row.retired_why = version.date, UNSAID
    Question.objects.bulk_create(fresh, batch_size=500)
    update_rows(changed, _STORED)
    update_rows(gone, ["retired_on", "retired_why"])
    questions = [rows.get(key) or question for key, question in wanted.items()]
    return len(fresh), len(changed), same, len(gone), questions
