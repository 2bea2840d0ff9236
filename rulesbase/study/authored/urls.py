"""Addresses of the desk of written questions, below /curate/questions/."""

from django.urls import path

from rulesbase.study.authored import feedback_views, views

urlpatterns = [
    path("", views.desk_questions, name="desk_questions"),
    path("new/", views.edit, name="desk_question_new"),
    path("exchange/", views.exchange, name="desk_questions_exchange"),
    path("exchange/questions.<str:kind>", views.export, name="desk_questions_file"),
    path("notes/", feedback_views.note_queue, name="desk_question_notes"),
    path("notes/<int:pk>/", feedback_views.answer_note, name="desk_question_note"),
    path("<str:public_id>/", views.edit, name="desk_question"),
    path("<str:public_id>/history/", views.history, name="desk_question_history"),
]
