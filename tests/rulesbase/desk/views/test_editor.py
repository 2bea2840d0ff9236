"""/curate/fr/RULE/: a text is opened, typed, saved, reviewed, approved, sent back, reverted and withdrawn."""

import re
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils.html import escape

from rulesbase.models import ActionLog, Draft, ReviewComment, Translation
from rulesbase.translations.freshness_types import Freshness
from tests.rulesbase.desk.library import ADDED, EXAMPLE, REFS, SAME, TYPO, WORD, address, french, spot
from tests.rulesbase.desk.texts import base_of, newest, post, readers_see, rows, seen_of, state_of
from tests.support.pages import squeezed

pytestmark = [pytest.mark.usefixtures("desk"), pytest.mark.postgres]
TEXT = "Celui qui a ouvert les deux portes compte chaque pièce une seule fois."


def log() -> list[tuple[str, str, str, str]]:
    """The log, oldest first: verb, who, place, and status after it."""
    made = ActionLog.objects.exclude(author=None).order_by("pk")
    return [(row.verb, row.author_name, row.place, row.new_status) for row in made]


@pytest.mark.slow
def test_a_text_is_translated_reviewed_and_published(translator: Client, reviewer: Client) -> None:
    page = translator.get(address(WORD)).content.decode()
    assert page.count("outdated by 1 change") == 1
    assert "counts every coin" in page
    assert "<ins" in page
    assert french(spot_before(WORD)) in page
    assert state_of(WORD) is Freshness.BEHIND
    sent = post(translator, WORD, "submit", text=TEXT, reason="The English of 2021.")
    assert sent.status_code == 302
    assert readers_see(WORD) == french(spot_before(WORD))
    approved = post(reviewer, WORD, "approve")
    assert approved.status_code == 302
    assert readers_see(WORD) == TEXT
    assert state_of(WORD) is Freshness.EXACT
    place = f"{WORD}@2021-03-01"
    assert log() == [("submitted", "tess", place, "review"), ("approved", "rene", place, "approved")]
    row = ActionLog.objects.get(verb="submitted")
    assert (row.reason, row.after and row.after.text, row.before) == ("The English of 2021.", TEXT, None)
    assert not Draft.objects.filter(user__username="tess", saves__gt=0).exists()
    assert TEXT in Client().get(f"/rules/2021-03-01/{WORD}/?lang=fr").content.decode()


def spot_before(number: str) -> str:
    from tests.rulesbase.desk.library import OLD

    return OLD[int(number.partition(".")[2]) - 1].text


@pytest.mark.slow
def test_a_draft_then_review_then_sent_back(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "save", text="Un premier jet.")
    post(translator, ADDED, "submit", text="Un premier jet.")
    assert [(row.status, row.revision) for row in rows(ADDED)] == [("review", 1)]
    refused = post(reviewer, ADDED, "return", comment="  ")
    assert (refused.status_code, newest(ADDED).status) == (409, "review")
    post(reviewer, ADDED, "return", comment="Il manque 2 < 3 & plus.")
    assert newest(ADDED).status == "draft"
    assert ReviewComment.objects.get().author_name == "rene"
    assert "Il manque 2 &lt; 3 &amp; plus." in translator.get(address(ADDED)).content.decode()
    post(translator, ADDED, "submit", text="Un mot de plus.")
    assert [(row.status, row.revision) for row in rows(ADDED)] == [("superseded", 1), ("review", 2)]
    verbs = [row[0] for row in log()]
    assert verbs == ["saved", "submitted", "returned", "submitted"]


def test_the_messages_name_what_was_changed(translator: Client, reviewer: Client) -> None:
    def message(client: Client, number: str, verb: str, **sent: object) -> str:
        row = {"row": "", "base": base_of(number), "seen": seen_of(number), "verb": verb} | sent
        answer = client.post(address(number), row, headers={"Accept": "application/json"})
        return str(answer.json()["message"])

    assert message(translator, ADDED, "save", text=TEXT) == "Saved as a draft."
    assert message(translator, ADDED, "save", text=TEXT) == "Saved as a draft."
    assert message(translator, ADDED, "submit", text=TEXT) == f"The translation of {ADDED} was sent for review."
    for verb in ("save", "submit"):
        unchanged = message(translator, ADDED, verb, text=TEXT)
        assert unchanged == "Nothing was changed: this text is already in review."
    assert message(translator, ADDED, "save", text=TEXT, comment="Et ?") == "Comment saved."
    assert "is approved" in message(reviewer, ADDED, "approve", text=TEXT)
    for verb in ("save", "submit", "approve"):
        unchanged = message(reviewer, ADDED, verb, text=TEXT)
        assert unchanged == "Nothing was changed: this text is already approved."


def test_a_restored_text_of_an_older_english_is_a_draft(translator: Client, reviewer: Client) -> None:
    older = Translation.objects.get(places__entry__rule=spot(WORD).entry.rule)
    sent = post(translator, WORD, "revert", to=older.pk, reason="Elle était juste.")
    assert newest(WORD).status == "draft"
    assert "was restored as a draft" in translator.get(sent.headers["Location"]).content.decode()
    assert "becomes a draft instead" in translator.get(address(WORD, more="history/")).content.decode()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "verb", "logged", "text"),
    [(TYPO, "keep", "kept", 'Say "lamp" twice.'), (REFS, "adopt", "adopted", "See rule 100.3.")],
)
def test_changes_of_signs_or_numbers_alone_need_no_new_text(
    reviewer: Client, number: str, verb: str, logged: str, text: str
) -> None:
    expected = (readers_see(number) or "").replace("See rule 100.2.", "See rule 100.3.")
    assert expected.endswith(text)
    assert f"{escape(expected)}</textarea>" in reviewer.get(address(number)).content.decode()
    assert post(reviewer, number, verb).status_code == 302
    assert state_of(number) is Freshness.EXACT
    assert readers_see(number) == expected
    for other in {WORD, SAME, ADDED, TYPO, REFS} - {number}:
        assert post(reviewer, other, verb).status_code == 409
    assert log() == [(logged, "rene", f"{number}@2021-03-01", "approved")]


def test_an_example_is_a_text_of_its_own(reviewer: Client) -> None:
    assert state_of(EXAMPLE) is Freshness.EXAMPLE
    page = reviewer.get(address(EXAMPLE, 2)).content.decode()
    assert "A baker has nothing but flour." in page
    post(reviewer, EXAMPLE, "approve", part=2, text="Exemple : un boulanger n’a que de la farine.")
    assert state_of(EXAMPLE) is Freshness.EXACT
    assert log()[0][2] == f"{EXAMPLE}@2021-03-01 example 2"


def test_italics_are_typed_in_marks(reviewer: Client) -> None:
    post(reviewer, ADDED, "approve", text="Rien [i]de tout[/i] cela.")
    wording = newest(ADDED).wording
    assert (wording.text, wording.emphasis) == ("Rien de tout cela.", "5-12")
    assert "Rien [i]de tout[/i] cela." in reviewer.get(address(ADDED)).content.decode()
    assert "Rien <em>de tout</em> cela." in Client().get(f"/rules/2021-03-01/{ADDED}/?lang=fr").content.decode()


@pytest.mark.slow
def test_a_text_is_reverted_and_withdrawn(reviewer: Client, translator: Client) -> None:
    post(reviewer, ADDED, "approve", text="La première.")
    first = newest(ADDED)
    post(reviewer, ADDED, "approve", text="La seconde.")
    assert post(reviewer, ADDED, "revert", to=first.pk).status_code == 409
    post(reviewer, ADDED, "revert", to=first.pk, reason="La première était juste.")
    assert readers_see(ADDED) == "La première."
    assert [row.revision for row in rows(ADDED)] == [1, 2, 3]
    post(reviewer, ADDED, "withdraw", reason="Tout est à refaire.")
    assert readers_see(ADDED) is None
    # A translator's goes through review.
    post(translator, ADDED, "revert", to=first.pk, reason="Elle était juste.")
    assert (newest(ADDED).status, readers_see(ADDED)) == ("review", None)
    other = Translation.objects.filter(places__entry__number=SAME).earliest("pk")
    assert post(reviewer, ADDED, "revert", to=other.pk, reason="Un autre.").status_code == 409


def test_the_history_shows_texts_authors_and_differences(reviewer: Client) -> None:
    post(reviewer, WORD, "approve", text=TEXT, reason="Nouvel anglais.")
    page = reviewer.get(address(WORD, more="history/")).content.decode()
    for words in (TEXT, "Nouvel anglais.", "translated from an older English text", "rene", "<del"):
        assert words in page
    old, new = Translation.objects.filter(places__entry__rule=spot(WORD).entry.rule).order_by("pk")
    chosen = reviewer.get(address(WORD, more="history/"), {"a": new.pk, "b": old.pk}).content.decode()
    assert f'name="a" value="{new.pk}" checked' in chosen
    assert reviewer.get("/curate/fr/log/").content.decode().count(f"{WORD}@2021-03-01") == 2


@pytest.mark.parametrize(
    ("verb", "again", "state", "logged"),
    [
        ("approve", "approve", "approved", ("kept", "approved")),
        ("approve", "submit", "approved", ("commented", "")),
        ("submit", "submit", "in review", ("commented", "")),
    ],
)
def test_the_reason_of_a_text_sent_again_is_in_the_history(
    verb: str, again: str, state: str, logged: tuple[str, str], reviewer: Client
) -> None:
    post(reviewer, WORD, verb, text=TEXT)
    sent = post(reviewer, WORD, again, text=TEXT, reason="À relire.")
    page = reviewer.get(sent.headers["Location"]).content.decode()
    assert f"Reason saved. The text was not changed: it is already {state}." in page
    assert "À relire." in reviewer.get(address(WORD, more="history/")).content.decode()
    before = log()
    assert before[-1] == (logged[0], "rene", f"{WORD}@2021-03-01", logged[1])
    post(reviewer, WORD, again, text=TEXT, reason=" ")
    assert log() == before


def test_the_history_of_a_single_text(settings: LazySettings, reviewer: Client) -> None:
    """There is nothing to compare; the text can be withdrawn, and restored after that."""
    history = address(ADDED, more="history/")
    post(reviewer, ADDED, "approve", text=TEXT)
    page = reviewer.get(history).content.decode()
    assert ("Show the difference" in page, "Withdraw the approved text" in page) == (False, True)
    assert 'value="revert"' not in page
    post(reviewer, ADDED, "withdraw", reason="Tout est à refaire.")
    page = reviewer.get(history).content.decode()
    assert ('value="revert"' in page, 'value="withdraw"' in page) == (True, False)
    assert "and wait for review" not in page
    settings.FOUR_EYES = True
    assert "and wait for review" in reviewer.get(history).content.decode()


def test_the_history_names_texts_of_a_heading_alone(reviewer: Client) -> None:
    for heading in ("Les lampes", "Les lanternes"):
        post(reviewer, "101", "approve", heading=heading)
    page = squeezed(reviewer.get(address("101", more="history/")).content.decode())
    assert "· rene · Les lampes</option>" in page


def test_the_history_of_an_example(reviewer: Client) -> None:
    """Only texts whose English is like this example, not those of the other examples of the rule."""
    post(reviewer, EXAMPLE, "approve", part=2, text=TEXT)
    first, second = (reviewer.get(address(EXAMPLE, part, more="history/")).content.decode() for part in (1, 2))
    assert (TEXT in first, "A sailor has two lamps" in first) == (False, True)
    assert (TEXT in second, french("A sailor has two lamps") in second) == (True, False)


def test_a_found_problem_is_fixed_on_request(translator: Client) -> None:
    typed = "En français: rien n’a été dit."
    page = post(translator, ADDED, "save", text=typed)
    shown = translator.get(address(ADDED)).content.decode()
    assert page.status_code == 302
    which = re.search(r'name="fix" value="(\d+)"', shown)
    assert which
    fixed = post(translator, ADDED, "", text=typed, fix=which[1])
    assert fixed.status_code == 302
    draft = Draft.objects.get(user__username="tess")
    assert draft.text != typed
    assert draft.text.replace("\u00a0", "").replace("\u202f", "").replace(" ", "") == typed.replace(" ", "")
    assert newest(ADDED).wording.text == typed


def test_what_is_typed_is_stored_at_once(translator: Client) -> None:
    first = translator.post(address(ADDED, more="draft/"), {"text": "À moit", "base": 0, "saves": 0})
    assert first.json() == {"saves": 1, "newest": 0, "by": "", "others": []}
    assert "À moit" in translator.get(address(ADDED)).content.decode()
    # Another window of the same person, which knows nothing of the first.
    other = translator.post(address(ADDED, more="draft/"), {"text": "Autre chose", "base": 0, "saves": 0})
    assert other.status_code == 409
    assert Draft.objects.get(text="À moit").saves == 1
    post(translator, ADDED, "discard")
    assert not Draft.objects.filter(saves__gt=0).exists()
    assert not Translation.objects.filter(original=spot(ADDED).original).exists()


@pytest.mark.parametrize("verb", ["comment", "return", ""])
def test_typed_text_is_autosaved_before_actions_beside_it(verb: str, translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text=TEXT, comment="Les portes ?")
    sent: dict[str, Any] = {"comment": "À revoir.", "text": TEXT, "saves": 0, "resolve": ReviewComment.objects.get().pk}
    assert post(reviewer, ADDED, "comment", **sent).status_code == 302
    assert not Draft.objects.filter(saves__gt=0).exists()
    assert post(reviewer, ADDED, verb, **sent | {"text": f"{TEXT} Deux."}).status_code == 302
    assert f"{TEXT} Deux.</textarea>" in reviewer.get(address(ADDED)).content.decode()
    refused = post(reviewer, ADDED, verb, **sent | {"text": f"{TEXT} Trois."})
    assert (refused.status_code, "you typed another text in another window" in refused.content.decode()) == (409, True)
    assert Draft.objects.get(saves__gt=0).text == f"{TEXT} Deux."


def test_who_else_is_here(translator: Client, reviewer: Client, editor: Client) -> None:
    translator.get(address(WORD))
    page = squeezed(reviewer.get(address(WORD)).content.decode())
    assert "Other people editing this text: tess" in page
    assert "tess" in reviewer.get("/curate/fr/?queue=behind").content.decode()
    stored = reviewer.post(address(WORD, more="draft/"), {"text": "x", "base": 0, "saves": 0})
    assert stored.json()["others"] == ["tess"]
    page = editor.get(f"/ja{address(WORD)}").content.decode()
    assert re.search("(rene、tess|tess、rene)", page)


def test_the_checks_of_what_is_typed_say_what_readers_will_see(translator: Client) -> None:
    note = "If a text with errors is approved, readers see the mark “possible error” on it."
    answer = translator.post(address(ADDED, more="checks/"), {"base": 0, "text": "Voir la règle 100.9."})
    shown = squeezed(answer.content.decode())
    assert (answer.status_code, "100.9" in shown, note in shown, "<html" in shown) == (200, True, True, False)
    passed = translator.post(address(SAME, more="checks/"), {"base": 1, "text": french(spot(SAME).original.text)})
    assert note not in squeezed(passed.content.decode())


def test_no_space_follows_a_full_width_sign_in_japanese(translator: Client, reviewer: Client) -> None:
    post(translator, ADDED, "submit", text="Voir la règle 100.9.")
    post(reviewer, ADDED, "save", text="Voir la règle 100.8.")
    pages = [
        translator.get(f"/ja{address(ADDED)}"),
        translator.post(f"/ja{address(ADDED)}", {"verb": "save", "base": 1, "text": "Voir la règle 100.7."}),
        translator.get("/ja/curate/fr/exchange/"),
    ]
    for page in pages:
        text = squeezed(page.content.decode()).partition("<main")[2].partition("</main>")[0]
        # A tag other than those within a line begins a new line.
        words = re.sub(r"</?(?:b|span|small|time|abbr|i|a|kbd)\b[^>]*>", "", text)
        assert re.findall(r".{20}[。、：」）] [^<\s].{10}", words) == []
