"""Curators at work: they open a text at the desk, type, save, hand it in and approve it; some of them by programs.

A text takes five writes, one of which readers see. Anybody who has a text has it alone, as the desk expects.
"""

import random
import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.bench.measuring import BenchError
from tests.site.load.asking import Took, Visit, as_json, form, make

# A secret of the form that Django makes; it must be the same in cookie and form.
_SECRET = "load0CSRF00token0of0thirty2chars"
_WORDS = "une lampe brille sur la tour et le gardien monte chaque soir avec son huile pour la nuit du phare".split()
_MOST = 400
# Writes of a text; the last one approves it.
_BY_FORM = ("draft", "draft", "save", "submit", "approve")
_BY_TOKEN = ("draft", "draft", "draft", "review", "approve")
_BASE = re.compile(rb'name="base" value="(\d+)"')


@dataclass
class Text:
    """A text on its way: what was done with it, and on which revision."""

    rule: str
    has_heading: bool
    length: int
    by_token: bool
    person: int
    step: int = 0
    base: int = 0
    heading: str = ""
    text: str = ""


class Curators:
    """Some people with their sessions and tokens, and the texts that wait for them."""

    def __init__(self, made: Mapping[str, Any], seed: int) -> None:
        """``made`` is what tests/site/load/people.py printed."""
        self.chance = random.Random(seed)
        self.language: str = made["language"]
        self.sessions: list[str] = made["sessions"]
        self.tokens: list[str] = made["tokens"]
        self.lock = threading.Lock()
        self.waiting = deque(
            Text(rule, heading, length, at % 2 == 1, at // 2 % len(self.sessions))
            for at, (rule, heading, length) in enumerate(made["texts"])
            if rule
        )
        self.begun: deque[Text] = deque()

    def write(self, port: int) -> Iterator[Took]:
        """Do the next step of some text: one write, and the editor before the first."""
        with self.lock:
            # As many texts are open as there are people.
            from_begun = len(self.begun) >= len(self.sessions) or not self.waiting
            if not self.begun and not self.waiting:
                yield Took("write", 0.0, "No text is left to be translated.")
                return
            text = (self.begun if from_begun else self.waiting).popleft()
        yield from self._step(port, text)
        with self.lock:
            if text.step < len(_BY_FORM):
                self.begun.append(text)

    def prepared(self, port: int) -> Text:
        """Take a text through all steps but its approval. Raise BenchError where that goes wrong."""
        with self.lock:
            text = self.waiting.popleft()
        while text.step < len(_BY_FORM) - 1:
            self.finish(port, text)
        return text

    def finish(self, port: int, text: Text) -> None:
        """Do the next step of a text. Raise BenchError where that goes wrong."""
        for took in self._step(port, text):
            if took.error:
                raise BenchError(f"{took.kind}: {took.error}")

    def _step(self, port: int, text: Text) -> Iterator[Took]:
        if text.step < 3:
            words = self.chance.choices(_WORDS, k=max(3, min(text.length, _MOST) // 6))
            text.text = " ".join(words).capitalize() + "." if text.length else ""
            text.heading = " ".join(words[:2]).capitalize() if text.has_heading else ""
        yield from self._by_token(port, text) if text.by_token else self._by_form(port, text)
        text.step += 1

    def _by_form(self, port: int, text: Text) -> Iterator[Took]:
        cookies = {"Cookie": f"sessionid={self.sessions[text.person]}; csrftoken={_SECRET}"}
        address, verb = f"/curate/{self.language}/{text.rule}/", _BY_FORM[text.step]
        if text.step == 0:
            took, answer = make(port, Visit("editor", address, cookies))
            found = _BASE.search(answer.body) if answer else None
            text.base = int(found[1]) if found else 0
            yield took
        sent: dict[str, object] = {"csrfmiddlewaretoken": _SECRET, "base": text.base, "verb": verb}
        if verb != "approve":
            sent |= {"heading": text.heading, "text": text.text}
        took, answer = make(port, form(verb, f"{address}draft/" if verb == "draft" else address, cookies, sent))
        if verb != "draft" and answer and answer.status != 302:
            # The desk answers 200 where nothing was done, with the reason on the page.
            took = took._replace(error=took.error or f"{address} {verb} was not done")
        text.base += verb == "save"
        yield took

    def _by_token(self, port: int, text: Text) -> Iterator[Took]:
        headers = {"Authorization": f"Bearer {self.tokens[text.person]}", "Accept": "application/json"}
        address, kind = f"/api/v1/desk/texts/{self.language}/{text.rule}/", _BY_TOKEN[text.step]
        if text.step == 0:
            took, answer = make(port, Visit("text by token", address, headers))
            text.base = answer.data["base"] if answer and not took.error else 0
            yield took
        if kind == "approve":
            sent: dict[str, object] = {"base": text.base, "seen": None}
            took, answer = make(port, as_json("approve by token", f"{address}approve/", headers, sent))
        else:
            sent = {"heading": text.heading, "text": text.text, "base": text.base, "as": kind}
            took, answer = make(port, as_json("write by token", f"{address}save/", headers, sent))
        if answer and not took.error:
            text.base = answer.data.get("base", text.base)
        yield took
