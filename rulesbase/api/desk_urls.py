"""Addresses of the desk for programs."""

from django.urls import path

from rulesbase.api import desk_imports, desk_lineage, desk_lists, desk_many, desk_texts

_TEXT = "texts/<str:language>/<str:place>/"

urlpatterns = [
    path("", desk_many.DeskDoor.as_view(), name="api-desk"),
    path("texts/<str:language>/", desk_lists.DeskQueue.as_view(), name="api-desk-queue"),
    path(_TEXT, desk_texts.DeskText.as_view(), name="api-desk-text"),
    path(f"{_TEXT}save/", desk_texts.DeskSave.as_view(), name="api-desk-save"),
    path(f"{_TEXT}approve/", desk_texts.DeskApprove.as_view(), name="api-desk-approve"),
    path(f"{_TEXT}send-back/", desk_texts.DeskSendBack.as_view(), name="api-desk-send-back"),
    path(f"{_TEXT}comment/", desk_texts.DeskComment.as_view(), name="api-desk-comment"),
    path(f"{_TEXT}withdraw/", desk_texts.DeskWithdraw.as_view(), name="api-desk-withdraw"),
    path(f"{_TEXT}history/", desk_lists.DeskHistory.as_view(), name="api-desk-history"),
    path(f"{_TEXT}revert/", desk_lists.DeskRevert.as_view(), name="api-desk-revert"),
    path("many/<str:language>/", desk_many.DeskBulk.as_view(), name="api-desk-many"),
    path("many/<str:language>/<str:batch>/take-back/", desk_many.DeskTakeBack.as_view(), name="api-desk-take-back"),
    path("terms/<str:language>/", desk_many.DeskTerms.as_view(), name="api-desk-terms"),
    path("terms/<str:language>/<int:key>/", desk_many.DeskTerm.as_view(), name="api-desk-term"),
    path("corrections/", desk_lineage.DeskCorrections.as_view(), name="api-desk-corrections"),
    path(
        "corrections/<int:key>/withdraw/",
        desk_lineage.DeskCorrectionWithdraw.as_view(),
        name="api-desk-correction-withdraw",
    ),
    path("imports/", desk_imports.DeskUploads.as_view(), name="api-desk-imports"),
    path("imports/<int:key>/", desk_imports.DeskUpload.as_view(), name="api-desk-import"),
    path("imports/<int:key>/confirm/", desk_imports.DeskConfirm.as_view(), name="api-desk-import-confirm"),
]
