"""Queues of written questions for the desk."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, F, OuterRef, Subquery

from rulesbase.models import QuestionNote, WrittenRevision
from rulesbase.study.authored.content import OutdatedCitation, outdated_by_revision

OUTDATED, REVIEW, DRAFT, PUBLISHED, RETIRED = "changed", "review", "draft", "published", "retired"
QUEUES = (OUTDATED, REVIEW, DRAFT, PUBLISHED, RETIRED)


_MARKS = re.compile(r"\[\[|\]\]|\[(?=\d)|(?<=[\da-z])\]")


class QuestionRow(NamedTuple):
    """A question in a queue: its revision, and its outdated citations."""

    revision: WrittenRevision
    outdated: Sequence[OutdatedCitation]

    @property
    def beginning(self) -> str:
        """Return the English question without marks."""
        return _MARKS.sub("", str(self.revision.texts.get("en", {}).get("scenario", "")))


def lists() -> Mapping[str, list[QuestionRow]]:
    """Return all questions by queue; a published one with a newer draft is in both. About eight queries."""
    outdated = outdated_by_revision()
    every = WrittenRevision.objects.select_related("written", "author", "former")
    numbers = WrittenRevision.objects.filter(written=OuterRef("written")).order_by("-number").values("number")
    newest_first = every.filter(number=Subquery(numbers[:1])).order_by("-pk")
    by_level = every.published().order_by("level", F("published_at").desc())
    latest = [QuestionRow(row, outdated.get(row.pk, ())) for row in newest_first]
    published = [QuestionRow(row, outdated.get(row.pk, ())) for row in by_level]
    open_ones = [row for row in latest if row.revision.written.retired_at is None]
    return {
        OUTDATED: [row for row in published if row.revision.pk in outdated],
        REVIEW: [row for row in open_ones if row.revision.status == REVIEW],
        DRAFT: [row for row in open_ones if row.revision.status == DRAFT],
        PUBLISHED: published,
        RETIRED: [row for row in latest if row.revision.written.retired_at],
    }


def waiting() -> dict[str, int]:
    """Return how many questions need work, by queue. About eight queries."""
    open_ones = WrittenRevision.objects.filter(status__in=(REVIEW, DRAFT), written__retired_at=None)
    rows = open_ones.order_by().values_list("status").annotate(count=Count("written", distinct=True))
    return {OUTDATED: len(outdated_by_revision()), REVIEW: 0, DRAFT: 0} | dict(rows)


def waiting_notes() -> int:
    """Return how many suggestions and reports are open."""
    return QuestionNote.objects.filter(status=QuestionNote.Status.OPEN).count()


def chosen(rows: Sequence[QuestionRow], words: str, tag: str, level: str) -> list[QuestionRow]:
    """Return the questions with these words in any language, this tag and this level, if given."""
    wanted = words.casefold()
    return [
        row
        for row in rows
        if (not wanted or wanted in _all_words(row.revision))
        and (not tag or tag in row.revision.tags)
        and (not level or str(row.revision.level) == level)
    ]


def _all_words(revision: WrittenRevision) -> str:
    parts = (str(part) for words in revision.texts.values() for part in words.values())
    return " ".join((revision.written.public_id, *parts)).casefold()
