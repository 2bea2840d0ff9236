"""The questions of study that stand for written ones: made with the first publication, and kept up with the newest."""

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.questions.markup import Content
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.models import Entry, Question, Studied, Version, WrittenCitation, WrittenQuestion, WrittenRevision
from rulesbase.study import update
from rulesbase.study.authored.citations import all_doubts, doubts, settle_citations, standings
from rulesbase.study.authored.content import content_of
from rulesbase.study.authored.decks import fill_written_decks

RETIRED = gettext_noop("The curators ask this question no more.")


def settle_question(written: WrittenQuestion, published: WrittenRevision) -> Question:
    """Make the question of study say what was published, and stand where its first rule stands. Some five queries."""
    rows = list(published.citations.all())
    latest = catalogue().latest
    at = standings(rows, latest)
    first = next((row for row in rows if row.rule_id in at), rows[0] if rows else None)
    number = at[first.rule_id].number if first and first.rule_id in at else first.number if first else ""
    values = {
        "kind": Question.Kind.WRITTEN,
        "rule_id": first.rule_id if first else None,
        "chapter_id": _chapter(number),
        "number": number,
        "day": latest.date if latest else None,
        "level": published.level,
        "data": {"written": written.public_id, "revision": published.number},
        "retired_on": timezone.localdate(written.retired_at) if written.retired_at else None,
        "retired_why": (written.retired_why or RETIRED) if written.retired_at else "",
    }
    question, made = Question.objects.update_or_create(key=f"written-{written.public_id}", defaults=values)
    if made or written.question_id != question.pk:
        WrittenQuestion.objects.filter(pk=written.pk).update(question=question)
        written.question = question
    return question


def _chapter(number: str) -> int | None:
    latest = catalogue().latest
    head = (chapter_of(number) or section_of(number)) if number else ""
    if latest is None or not head:
        return None
    rows = Entry.objects.filter(edition=latest.main.pk, number=head, kind__lt=Entry.Kind.TERM)
    return rows.values_list("rule_id", flat=True).first()


def ask_again(written: WrittenQuestion, before: WrittenRevision, now: WrittenRevision) -> int:
    """Ask those again who learnt an answer that is another one now; how many cards that are.

    Where a rule that it cited has changed, they are shown what changed. Who was asked other words only is left alone.
    """
    if _answers(content_of(before)) == _answers(content_of(now)) or written.question_id is None:
        return 0
    rows = list(WrittenCitation.objects.filter(revision=before))
    changed = next((doubt.citation.said_id for doubt in doubts(rows) if doubt.citation.said_id), None)
    learnt = Studied.objects.filter(question=written.question_id).exclude(state=Studied.State.NEW)
    return learnt.update(due=timezone.now(), version=F("version") + 1, came_back=changed)


def _answers(content: Content) -> object:
    """What makes the answer: which choices are right, and the English words of it."""
    english = content.texts.get("en")
    if english is None:
        return None
    right = tuple(english.choices[at] for at in content.right if at < len(english.choices))
    return right, " ".join(english.answer.split())


def register_verb() -> None:
    """Say that written questions are brought to new versions too; done once, when the program starts."""
    update.register("written_to_review", follow_written)


def follow_written(version: Version) -> int:
    """Bind citations and questions to the rules as they stand now; how many questions a curator has to look at.

    Nobody is asked again before one has: whether the answer is another one, no program can tell.
    """
    del version
    settle_citations()
    for revision in WrittenRevision.objects.filter(status="published").select_related("written"):
        settle_question(revision.written, revision)
    fill_written_decks()
    return len(all_doubts())
