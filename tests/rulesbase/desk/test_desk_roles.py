"""Every role with every verb of the editor: what a role may not do changes nothing."""

from typing import Any

import pytest
from django.test import Client

from rulesbase.desk.views.editor_actions import _OTHER_VERBS, _TEXT_VERBS
from rulesbase.models import ActionLog, Draft, ReviewComment, State, Translation, User
from tests.rulesbase.desk.library import ADDED, REFS, SAME, TYPO, WORD, address
from tests.rulesbase.desk.texts import base_of, post
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")

ROLES = {
    "visitor": "",
    "reader": "rita",
    "other": "jun",
    "translator": "tess",
    "reviewer": "rene",
    "editor": "edie",
    "curator": "cora",
}
TRANSLATE = {"translator", "reviewer", "editor", "curator"}
REVIEW = TRANSLATE - {"translator"}

# Verb -> who may, the text, and what the form carries beside it.
VERBS: dict[str, tuple[set[str], str, dict[str, Any]]] = {
    "save": (TRANSLATE, WORD, {"text": "Un texte."}),
    "submit": (TRANSLATE, WORD, {"text": "Un texte."}),
    "approve": (REVIEW, WORD, {"text": "Un texte."}),
    "comment": (TRANSLATE, SAME, {"comment": "Un mot."}),
    "discard": (TRANSLATE, WORD, {}),
    "revert": (TRANSLATE, SAME, {"reason": "Avant.", "to": "SAME"}),
    "return": (REVIEW, "REVIEW", {"comment": "À refaire."}),
    "keep": (REVIEW, TYPO, {}),
    "adopt": (REVIEW, REFS, {}),
    "withdraw": (REVIEW, SAME, {"reason": "Faux."}),
}


def test_the_table_has_every_verb() -> None:
    # Other tests have the two verbs without a role of their own: of the list, and of comments.
    assert {*VERBS, "mend", "resolve"} == _TEXT_VERBS.keys() | _OTHER_VERBS.keys()


def client_of(role: str) -> Client:
    name = ROLES[role]
    return signed_in(User.objects.get(username=name)) if name else Client()


def everything() -> tuple[object, ...]:
    """All that a verb could change."""
    return (
        sorted(Translation.objects.values_list("pk", "status", "wording", "revision")),
        ActionLog.objects.count(),
        ReviewComment.objects.count(),
        sorted(Draft.objects.values_list("user__username", "text", "saves")),
        State.objects.get().generation,
    )


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("role", ROLES)
def test_a_verb_works_for_its_roles_only(role: str, verb: str) -> None:
    may, number, more = VERBS[verb]
    if number == "REVIEW":
        number = ADDED
        post(client_of("translator"), ADDED, "submit", text="À lire.")
    if more.get("to"):
        more = more | {"to": str(Translation.objects.filter(places__entry__number=SAME).earliest("pk").pk)}
        post(client_of("reviewer"), SAME, "approve", text="Autre chose.")
    if verb == "discard" and role in may:
        client_of(role).post(address(number, more="draft/"), {"text": "x", "base": base_of(number)})
    client = client_of(role)
    before = everything()
    answer = post(client, number, verb, **more)
    if role in may:
        assert answer.status_code == 302
        assert "/account/" not in answer.headers["Location"]
        assert everything() != before
    else:
        assert answer.status_code == (302 if role == "visitor" else 403)
        assert everything() == before


def test_other_methods_and_verbs() -> None:
    client = client_of("editor")
    before = everything()
    assert client.get(address(WORD, more="draft/")).status_code == 405
    # What was posted and refused can be loaded again.
    assert client.get("/curate/fr/bulk/").headers["Location"] == "/curate/fr/"
    assert client.put("/curate/fr/bulk/").status_code == 405
    assert client.post("/curate/fr/").status_code == 405
    assert client.put(address(WORD)).status_code == 405
    assert client.post(address(WORD), {"verb": "delete", "base": 0}).status_code == 400
    assert client.post("/curate/fr/bulk/", {"state": "behind", "scope": "all", "reason": "x"}).status_code == 422
    assert client.post("/curate/ja/bulk/", {"state": "typography", "scope": "all", "reason": "x"}).status_code == 403
    assert everything() == before
