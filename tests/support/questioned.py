"""Somebody who wrote a question, sent a note and took a test."""

import datetime

from django.utils import timezone

from rulesbase.models import QuestionNote, TestTaken, User, WrittenQuestion, WrittenRevision


def question_everything(user: User, word: str) -> None:
    """Leave a row of somebody in every table of written questions and of tests; a word where it goes with them."""
    texts = {"en": {"scenario": "What does the sign say?", "answer": "Nothing.", "explanation": "", "choices": []}}
    written = WrittenQuestion.objects.create()
    WrittenRevision.objects.create(written=written, number=1, status="draft", level=1, texts=texts, author=user)
    QuestionNote.objects.create(kind="suggestion", text="Ask something about signs.", author=user)
    asked = {"seed": word, "version": datetime.date(2020, 1, 24).isoformat()}
    TestTaken.objects.create(user=user, asked=asked, count=1, right=1, at=timezone.now())
