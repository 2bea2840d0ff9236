"""Addresses of single questions, of what people say of them, of decks for Anki, and of tests."""

from django.urls import path

from rulesbase.views import papers, questions

urlpatterns = [
    path("study/test/", papers.test, name="study-test"),
    path("study/questions/suggest/", questions.suggest, name="study-suggest"),
    path("study/questions/notes/", questions.own_notes, name="study-question-notes"),
    path("study/questions/<slug:public_id>/", questions.question, name="study-question"),
    path("study/questions/<slug:public_id>/report/", questions.report, name="study-question-report"),
    path("study/decks/<slug:public_id>/anki.txt", questions.anki, name="study-anki"),
]
