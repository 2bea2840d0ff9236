"""Questions follow their rules from version to version; those with a new meaning are asked again."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext_noop

from rulesbase.archive.catalogue import CatalogueVersion
from rulesbase.compare.queries import Pair, compare_pair
from rulesbase.core.database.bulk_update import update_rows
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.engine.documents import active_document
from rulesbase.models import (
    Change,
    DeckQuestion,
    Entry,
    Grade,
    Kinship,
    Question,
    QuestionNote,
    Rule,
    Studied,
    Wording,
)
from rulesbase.study.questions.make_questions import GENERATED, key_of, rules_named
from rulesbase.study.questions.meaning_changed import SUBSTANCE, means_another, part_is_same
from rulesbase.study.questions.version_texts import VersionTexts, texts_of
from rulesbase.study.reviews.options import locked_options
from rulesbase.study.reviews.scheduling import Memory, schedule_of, state_after_grade

REMOVED = gettext_noop("The rule was removed.")
TAKEN_IN = gettext_noop("The rule became part of another rule.")
UNNAMED = gettext_noop("In this language, the term no longer has its own translation.")


class FollowResult(NamedTuple):
    """The result of following.

    ``renumbered`` counts questions with another number now, ``changed`` those with another meaning, ``retired`` those
    without a rule. ``back`` counts the cards put back into queues, ``withdrawn`` those removed from them, as the change
    was reverted.
    """

    old: str
    new: str
    renumbered: int = 0
    changed: int = 0
    retired: int = 0
    back: int = 0
    withdrawn: int = 0


def last_made() -> datetime.date | None:
    """Return the day of the version of the active document that questions were last made from; None without any."""
    made = Question.objects.in_active_document().filter(kind__in=GENERATED, retired_on=None)
    day: datetime.date | None = made.aggregate(newest=Max("day"))["newest"]
    return day


def follow(new: CatalogueVersion) -> FollowResult:
    """Move all generated questions from the version they were made from to another.

    Learners of a text with a new meaning are asked again (`Studied.came_back` is the old text, due at once), unless
    the change is reverted before they see it. Rules are found by day and number, so that a rebuilt lineage, a version
    in between, or a corrected text does no harm. Idempotent, in one transaction. Call `make_questions` afterwards.
    """
    texts = texts_of(new)
    if texts is None:
        return FollowResult(str(last_made() or ""), str(new))
    with transaction.atomic():
        return _Follower(texts).run()


class _QuestionEntry(NamedTuple):
    """A question, the position of its rule in the new version, and the wording that it will be made from."""

    question: Question
    at: int
    wording: int


class _Follower:
    def __init__(self, texts: VersionTexts) -> None:
        self.texts = texts
        self.changes: dict[datetime.date | None, Mapping[int, ItemChange]] = {}

    def run(self) -> FollowResult:
        old, new = str(last_made() or ""), str(self.texts.version)
        made = Question.objects.in_active_document()
        questions = list(made.filter(kind__in=GENERATED, retired_on=None, owner=None))
        moved = {question.pk: question for question in (*relink_to_numbers(questions), *relink_merged(questions))}
        moved |= {question.pk: question for question in self._cut(questions)}
        if moved:
            rename_keys(list(moved.values()))
            # _join deleted some: their pk is None now.
            questions = [question for question in questions if question.pk]
        found, gone = self._found(questions)
        renumbered = sum(one.number != self.texts.entries[at].number for one, at, _ in found.values())
        changed = self._changed(found)
        back, withdrawn = self._put_back(found, changed)
        self._retire(gone)
        return FollowResult(old, new, renumbered, len(changed), len(gone), back, withdrawn)

    # ---- Places ----

    def _found(self, questions: Iterable[Question]) -> tuple[dict[int, _QuestionEntry], list[Question]]:
        found: dict[int, _QuestionEntry] = {}
        gone: list[Question] = []
        for question in questions:
            wording = self._wording(question)
            if wording is None:
                gone.append(question)
            else:
                found[question.pk] = _QuestionEntry(question, self.texts.of_rule[question.rule_id or 0], wording)
        return found, gone

    def _wording(self, question: Question) -> int | None:
        at = self.texts.of_rule.get(question.rule_id or 0)
        if at is None:
            return None
        if question.kind != Question.Kind.TRANSLATION:
            return self.texts.originals[at].wording
        named = self.texts.names_by_language.get(str(question.data.get("language")), {}).get(at)
        return named[0] if named else None

    def _retire(self, gone: Sequence[Question]) -> None:
        lost = Kinship.objects.filter(old__in=[question.rule_id for question in gone]).exclude(kind="split")
        merged = set(lost.values_list("old_id", flat=True))
        for question in gone:
            question.retired_on = self.texts.version.date
            question.retired_why = TAKEN_IN if question.rule_id in merged else REMOVED
            if question.kind == Question.Kind.TRANSLATION and question.rule_id in self.texts.of_rule:
                question.retired_why = UNNAMED
        Question.objects.bulk_update(gone, ["retired_on", "retired_why"], batch_size=500)

    # ---- Meaning ----

    def _between(self, day: datetime.date | None) -> Mapping[int, ItemChange]:
        """Return the changes between the version of a day and the new one, by Rule; a split or merge is one change."""
        if day not in self.changes:
            self.changes[day] = {}
            versions, now = self.texts.versions, self.texts.version
            then = next((one for one in versions.complete if one.date == day), now)
            if then.pk != now.pk:
                found = compare_pair(Pair(versions, then, now, then.main, now.main))
                changes = [change for change in found.comparison.changes if change.item != "example"]
                self.changes[day] = {found.old[at].rule: change for change in changes for at in change.old_at}
        return self.changes[day]

    def _cut(self, questions: Iterable[Question]) -> list[Question]:
        """Return the questions whose rule was split and whose sentence is in another part, moved there."""
        cut = [
            (question, change)
            for question in questions
            if (change := self._between(question.day).get(question.rule_id or 0)) and change.kind == "split"
        ]
        known = Wording.objects.in_bulk({question.made_from_id for question, _ in cut if question.made_from_id})
        return [
            question
            for question, change in cut
            if change.weight != SUBSTANCE
            and (was := known.get(question.made_from_id or 0))
            and move_to_part(question, was.text, change, self.texts)
        ]

    def _changed(self, found: Mapping[int, _QuestionEntry]) -> dict[int, Wording]:
        """Return the questions whose rule has another meaning than their text, with that text."""
        differs = {pk: one for pk, one in found.items() if one.question.made_from_id not in (None, one.wording)}
        linked = [one for one in found.values() if one.question.kind in (Question.Kind.RESTS, Question.Kind.KEYWORD)]
        keys = {key for one in (*differs.values(), *linked) for key in (one.question.made_from_id or 0, one.wording)}
        keys |= {key for one in linked for key in one.question.data.get("texts", ())}
        parts = {public_id for one in linked for public_id in one.question.data.get("parts", ())}
        keys |= {self.texts.originals[self._by_id[part]].wording for part in parts if part in self._by_id}
        known = Wording.objects.in_bulk(keys)
        changed: dict[int, Wording] = {}
        for pk, one in differs.items():
            old, new = known.get(one.question.made_from_id or 0), known.get(one.wording)
            if old and new and self._means_another(one, old, new):
                changed[pk] = old
        for one in linked:
            if one.question.pk not in changed and (other := self._other_part(one, known)):
                changed[one.question.pk] = other
        return changed

    def _means_another(self, one: _QuestionEntry, old: Wording, new: Wording) -> bool:
        if not means_another(one.question.kind, old, new) or part_is_same(one.question, old, new):
            return False
        change = self._between(one.question.day).get(one.question.rule_id or 0)
        # The change has all parts of a split or merge, and the terms that the version renamed.
        if change is None or change.weight == SUBSTANCE:
            return True
        return change.kind not in ("split", "merged") and change.weight != Change.Weight.WORDING

    @cached_property
    def _by_id(self) -> Mapping[str, int]:
        return {original.public_id: at for at, original in enumerate(self.texts.originals)}

    def _other_part(self, one: _QuestionEntry, known: Mapping[int, Wording]) -> Wording | None:
        """Return the text that changed though the rule did not: a part of a keyword, or the rule of a number."""
        data, own = one.question.data, known.get(one.question.made_from_id or 0)
        if one.question.kind == Question.Kind.RESTS:
            return own if data.get("rules") != rules_named(self.texts, one.at) else None
        for public_id, key in zip(data.get("parts", ()), data.get("texts", ()), strict=False):
            old, at = known.get(key), self._by_id.get(public_id)
            new = known.get(self.texts.originals[at].wording) if at is not None else None
            if old and (new is None or means_another(one.question.kind, old, new)):
                return old
        return None

    # ---- Learners ----

    def _put_back(self, found: Mapping[int, _QuestionEntry], changed: Mapping[int, Wording]) -> tuple[int, int]:
        """Ask again the learners of changed texts, after withdrawing reverted changes; return how many of both."""
        withdrawn = self._withdraw_reverted()
        differs = [pk for pk, one in found.items() if one.question.made_from_id != one.wording or pk in changed]
        rows = list(Studied.objects.filter(question__in=differs, came_back=None).exclude(state=0))
        keys = {key for row in rows for key in (row.learnt_from_id, found[row.question_id].wording) if key}
        known = Wording.objects.in_bulk(keys)
        back: defaultdict[int, list[int]] = defaultdict(list)
        for row in rows:
            one, text = found[row.question_id], changed.get(row.question_id)
            learnt, new = known.get(row.learnt_from_id or 0), known[one.wording]
            if learnt and text and learnt.pk != text.pk and one.question.kind not in _LINKED:
                # The learnt text counts if it differs from the last text of the question.
                text = learnt if means_another(one.question.kind, learnt, new) else None
            if text:
                back[text.pk].append(row.pk)
        for was, pks in back.items():
            cards = Studied.objects.filter(pk__in=keys_subquery(pks))
            cards.update(came_back=was, due=timezone.now(), version=F("version") + 1)
        return sum(map(len, back.values())), withdrawn

    def _withdraw_reverted(self) -> int:
        """Withdraw cards whose text has its learnt meaning again, also those of retired questions; return how many."""
        rows = Studied.objects.filter(
            came_back__isnull=False, question__document=active_document(), question__kind__in=GENERATED
        ).exclude(question__kind__in=_LINKED)
        cards = list(rows.select_related("question", "came_back"))
        now = {card.pk: self._wording(card.question) or 0 for card in cards}
        known = Wording.objects.in_bulk(now.values())
        withdrawn = 0
        for card in cards:
            old, new = card.came_back, known.get(now[card.pk])
            if old and new and not means_another(card.question.kind, old, new):
                withdrawn += self._withdraw(card)
        return withdrawn

    def _withdraw(self, row: Studied) -> int:
        """Make a card due by its last grade again; return 0 if a new grade was given meanwhile."""
        # The lock makes parallel grades wait.
        schedule = schedule_of(locked_options(row.user))
        # None after a new grade, or if the only one was undone.
        now = Studied.objects.filter(pk=row.pk, came_back__isnull=False).first()
        if now is None:
            return 0
        last = Grade.objects.filter(user=now.user_id, question=now.question_id, undone_at=None).order_by("at").last()
        if last:
            before = Memory.from_data(last.before)
            state_after_grade(before, last.grade, last.at, schedule, now.learnt_from_id).put_into(now)
        now.came_back = None
        now.version += 1
        now.save()
        return 1


_LINKED = (Question.Kind.RESTS, Question.Kind.KEYWORD)


def relink_to_numbers(questions: Sequence[Question]) -> list[Question]:
    """Link questions to the Rules that have their numbers on their days; return those whose Rule changed.

    If the number has another text now (after a correction), the old Rule stays if it has the right one. Not stored.
    Two queries.
    """
    rows = Entry.objects.in_active_document().filter(
        edition__language="en",
        edition__complete=True,
        edition__version__date__in={question.day for question in questions if question.day},
        rule__isnull=False,
    )
    # Rule and wording by number and by Rule.
    found: dict[tuple[object, str | int], tuple[int, int]] = {}
    for day, number, rule, wording in rows.values_list("edition__version__date", "number", "rule_id", "wording_id"):
        found[day, number] = found[day, rule or 0] = rule or 0, wording
    moved = []
    for question in questions:
        there, own = found.get((question.day, question.number)), found.get((question.day, question.rule_id or 0))
        text_there = there[1] if there else None
        own_is_right = own is not None and own[1] == question.made_from_id and own[1] != text_there
        right = own if own_is_right else there
        if right and right[0] != question.rule_id:
            question.rule_id = right[0]
            moved.append(question)
    return moved


def relink_merged(questions: Iterable[Question]) -> list[Question]:
    """Link questions to the Rules that theirs were merged into; return those that changed. One query."""
    joined = dict(Rule.objects.exclude(merged_into=None).values_list("pk", "merged_into_id"))
    moved = []
    for question in questions:
        seen: set[int] = set()
        rule = question.rule_id or 0
        while rule in joined and rule not in seen:
            seen.add(rule)
            rule = joined[rule]
        if seen:
            question.rule_id = rule
            moved.append(question)
    return moved


def move_to_part(question: Question, was: str, change: ItemChange, texts: VersionTexts) -> bool:
    """Link a question of a split rule to the part with its sentence, unless the rule itself has it.

    ``was`` is the text that the question was made from; its spans are moved into the part.
    """
    start, end = question.data.get("sentence") or question.data.get("quote") or (0, 0)
    sentence = was[start:end]
    if not sentence or len(change.new_at) < 2 or sentence in texts.entries[change.new_at[0]].text:
        return False
    part = next((at for at in change.new_at[1:] if sentence in texts.entries[at].text), None)
    if part is None:
        return False
    shift = texts.entries[part].text.index(sentence) - start
    for name in ("gap", "sentence", "quote"):
        if name in question.data:
            question.data[name] = [place + shift for place in question.data[name]]
    if "shown" in question.data:
        question.data["shown"] = question.data["sentence"]
    question.rule_id = texts.originals[part].rule
    question.made_from_id = texts.originals[part].wording
    question.number, question.day = texts.entries[part].number, texts.version.date
    return True


def rename_keys(questions: Sequence[Question]) -> None:
    """Give questions the keys of their Rules, and store them.

    If a question with that key exists, it gets the memories of users without one, the places in decks and the notes;
    the other question is deleted.
    """
    ids = dict(Rule.objects.filter(pk__in={q.rule_id for q in questions}).values_list("pk", "public_id"))
    wanted: defaultdict[str, list[Question]] = defaultdict(list)
    for question in questions:
        if question.rule_id in ids:
            wanted[key_of(question.kind, ids[question.rule_id], question.data.get("asked", ()))].append(question)
    moving = {question.pk for question in questions}
    taken = {row.key: row for row in Question.objects.filter(key__in=wanted) if row.pk not in moving}
    # Two may exchange keys: temporary keys first.
    for question in questions:
        question.key = f"moving-{question.pk}"
    update_rows(questions, ["key"])
    renamed = []
    for key, some in wanted.items():
        stays = taken.get(key)
        for question in some:
            if stays is None:
                question.key = key
                renamed.append(question)
                stays = question
            else:
                _join(question, stays)
    update_rows(renamed, ["key", "rule", "number", "day", "made_from", "data"])


def _join(question: Question, stays: Question) -> None:
    known: Mapping[int, int] = dict(Studied.objects.filter(question=stays).values_list("user_id", "pk"))
    for row in Studied.objects.filter(question=question).exclude(user__in=known):
        row.question = stays
        row.save(update_fields=["question"])
        Grade.objects.filter(user=row.user_id, question=question).update(question=stays)
    there = list(DeckQuestion.objects.filter(question=stays).values_list("deck_id", flat=True))
    DeckQuestion.objects.filter(question=question).exclude(deck__in=there).update(question=stays)
    QuestionNote.objects.filter(question=question).update(question=stays)
    question.delete()
