"""Addresses of the desk of written questions, below /curate/questions/."""

from django.urls import path

from rulesbase.views import written, written_editing, written_exchange, written_notes

urlpatterns = [
    path("", written.desk_questions, name="desk_questions"),
    path("new/", written_editing.begin, name="desk_question_new"),
    path("exchange/", written_exchange.exchange, name="desk_questions_exchange"),
    path("exchange/questions.<str:kind>", written_exchange.file, name="desk_questions_file"),
    path("notes/", written_notes.queue, name="desk_question_notes"),
    path("notes/<int:pk>/", written_notes.answer, name="desk_question_note"),
    path("<str:public_id>/", written_editing.edit, name="desk_question"),
    path("<str:public_id>/history/", written.history, name="desk_question_history"),
]
