"""Find the current Rule of a question by the number and day it was made from."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulesbase.core.bulk_update import update_rows
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.models import DeckQuestion, Entry, Grade, Kinship, Question, QuestionNote, Rule, Studied
from rulesbase.study.questions.generate import key_of
from rulesbase.study.questions.version_texts import VersionTexts


def rehang(questions: Sequence[Question]) -> list[Question]:
    """Link questions to the Rules that have their numbers on their days; return those whose Rule changed.

    If the number has another text now (after a correction), the old Rule stays if it has the right one. Not stored.
    Two queries.
    """
    rows = Entry.objects.filter(
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
        right = own if own and own[1] == question.made_from_id != (there[1] if there else None) else there
        if right and right[0] != question.rule_id:
            question.rule_id = right[0]
            moved.append(question)
    return moved


def survivors(questions: Iterable[Question]) -> list[Question]:
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


def merged_away(questions: Iterable[Question]) -> dict[int, int]:
    """Return the Rules that others became part of, by the old Rule. One query."""
    rules = [question.rule_id for question in questions if question.rule_id]
    rows = Kinship.objects.filter(old__in=rules).exclude(kind="split").order_by("version__date")
    return dict(rows.values_list("old_id", "new_id"))


def into_part(question: Question, was: str, change: ItemChange, texts: VersionTexts) -> bool:
    """Link a question of a split rule to the part with its sentence, unless the rule itself has it.

    ``was`` is the text that the question was made from; its spans are moved into the part.
    """
    start, end = question.data.get("sentence") or question.data.get("quote") or (0, 0)
    sentence = was[start:end]
    if not sentence or len(change.new_at) < 2 or sentence in texts.leaves[change.new_at[0]].text:
        return False
    part = next((at for at in change.new_at[1:] if sentence in texts.leaves[at].text), None)
    if part is None:
        return False
    shift = texts.leaves[part].text.index(sentence) - start
    for name in ("gap", "sentence", "quote"):
        if name in question.data:
            question.data[name] = [place + shift for place in question.data[name]]
    if "shown" in question.data:
        question.data["shown"] = question.data["sentence"]
    question.rule_id = texts.originals[part].rule
    question.made_from_id = texts.originals[part].wording
    question.number, question.day = texts.leaves[part].number, texts.version.date
    return True


def name_anew(questions: Sequence[Question]) -> None:
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
