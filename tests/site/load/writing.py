"""Curators at work: they open a text at the desk, type, save, hand it in and approve it; some of them by programs.

A text takes five writes, one of which readers see. Anybody who has a text has it alone, as the desk expects.
"""

import json
import random
import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tests.bench.measuring import BenchError
from tests.site.load.asking import Answer, Took, Visit, as_json, form, make

# A secret of the form that Django makes; it must be the same in cookie and form.
_SECRET = "load0CSRF00token0of0thirty2chars"
_WORDS = "une lampe brille sur la tour et le gardien monte chaque soir avec son huile pour la nuit du phare".split()
_MOST = 400
# Writes of a text; the last one approves it.
_STEPS = 5
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
    saves: int = 0
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
        self.approved = 0

    def write(self, port: int) -> Iterator[Took]:
        """Do the next step of some text: one write, and the editor before the first."""
        with self.lock:
            # As many texts are open as there are people.
            from_begun = len(self.begun) >= len(self.sessions) or not self.waiting
            if not self.begun and not self.waiting:
                yield Took("write", 0.0, "No text is left to be translated.")
                return
            text = (self.begun if from_begun else self.waiting).popleft()
        yield from self._by_token(port, text) if text.by_token else self._by_form(port, text)
        with self.lock:
            if text.step < _STEPS:
                self.begun.append(text)

    def approve_one(self, port: int) -> None:
        """Work until a text is approved. Raises BenchError where that goes wrong."""
        while not self.approved:
            for took in self.write(port):
                if took.error:
                    raise BenchError(f"{took.kind}: {took.error}")

    def prepared(self, port: int) -> Text:
        """Take a text through all steps but its approval."""
        with self.lock:
            text = self.waiting.popleft()
        while text.step < _STEPS - 1:
            self._step(port, text)
        return text

    def finish(self, port: int, text: Text) -> None:
        """Approve a text that was prepared."""
        self._step(port, text)

    def _step(self, port: int, text: Text) -> None:
        for took in self._by_token(port, text) if text.by_token else self._by_form(port, text):
            if took.error:
                raise BenchError(f"{took.kind}: {took.error}")

    def _type(self, text: Text) -> None:
        """Some more words, all of our own."""
        words = self.chance.choices(_WORDS, k=max(3, min(text.length, _MOST) // 6))
        text.text = " ".join(words).capitalize() + "." if text.length else ""
        text.heading = " ".join(words[:2]).capitalize() if text.has_heading else ""

    def _by_form(self, port: int, text: Text) -> Iterator[Took]:
        cookies = {"Cookie": f"sessionid={self.sessions[text.person]}; csrftoken={_SECRET}"}
        address = f"/curate/{self.language}/{text.rule}/"
        if text.step == 0:
            took, answer = make(port, Visit("editor", address, cookies, keep=True))
            found = _BASE.search(answer.body) if answer else None
            text.base = int(found[1]) if found else 0
            yield took
        output = {"csrfmiddlewaretoken": _SECRET, "base": text.base}
        if text.step < 3:
            self._type(text)
        words = output | {"heading": text.heading, "text": text.text}
        if text.step < 2:
            took, answer = make(port, form("draft", f"{address}draft/", cookies, words)._replace(keep=True))
            text.saves += 1
        elif text.step == 2:
            took, answer = make(port, form("save", address, cookies, words | {"verb": "save"}))
            text.base += 1
        elif text.step == 3:
            took, answer = make(port, form("submit", address, cookies, words | {"verb": "submit"}))
        else:
            took, answer = make(port, form("approve", address, cookies, output | {"verb": "approve"}))
            self.approved += 1
        if text.step > 1 and answer and answer.status != 302:
            # The desk answers 200 where nothing was done, with the reason on the page.
            took = took._replace(error=took.error or f"{address} {took.kind} was not done")
        text.step += 1
        yield took

    def _by_token(self, port: int, text: Text) -> Iterator[Took]:
        headers = {"Authorization": f"Bearer {self.tokens[text.person]}", "Accept": "application/json"}
        address = f"/api/v1/desk/texts/{self.language}/{text.rule}/"
        if text.step == 0:
            took, answer = make(port, Visit("text by token", address, headers, keep=True))
            text.base = _json_of(answer).get("base", 0)
            yield took
        if text.step < 3:
            self._type(text)
        words = {"heading": text.heading, "text": text.text, "base": text.base}
        if text.step < 4:
            # Three drafts, each a revision, then it is handed in.
            output: dict[str, object] = words | {"as": "draft" if text.step < 3 else "review"}
            took, answer = make(port, as_json("write by token", f"{address}save/", headers, output))
        else:
            output = {"base": text.base, "seen": None}
            took, answer = make(port, as_json("approve by token", f"{address}approve/", headers, output))
            self.approved += 1
        text.base = _json_of(answer).get("base", text.base)
        text.step += 1
        yield took


def _json_of(answer: Answer | None) -> dict[str, Any]:
    if answer is None or answer.status != 200:
        return {}
    found: dict[str, Any] = json.loads(answer.body)
    return found
