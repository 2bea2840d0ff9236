"""/api/v1/desk/: which token opens it. What each role may do there: tests/site/security/test_permissions.py."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from rulesbase.accounts.api_tokens import make_token
from rulesbase.models import ActionLog, ApiToken, ReviewComment, TermEntry, Translation, User
from tests.rulesbase.desk.library import SAME, TYPO, WORD
from tests.rulesbase.desk.programs import DESK, Program
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")

WHY = {"reason": "So."}
TERM = {"term": "Lamp", "translation": "Lampe"}
MOVE = {"old": "100.1@2020-03-01", "verb": "same", "new": "100.2@2021-03-01", "reason": "So.", "dry": True}
# What is sent where.
VERBS: dict[str, dict[str, Any]] = {
    f"texts/fr/{WORD}/save/": {"text": "Un texte.", "as": "draft", "base": 0},
    f"texts/fr/{SAME}/comment/": {"comment": "Un mot.", "base": 1},
    f"texts/fr/{SAME}/approve/": {"base": 1},
    f"texts/fr/{SAME}/send-back/": {"comment": "Un mot.", "base": 1},
    f"texts/fr/{SAME}/withdraw/": {"base": 1} | WHY,
    f"texts/fr/{SAME}/revert/": {"to": 1, "base": 1} | WHY,
    "many/fr/": {"state": "typography", "numbers": [TYPO]} | WHY,
    f"many/fr/{'0' * 16}/take-back/": WHY,
    "terms/fr/": TERM,
    "terms/fr/1/": {"do": "agree", "newest": 0},
    "corrections/": MOVE,
    "corrections/1/withdraw/": {},
    "ties/": {"ruling": 1, "place": "100.1", "reason": "So."},
    "ties/1/withdraw/": {},
    "imports/": {"name": "x.txt", "text": "No rules at all."},
    "imports/1/confirm/": {"do": "discard"},
}


def everything() -> tuple[object, ...]:
    """All that a verb could change."""
    return (
        sorted(Translation.objects.values_list("pk", "status", "wording", "revision")),
        ActionLog.objects.count(),
        ReviewComment.objects.count(),
        TermEntry.objects.count(),
    )


def test_without_a_token_nothing_is_even_looked_at(editor: Client) -> None:
    before = everything()
    reading = Program("cora", scope="read", client=editor)
    for path, body in VERBS.items():
        answer = reading.post(path, body)
        assert (answer.status, "can only read" in answer.data["detail"]) == (403, True)
        # A session counts for nothing, and so does what only looks like a token.
        for value in (
            "",
            "Bearer",
            "Bearer rb_x",
            f"Basic {reading.secret}",
            f"Bearer x{reading.secret}",
            "Bearer \xff",
        ):
            for client in (editor, Client()):
                answer_to = client.post(DESK + path, "{", "application/json", headers={"Authorization": value})
                assert answer_to.status_code == 401, (path, value)
                assert answer_to.headers["WWW-Authenticate"].startswith("Bearer")
                assert answer_to.headers["Content-Type"] == "application/problem+json"
    assert everything() == before


def test_tokens_that_are_over_or_of_accounts_that_are_closed() -> None:
    program = Program("cora")
    assert program.get("").data["curates"] is True
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.get("").status == 401
    ApiToken.objects.update(expires_at=None)
    assert program.get("").data["good_until"] is None
    User.objects.filter(username="cora").update(is_active=False)
    assert program.get("").status == 401


def test_rights_are_those_of_now() -> None:
    tess = Program("tess")
    path, body = f"texts/fr/{WORD}/save/", {"text": "Un texte.", "as": "draft", "base": 0}
    User.objects.get(username="tess").groups.clear()
    assert tess.post(path, body).status == 403


def test_last_used_is_noted_now_and_then() -> None:
    tess = Program("tess")
    tess.get("")
    first = ApiToken.objects.get().used_at
    assert first is not None
    tess.get("")
    assert ApiToken.objects.get().used_at == first
    ApiToken.objects.update(used_at=first - timedelta(minutes=11))
    tess.get("")
    assert (ApiToken.objects.get().used_at or first) >= first


def test_no_web_page_elsewhere_may_write_or_read_here() -> None:
    tess = Program("tess")
    asked = {"Origin": "https://bot.example", "Access-Control-Request-Method": "POST"}
    for answer in (
        Client().options(f"{DESK}terms/fr/", headers=asked),
        Client().get(f"{DESK}terms/fr/", headers=tess.headers(Origin="https://bot.example")),
        Client().get(f"{DESK}terms/fr/", headers={"Origin": "https://bot.example"}),
    ):
        assert not [name for name in answer.headers if name.startswith("Access-Control")]
        assert answer.headers["Cache-Control"] == "private, no-store"
    # Elsewhere in the API a web page may not send a token either.
    open_page = Client().options("/api/v1/versions/", headers=asked)
    assert "Authorization" not in open_page.headers["Access-Control-Allow-Headers"]


def test_a_browser_with_another_session_writes_as_the_token(editor: Client) -> None:
    tess = Program("tess", client=editor)
    assert tess.do(WORD, "save", text="Un texte.", **{"as": "draft"}).status == 200
    assert ActionLog.objects.latest("pk").author_name == "tess"
    assert signed_in(User.objects.get(username="rita")).get(DESK).status_code == 401


@pytest.mark.usefixtures("caching")
@override_settings(API_WRITE_RATE=3, API_WINDOW=3600)
def test_a_token_writes_so_often_and_no_more() -> None:
    tess, second = Program("tess"), Program("tess", name="second")
    got = [tess.post("terms/fr/", TERM | {"note": f"No. {at}"}) for at in range(4)]
    assert [one.status for one in got] == [200, 200, 200, 429]
    assert [one.headers["RateLimit-Remaining"] for one in got] == ["2", "1", "0", "0"]
    assert (got[3].headers["RateLimit-Limit"], got[3].data["status"]) == ("3", 429)
    # Written otherwise it is the same token.
    assert tess.post("terms/fr/", TERM, Authorization=f"BEARER  {tess.secret}").status == 429
    assert second.post("terms/fr/", TERM).status == 200
    assert tess.get("terms/fr/").headers["RateLimit-Limit"] == "600"
    made = make_token(User.objects.get(username="edie"), "x", "write", 0)
    assert TermEntry.objects.count() == 4
    assert made.token.used_at is None


@override_settings(MAINTENANCE=True)
def test_under_maintenance_a_program_reads_on() -> None:
    tess = Program("tess")
    tess.client.raise_request_exception = False
    assert tess.get("terms/fr/").status == 200
    assert ApiToken.objects.get(pk=tess.token.pk).used_at is None
    assert tess.post("terms/fr/", TERM).status == 503
    assert not TermEntry.objects.exists()
