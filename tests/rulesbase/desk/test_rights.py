"""Every role with every verb of the editor: what a role may not do changes nothing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk import actions, bulk_actions, replace_many
from rulesbase.desk.comments import resolve
from rulesbase.desk.queue_params import QueueParams
from rulesbase.desk.rights import ROLE_OF
from rulesbase.engine.nodes import Passage
from rulesbase.models import ActionLog, Draft, ReviewComment, State, Translation, User
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import ADDED, REFS, SAME, TYPO, WORD, address, spot
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
    assert {*VERBS, "fix", "resolve"} == ROLE_OF.keys()


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


def _text() -> Passage:
    return Passage("Un texte.")


def _earlier() -> Translation:
    return Translation.objects.filter(places__entry__number=SAME).earliest("pk")


# Action -> a person without its right in French, and the call.
ACTIONS: dict[str, tuple[str, Callable[[User], object]]] = {
    "save": ("jun", lambda by: actions.save(spot(WORD), "", _text(), 1, by, "", submit=False)),
    "submit": ("jun", lambda by: actions.save(spot(WORD), "", _text(), 1, by, "", submit=True)),
    "approve": ("tess", lambda by: actions.approve(spot(WORD), 1, None, by)),
    "submit_and_approve": ("tess", lambda by: actions.submit_and_approve(spot(WORD), "", _text(), 0, None, by)),
    "send_back": ("tess", lambda by: actions.send_back(spot(SAME), 1, "À refaire.", by)),
    "comment_on": ("jun", lambda by: actions.comment_on(spot(SAME), 1, "Un mot.", by)),
    "revert": ("jun", lambda by: actions.revert(spot(SAME), _earlier(), 1, by, "Avant.")),
    "withdraw": ("tess", lambda by: actions.withdraw(spot(SAME), 1, by, "Faux.")),
    "resolve": ("jun", lambda by: resolve(spot(SAME), 1, by)),
    "keep": ("tess", lambda by: bulk_actions.approve_one(catalogue(), spot(TYPO), ActionLog.Verb.CONFIRMED, by, "")),
    "adopt": ("tess", lambda by: bulk_actions.approve_one(catalogue(), spot(REFS), ActionLog.Verb.ADOPTED, by, "")),
    "bulk_approve": ("rene", lambda by: bulk_actions.bulk_approve("fr", Freshness.TYPOGRAPHY, by, "Oui.")),
    "undo_batch": ("rene", lambda by: bulk_actions.undo_batch("fr", "0", by, "Non.")),
    "replace_many": (
        "rene",
        lambda by: replace_many.replace_many("fr", by, "texte", "mot", "Mieux.", (), QueueParams()),
    ),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_checks_the_right_itself(action: str) -> None:
    name, act = ACTIONS[action]
    before = everything()
    with pytest.raises(PermissionDenied):
        act(User.objects.get(username=name))
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
