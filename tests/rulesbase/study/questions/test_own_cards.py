"""Own cards as they are shown: what people write is text, whatever it looks like."""

from datetime import date

import pytest

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.models import Question
from rulesbase.study.questions.html import render_own_cards
from rulesbase.study.questions.types import RenderContext

TODAY = CatalogueVersion(1, date(2026, 6, 19), "Latest", False, ())


def shown(ask: str, answer: str) -> tuple[str, str, str]:
    question = Question(pk=7, kind=Question.Kind.OWN, data={"ask": ask, "answer": answer})
    found = render_own_cards([question], RenderContext(Catalogue("0", (TODAY,), TODAY.date), TODAY, ("en",), {}))[7]
    assert (found.ask_text, found.answer_text, found.citations, found.difference) == (ask, answer, (), "")
    return found.ask, found.answer, found.eyebrow


def test_it_works() -> None:
    assert shown("One?\nTwo?", "Both.\n\nYes.") == ("<p>One?<br>Two?</p>", "<p>Both.</p>\n\n<p>Yes.</p>", "own card")


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "<img src=x onerror=a>", '"><b>', "&lt;b&gt;", "{{ x }}"]
)
def test_html_means_nothing(text: str) -> None:
    for side in shown(text, text)[:2]:
        inside = side.removeprefix("<p>").removesuffix("</p>")
        assert "<" not in inside
        assert inside.count("&") >= text.count("&") + text.count("<")
