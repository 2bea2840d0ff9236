"""Addresses of notes, reading lists and the path for beginners, in each interface language."""

from django.urls import path

from rulesbase.views import study_lists, study_notes, study_path

urlpatterns = [
    path("study/notes/", study_notes.notes, name="study-notes"),
    path("study/notes/add/", study_notes.add, name="study-note-add"),
    path("study/notes/<slug:public_id>/", study_notes.note, name="study-note"),
    path("study/notes/<slug:public_id>/delete/", study_notes.delete, name="study-note-delete"),
    path("study/lists/", study_lists.mine, name="study-lists"),
    path("study/lists/put/", study_lists.put, name="study-list-put"),
    path("study/lists/<slug:public_id>/", study_lists.one, name="study-list"),
    path("study/lists/<slug:public_id>/change/", study_lists.change, name="study-list-change"),
    path("study/lists/<slug:public_id>/add/", study_lists.add, name="study-list-add"),
    path("study/lists/<slug:public_id>/copy/", study_lists.copy, name="study-list-copy"),
    path("study/lists/<slug:public_id>/delete/", study_lists.delete, name="study-list-delete"),
    path("study/lists/<slug:public_id>/<slug:item_id>/", study_lists.item, name="study-list-item"),
    path("study/path/", study_path.path_page, name="study-path"),
    path("study/path/done/", study_path.done, name="study-path-done"),
    path("study/path/<slug:week>/", study_path.week_page, name="study-path-week"),
]
