"""URLs of the desk API."""

from django.urls import path

from rulesbase.api.desk import bulk, history, imports, lineage, queues, terms, texts, token

_TEXT = "texts/<str:language>/<str:place>/"

urlpatterns = [
    path("", token.DeskRoot.as_view(), name="api-desk"),
    path("texts/<str:language>/", queues.DeskQueue.as_view(), name="api-desk-queue"),
    path(_TEXT, texts.DeskText.as_view(), name="api-desk-text"),
    path(f"{_TEXT}save/", texts.DeskSave.as_view(), name="api-desk-save"),
    path(f"{_TEXT}approve/", texts.DeskApprove.as_view(), name="api-desk-approve"),
    path(f"{_TEXT}send-back/", texts.DeskSendBack.as_view(), name="api-desk-send-back"),
    path(f"{_TEXT}comment/", texts.DeskComment.as_view(), name="api-desk-comment"),
    path(f"{_TEXT}withdraw/", texts.DeskWithdraw.as_view(), name="api-desk-withdraw"),
    path(f"{_TEXT}history/", history.DeskHistory.as_view(), name="api-desk-history"),
    path(f"{_TEXT}revert/", history.DeskRevert.as_view(), name="api-desk-revert"),
    path("many/<str:language>/", bulk.DeskBulk.as_view(), name="api-desk-many"),
    path("many/<str:language>/<str:batch>/take-back/", bulk.DeskUndoBulk.as_view(), name="api-desk-take-back"),
    path("terms/<str:language>/", terms.DeskTerms.as_view(), name="api-desk-terms"),
    path("terms/<str:language>/<int:key>/", terms.DeskTerm.as_view(), name="api-desk-term"),
    path("corrections/", lineage.DeskCorrections.as_view(), name="api-desk-corrections"),
    path(
        "corrections/<int:key>/withdraw/",
        lineage.DeskCorrectionWithdraw.as_view(),
        name="api-desk-correction-withdraw",
    ),
    path("imports/", imports.DeskUploads.as_view(), name="api-desk-imports"),
    path("imports/<int:key>/", imports.DeskUpload.as_view(), name="api-desk-import"),
    path("imports/<int:key>/confirm/", imports.DeskConfirm.as_view(), name="api-desk-import-confirm"),
]
