"""Addresses of study, in each interface language."""

from django.urls import path

from rulesbase.study import views as study_views
from rulesbase.study.authored import feedback_views
from rulesbase.study.decks import views as decks_views
from rulesbase.study.exams import views as exams_views
from rulesbase.study.questions import views as questions_views
from rulesbase.study.reviews import options_views
from rulesbase.study.reviews import views as reviews_views

urlpatterns = [
    path("study/", study_views.home, name="study"),
    path("study/start/", study_views.start, name="study-start"),
    path("study/start/<str:number>/", study_views.start, name="study-start-at"),
    path("study/booth/", reviews_views.session, name="study-booth"),
    path("study/booth/grade/", reviews_views.grade, name="study-grade"),
    path("study/booth/undo/", reviews_views.undo, name="study-undo"),
    path("study/booth/aside/", reviews_views.aside, name="study-aside"),
    path("study/queue.json", reviews_views.queue, name="study-queue"),
    path("study/cards.json", reviews_views.cards, name="study-cards"),
    path("study/changed.json", reviews_views.changed, name="study-changed"),
    path("study/sync/", reviews_views.send, name="study-sync"),
    path("study/take-over/", reviews_views.taken_over, name="study-take-over"),
    path("study/options/", options_views.options, name="study-options"),
    path("study/options/fit/", options_views.fit, name="study-fit"),
    path("study/reviews.csv", options_views.export_reviews, {"kind": "csv"}, name="study-reviews-csv"),
    path("study/reviews.apkg", options_views.export_reviews, {"kind": "apkg"}, name="study-reviews-anki"),
    path("study/reviews/import/", options_views.import_review_file, name="study-reviews-import"),
    path("study/leeches/", reviews_views.leech_list, name="study-leeches"),
    path("study/set-aside/", reviews_views.set_aside, name="study-set-aside"),
    path("study/decks/", decks_views.deck_list, name="study-decks"),
    path("study/decks/choose/", decks_views.choose, name="study-choose"),
    path("study/decks/make/", decks_views.make, name="study-make"),
    path("study/decks/<slug:public_id>.json", decks_views.deck_json, name="study-deck-json"),
    path("study/decks/<slug:public_id>/", decks_views.deck, name="study-deck"),
    path("study/decks/<slug:public_id>/change/", decks_views.change, name="study-change"),
    path("study/decks/<slug:public_id>/<slug:question>/", decks_views.card, name="study-card"),
    path("study/test/", exams_views.test, name="study-test"),
    path("study/questions/suggest/", feedback_views.send_note, name="study-suggest"),
    path("study/questions/notes/", feedback_views.own_notes, name="study-question-notes"),
    path("study/questions/<slug:public_id>/", questions_views.question, name="study-question"),
    path("study/questions/<slug:public_id>/report/", feedback_views.send_note, name="study-question-report"),
    path("study/decks/<slug:public_id>/anki.txt", decks_views.anki, name="study-anki"),
]
