"""Every role at every address of the desk, with every verb: what a role may not do changes nothing."""

from typing import Any

import pytest
from django.test import Client

from rulesbase.models import ActionLog, Draft, ReviewComment, State, Translation, User
from tests.rulesbase.desk.library import ADDED, REFS, SAME, TYPO, WORD, address, signed_in
from tests.rulesbase.desk.texts import base_of, newest, post, seen_of

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
EDIT = REVIEW - {"reviewer"}
DESK = TRANSLATE | {"other"}

PAGES = {
    "/curate/": DESK,
    "/curate/fr/": TRANSLATE,
    "/curate/fr/?queue=references": TRANSLATE,
    "/curate/fr/next/?queue=behind": TRANSLATE,
    "/curate/fr/log/": TRANSLATE,
    "EDITOR": TRANSLATE,
    "EDITOR history/": TRANSLATE,
}
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


def refused(client: Client, role: str, answer: int) -> bool:
    return answer == (302 if role == "visitor" else 403)


@pytest.mark.parametrize("role", ROLES)
def test_pages(role: str) -> None:
    client = client_of(role)
    for page, may in PAGES.items():
        path = address(WORD, more=page.removeprefix("EDITOR").strip()) if page.startswith("EDITOR") else page
        answer = client.get(path)
        if role in may:
            assert answer.status_code in (200, 302), page
            assert answer.headers["Cache-Control"] == "private, no-store"
        else:
            assert refused(client, role, answer.status_code), page
            if role == "visitor":
                assert answer.headers["Location"].startswith("/account/sign-in/?next=/curate/")


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("role", ROLES)
def test_verbs(role: str, verb: str) -> None:
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
        assert refused(client, role, answer.status_code)
        assert everything() == before


@pytest.mark.parametrize("role", ROLES)
def test_what_scripts_ask(role: str) -> None:
    client = client_of(role)
    before = everything()
    stored = client.post(address(WORD, more="draft/"), {"text": "Un début", "base": base_of(WORD), "saves": 0})
    checked = client.post(address(WORD, more="checks/"), {"text": "Un début", "base": 0})
    if role in TRANSLATE:
        assert (stored.status_code, checked.status_code) == (200, 200)
    else:
        assert refused(client, role, stored.status_code)
        assert refused(client, role, checked.status_code)
        assert everything() == before


@pytest.mark.parametrize("role", ROLES)
def test_many_at_once(role: str) -> None:
    client = client_of(role)
    before = everything()
    sent = {"state": "typography", "scope": "all", "reason": "Rien que des guillemets."}
    answer = client.post("/curate/fr/bulk/", sent)
    if role in EDIT:
        assert answer.status_code == 302
        batch = ActionLog.objects.get(verb="kept").batch
        assert client.post(f"/curate/fr/bulk/{batch}/take-back/", {"reason": "Trop vite."}).status_code == 302
        assert newest(TYPO).status == "superseded"
    else:
        assert refused(client, role, answer.status_code)
        assert refused(client, role, client.post("/curate/fr/bulk/abc/take-back/", {"reason": "x"}).status_code)
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


def test_a_form_of_another_site() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(username="rene"))
    before = everything()
    form = {"verb": "approve", "text": "x", "base": base_of(WORD), "seen": seen_of(WORD)}
    assert client.post(address(WORD), form).status_code == 403
    assert client.post(address(WORD, more="draft/"), form).status_code == 403
    assert client.post("/curate/fr/bulk/", {}).status_code == 403
    assert everything() == before


def test_second_factor(settings: object) -> None:
    settings.SECOND_FACTOR_DEMANDED = True  # type: ignore[attr-defined]
    answer = client_of("translator").get("/curate/fr/")
    assert answer.headers["Location"].startswith("/account/second-factor/")
