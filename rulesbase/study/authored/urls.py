"""Addresses of the desk of written questions, below /curate/questions/."""

from django.urls import path

from rulesbase.study.authored.views import editor as views_editor
from rulesbase.study.authored.views import feedback, files, queue

urlpatterns = [
    path("", queue.desk_questions, name="desk_questions"),
    path("new/", views_editor.begin, name="desk_question_new"),
    path("exchange/", files.exchange, name="desk_questions_exchange"),
    path("exchange/questions.<str:kind>", files.file, name="desk_questions_file"),
    path("notes/", feedback.queue, name="desk_question_notes"),
    path("notes/<int:pk>/", feedback.answer, name="desk_question_note"),
    path("<str:public_id>/", views_editor.edit, name="desk_question"),
    path("<str:public_id>/history/", queue.history, name="desk_question_history"),
]
