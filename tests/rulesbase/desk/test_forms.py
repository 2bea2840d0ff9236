"""Texts that are refused: a message at the field, and nothing is written."""

import pytest
from django.test import Client

from rulesbase.engine.text.typed_markup import TextProblem, text_problems
from rulesbase.models import ActionLog, Draft, Translation, Wording
from tests.rulesbase.desk.library import ADDED, address
from tests.rulesbase.desk.texts import post

BAD = {
    "a script": ("Bon <script>alert(1)</script>", TextProblem.MARKUP),
    "an event": ("Bon <img src=x onerror=alert(1)>", TextProblem.MARKUP),
    "a picture that runs": ("<svg/onload=alert(1)>", TextProblem.MARKUP),
    "a comment": ("Bon <!-- rien -->", TextProblem.MARKUP),
    "bidi": ("Bon \u202egauche\u202c", TextProblem.BIDI),
    "isolates": ("Bon \u2066x\u2069", TextProblem.BIDI),
    "a lost character": ("Bon\ufffdjour", TextProblem.NUL),
    "a bell": ("Bon\x07jour", TextProblem.CONTROL),
    "a private sign": ("Bon\ue000", TextProblem.CONTROL),
    "open italics": ("Bon [i]jour", TextProblem.ITALICS),
    "nested italics": ("[i]Bon [i]jour[/i][/i]", TextProblem.ITALICS),
}


def stored() -> tuple[int, int, int]:
    return Translation.objects.count(), Wording.objects.count(), ActionLog.objects.count()


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["save", "submit", "approve"])
def test_markup_and_invisible_signs_are_refused(desk: None, reviewer: Client, verb: str) -> None:
    before = stored()
    for text, problem in BAD.values():
        answer = post(reviewer, ADDED, verb, text=text)
        page = answer.content.decode()
        assert text_problems(text) == [problem]
        assert answer.status_code == 422
        assert 'aria-invalid="true"' in page
        assert '<p class="error" id="ed-error" aria-live="polite">' in page
        assert "<script>alert" not in page
    assert stored() == before


def test_not_stored_while_typed(desk: None, translator: Client) -> None:
    for text, trouble in BAD.values():
        answer = translator.post(address(ADDED, more="draft/"), {"text": text, "base": 0, "saves": 9})
        # Italics may be open while one types.
        typed = trouble is TextProblem.ITALICS
        assert answer.status_code == (200 if typed else 422)
        assert Draft.objects.filter(text=text).exists() is typed
        assert typed or answer.json()["errors"]["text"]


def test_a_text_that_is_too_long_is_refused(desk: None, reviewer: Client) -> None:
    before = stored()
    for size, status in ((20_001, 422), (300_000, 422), (5_000_000, 413)):
        answer = post(reviewer, ADDED, "submit", text="a" * size)
        assert answer.status_code == status
        assert "This text is too long: 20000 characters at most." in answer.content.decode()
        saved = reviewer.post(address(ADDED, more="draft/"), {"text": "a" * size, "base": 0})
        assert "20000" in saved.json()["errors"]["text"][0]
    assert stored() == before


@pytest.mark.slow
def test_an_empty_text_is_not_submitted(desk: None, translator: Client) -> None:
    for text in ("", "  \n "):
        answer = post(translator, ADDED, "submit", text=text)
        assert answer.status_code == 422
        assert "Write the translation first" in answer.content.decode()
    assert post(translator, ADDED, "save", text="x", heading="y").status_code == 422
    assert not Translation.objects.filter(places__entry__number=ADDED).exists()
