"""Addresses of single questions, of what people say of them, of decks for Anki, and of tests."""

from django.urls import path

from rulesbase.study.exams import views as exams_views
from rulesbase.study.questions import views as questions_views

urlpatterns = [
    path("study/test/", exams_views.test, name="study-test"),
    path("study/questions/suggest/", questions_views.suggest, name="study-suggest"),
    path("study/questions/notes/", questions_views.own_notes, name="study-question-notes"),
    path("study/questions/<slug:public_id>/", questions_views.question, name="study-question"),
    path("study/questions/<slug:public_id>/report/", questions_views.report, name="study-question-report"),
    path("study/decks/<slug:public_id>/anki.txt", questions_views.anki, name="study-anki"),
]
