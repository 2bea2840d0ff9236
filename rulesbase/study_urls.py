"""Addresses of study, in each interface language."""

from django.urls import path

from rulesbase.views import study_booth, study_data, study_own, studying

urlpatterns = [
    path("study/", studying.home, name="study"),
    path("study/booth/", study_booth.booth, name="study-booth"),
    path("study/booth/grade/", study_booth.grade, name="study-grade"),
    path("study/booth/undo/", study_booth.undo, name="study-undo"),
    path("study/booth/aside/", study_booth.aside, name="study-aside"),
    path("study/queue.json", study_data.queue, name="study-queue"),
    path("study/cards.json", study_data.cards, name="study-cards"),
    path("study/changed.json", study_data.changed, name="study-changed"),
    path("study/sync/", study_data.send, name="study-sync"),
    path("study/take-over/", study_data.taken_over, name="study-take-over"),
    path("study/options/", studying.options, name="study-options"),
    path("study/set-aside/", studying.set_aside, name="study-set-aside"),
    path("study/decks/", studying.deck_list, name="study-decks"),
    path("study/decks/choose/", studying.choose, name="study-choose"),
    path("study/decks/make/", study_own.make, name="study-make"),
    path("study/decks/<slug:public_id>.json", study_data.deck, name="study-deck-json"),
    path("study/decks/<slug:public_id>/", studying.deck, name="study-deck"),
    path("study/decks/<slug:public_id>/change/", study_own.change, name="study-change"),
    path("study/decks/<slug:public_id>/<slug:question>/", study_own.card, name="study-card"),
]
