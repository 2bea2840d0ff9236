"""/api/v1/desk/texts/: programs save, hand in, approve, send back and comment as their people do at the desk."""

import pytest
from django.test import Client, override_settings

from rulesbase.models import ActionLog, ReviewComment, Translation, User
from tests.rulesbase.desk.library import ADDED, EXAMPLE, SAME, WORD, spot
from tests.rulesbase.desk.programs import Program
from tests.rulesbase.desk.texts import base_of, newest, post, readers_see
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")
TEXT = "Qui a ouvert les deux portes compte chaque pièce une seule fois."


def log() -> list[tuple[str, str, str]]:
    rows = ActionLog.objects.exclude(author=None).order_by("pk")
    return [(row.verb, row.author_name, row.token) for row in rows]


@pytest.mark.slow
def test_from_a_draft_to_the_readers() -> None:
    tess, rene = Program("tess"), Program("rene", name="relecteur")
    at = tess.get(f"texts/fr/{ADDED}/").data
    assert (at["number"], at["base"], at["seen"], at["newest"], at["freshness"]) == (ADDED, 0, None, None, "missing")
    assert at["english"]["text"].endswith("No text was like this before.")
    saved = tess.do(ADDED, "save", text="Nul ne l’a [i]dit[/i].", **{"as": "draft"})
    assert (saved.status, saved.data["base"], saved.data["newest"]["status"]) == (200, 1, "draft")
    assert saved.data["newest"]["text"] == "Nul ne l’a [i]dit[/i]."
    assert tess.do(ADDED, "save", text="Nul ne l’a dit.", **{"as": "review"}).data["newest"]["status"] == "review"
    back = rene.do(ADDED, "send-back", comment="Personne ne l’a dit.")
    assert (back.status, back.data["newest"]["status"]) == (200, "draft")
    assert [one["text"] for one in back.data["comments"]] == ["Personne ne l’a dit."]
    assert tess.do(ADDED, "comment", comment="Bien vu.").status == 200
    tess.do(ADDED, "save", text="Personne ne l’a dit.", **{"as": "review"})
    done = rene.do(ADDED, "approve")
    assert (done.status, done.data["approved"]["text"]) == (200, "Personne ne l’a dit.")
    assert readers_see(ADDED) == "Personne ne l’a dit."
    assert rene.do(ADDED, "withdraw", reason="Trop tôt.").data["approved"] is None
    verbs = "saved submitted returned commented submitted approved withdrawn".split()
    who = [("tess", "bot"), ("rene", "relecteur")]
    assert log() == [(verb, *who[verb in ("returned", "approved", "withdrawn")]) for verb in verbs]


def test_a_report_on_a_translation_of_older_english_is_among_the_comments() -> None:
    reader = signed_in(User.objects.get(username="rita"))
    reader.post(f"/rules/2021-03-01/{WORD}/report/fr/", {"text": "Le mot est faux."})
    at = Program("tess").get(f"texts/fr/{WORD}/").data
    assert at["newest"] is None
    assert [one["text"] for one in at["comments"]] == ["Le mot est faux."]


def test_the_pages_say_that_it_was_a_token(translator: Client) -> None:
    Program("tess", name="night run").do(WORD, "save", text=TEXT, **{"as": "draft"})
    assert "with the API token night run" in translator.get("/curate/fr/log/").content.decode()
    post(translator, WORD, "save", text=f"{TEXT} Oui.")
    assert log()[-1] == ("saved", "tess", "")


def test_who_was_too_late_gets_both_texts(translator: Client) -> None:
    program = Program("rene")
    base = base_of(WORD)
    post(translator, WORD, "submit", text="Un autre texte.")
    late = program.post(f"texts/fr/{WORD}/save/", {"text": TEXT, "as": "review", "base": base})
    assert (late.status, late.headers["Content-Type"]) == (409, "application/problem+json")
    assert late.data["type"].endswith("#problem-conflict")
    assert late.data["newest"]["text"] == "Un autre texte."
    assert (late.data["newest"]["by"], late.data["yours"]["text"], late.data["base"]) == ("tess", TEXT, base + 1)
    assert newest(WORD).wording.text == "Un autre texte."
    again = program.post(f"texts/fr/{WORD}/save/", {"text": TEXT, "as": "review", "base": late.data["base"]})
    assert (again.status, again.data["base"]) == (200, base + 2)
    blind = program.do(WORD, "approve", seen=None if spot_seen() else 1)
    assert (blind.status, "approved" in blind.data) == (409, True)


def spot_seen() -> bool:
    return Translation.objects.filter(original=spot(WORD).original, language="fr", status="approved").exists()


def test_an_example_and_a_rule_by_its_id() -> None:
    tess = Program("tess")
    public_id = spot(EXAMPLE).public_id
    saved = tess.do(EXAMPLE, "save", part=2, text="Un boulanger n’a que sa farine.", **{"as": "review"})
    assert (saved.status, saved.data["part"], saved.data["parts"]) == (200, 2, 3)
    assert tess.get(f"texts/fr/{public_id}/?part=2").data["newest"]["status"] == "review"
    for missing in ("texts/fr/999.9/", f"texts/fr/{EXAMPLE}/?part=3", "texts/xx/101.1/", "texts/fr/nothing-here/"):
        assert tess.get(missing).status == 404, missing
    assert "no text “999.9” to translate" in tess.get("texts/fr/999.9/").data["detail"]
    assert tess.get(f"texts/fr/{SAME}/?version=2020-03-01").status == 404


REFUSED: list[tuple[object, int, str]] = [
    ({"text": "Un texte.", "as": "draft"}, 400, "base"),
    ({"text": "Un texte.", "as": "draft", "base": True}, 400, "base"),
    ({"text": "Un texte.", "as": "final", "base": 2}, 400, "draft, review, approved"),
    ({"text": "Un texte.", "as": "draft", "base": 2, "force": 1}, 400, "force"),
    ({"text": "a\0b", "as": "draft", "base": 2}, 400, "Null characters"),
    ({"text": "a\ud800b", "as": "draft", "base": 2}, 400, "incomplete character"),
    ({"text": "Un texte.", "as": "draft", "base": 2, "\ud800": 1}, 400, "incomplete character"),
    ({"text": "x" * 20_001, "as": "draft", "base": 2}, 400, "20000"),
    ({"text": "<script>x</script>", "as": "draft", "base": 2}, 422, "markup"),
    ({"text": "ouvert[i]", "as": "draft", "base": 2}, 422, "italics"),
    ({"text": "a\u202eb", "as": "draft", "base": 2}, 422, "direction"),
    ({"text": "", "as": "draft", "base": 2}, 422, "empty"),
    ({"text": "Un texte.", "as": "approved", "base": 2}, 403, "review"),
    ([], 400, "object"),
    (b"{", 400, "JSON"),
    (b"\xff", 400, "JSON"),
    (b"[" * 100_000, 400, "JSON"),
    (b" " * 400_001, 413, "400000"),
]


def test_what_cannot_be_stored() -> None:
    Program("tess", name="first").do(WORD, "save", text="Le premier.", **{"as": "draft"})
    Program("tess", name="then").do(WORD, "save", text="Le second.", **{"as": "draft"})
    tess, before = Program("tess"), Translation.objects.count()
    path = f"texts/fr/{WORD}/save/"
    for body, status, says in REFUSED:
        got = tess.post(path, body)
        assert (got.status, says in got.data["detail"]) == (status, True), got.data
    assert Translation.objects.count() == before
    # In JSON this is a whole number.
    assert tess.post(path, {"text": "Un texte.", "as": "draft", "base": 2.0}).status == 200


def test_a_comment_needs_words_and_a_text() -> None:
    rene = Program("rene")
    assert rene.do(ADDED, "comment", comment="  \n ").status == 409
    assert rene.do(ADDED, "comment", comment="Rien ici.").status == 409
    assert rene.do(WORD, "send-back", comment="Rien ici.").data["title"] == "The request was refused"
    assert not ReviewComment.objects.exists()


@override_settings(FOUR_EYES=True)
def test_four_eyes_are_those_of_people() -> None:
    rene = Program("rene")
    assert rene.get("").data["four_eyes"] is True
    got = rene.do(ADDED, "save", text="Personne.", **{"as": "approved"})
    assert (got.status, "Another reviewer" in got.data["detail"]) == (409, True)
    assert not Translation.objects.filter(original=spot(ADDED).original).exists()


@pytest.mark.slow
def test_a_key_is_used_once() -> None:
    tess = Program("tess")
    body = {"text": TEXT, "as": "draft", "base": base_of(WORD)}
    path = f"texts/fr/{WORD}/save/"
    first = tess.post(path, body, Idempotency_Key="run-1")
    assert "Idempotency-Replayed" not in first.headers
    again = tess.post(path, body, Idempotency_Key="run-1")
    assert (again.status, again.data, again.headers["Idempotency-Replayed"]) == (200, first.data, "true")
    assert log() == [("saved", "tess", "bot")]
    other = tess.post(path, body | {"text": "Autre."}, Idempotency_Key="run-1")
    assert (other.status, other.data["type"].rpartition("-")[0]) == (422, "/api/v1/docs/#problem-key")
    # The same key of another token is another key; a refusal is remembered too.
    late = Program("tess", name="second")
    for _ in range(2):
        got = late.post(path, body, Idempotency_Key="run-1")
        assert (got.status, got.data["newest"]["text"]) == (409, TEXT)
    assert got.headers["Idempotency-Replayed"] == "true"
    for wrong in ("", " ", "a b", "é", "x" * 101):
        assert tess.post(path, body, Idempotency_Key=wrong).status == 400, wrong
