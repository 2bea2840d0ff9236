"""Addresses of notes, reading lists and the path for beginners, in each interface language."""

from django.urls import path

from rulesbase.annotations.views import learning_path, lists, notes

urlpatterns = [
    path("study/notes/", notes.notes, name="study-notes"),
    path("study/notes/add/", notes.add, name="study-note-add"),
    path("study/notes/<slug:public_id>/", notes.note, name="study-note"),
    path("study/notes/<slug:public_id>/delete/", notes.delete, name="study-note-delete"),
    path("study/lists/", lists.mine, name="study-lists"),
    path("study/lists/put/", lists.put, name="study-list-put"),
    path("study/lists/<slug:public_id>/", lists.one, name="study-list"),
    path("study/lists/<slug:public_id>/change/", lists.change, name="study-list-change"),
    path("study/lists/<slug:public_id>/add/", lists.add, name="study-list-add"),
    path("study/lists/<slug:public_id>/copy/", lists.copy, name="study-list-copy"),
    path("study/lists/<slug:public_id>/delete/", lists.delete, name="study-list-delete"),
    path("study/lists/<slug:public_id>/<slug:item_id>/", lists.item, name="study-list-item"),
    path("study/path/", learning_path.path_page, name="study-path"),
    path("study/path/done/", learning_path.done, name="study-path-done"),
    path("study/path/<slug:week>/", learning_path.week_page, name="study-path-week"),
]
