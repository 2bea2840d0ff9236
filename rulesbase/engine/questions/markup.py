"""Marks in written questions: [704.5k] cites a rule, [704.5k@2019-01-25] as of a day, [[Name]] is a card."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

_MARK = re.compile(
    r"\[\[(?P<card>[^\[\]\n]{1,200})\]\]"
    r"|\[(?P<number>\d{3}(?:\.\d{1,3}[a-z]{0,2})?)\.?(?:@(?P<day>\d{4}-\d\d-\d\d))?\]"
)
_TAG = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
LONGEST_TAG = 30


class QuestionText(NamedTuple):
    """The texts of a question in one language; choices are in the same order in every language."""

    scenario: str = ""
    answer: str = ""
    explanation: str = ""
    choices: Sequence[str] = ()

    @property
    def all(self) -> tuple[str, ...]:
        """Return every text of it."""
        return (self.scenario, *self.choices, self.answer, self.explanation)

    def changed(self, change: Callable[[str], str]) -> "QuestionText":
        """Return it with every text changed by a function."""
        choices = [change(choice) for choice in self.choices]
        return QuestionText(change(self.scenario), change(self.answer), change(self.explanation), choices)


class Content(NamedTuple):
    """The content of a revision: ``right`` are the right choices from 0, ``texts`` is by language."""

    level: int
    tags: list[str]
    right: list[int]
    texts: Mapping[str, QuestionText]

    @property
    def passages(self) -> tuple[str, ...]:
        """Return every text in every language."""
        return tuple(text for words in self.texts.values() for text in words.all)


class QuestionMark(NamedTuple):
    """text[start:end] cites a rule, ``written`` as in the brackets, or names a card (``number`` is empty)."""

    start: int
    end: int
    written: str
    number: str
    day: str


def marks_in(text: str) -> list[QuestionMark]:
    """Return the citations and cards of a text, in order."""
    found = []
    for match in _MARK.finditer(text):
        if match["card"] is not None:
            found.append(QuestionMark(match.start(), match.end(), match["card"].strip(), "", ""))
        else:
            day = match["day"] or ""
            written = f"{match['number']}@{day}" if day else match["number"]
            found.append(QuestionMark(match.start(), match.end(), written, match["number"], day))
    return found


def cited_in(texts: Iterable[str]) -> dict[str, QuestionMark]:
    """Return the citations of texts by their written form, each once, in order."""
    return {mark.written: mark for text in texts for mark in marks_in(text) if mark.number}


def cards_in(texts: Iterable[str]) -> list[str]:
    """Return the names of cards in texts, each once, in order."""
    return list(dict.fromkeys(mark.written for text in texts for mark in marks_in(text) if not mark.number))


def recited(text: str, written: Mapping[str, str]) -> str:
    """Return a text with citations replaced by the map; others stay."""
    parts: list[str] = []
    at = 0
    for mark in marks_in(text):
        if mark.number and mark.written in written:
            parts += (text[at : mark.start], f"[{written[mark.written]}]")
            at = mark.end
    return "".join((*parts, text[at:]))


def read_choices(typed: str) -> tuple[list[str], list[int]]:
    """Parse choices, one a line, the right ones with a star; return them and the indexes of the right ones."""
    lines = [line.strip() for line in typed.splitlines() if line.strip()]
    right = [at for at, line in enumerate(lines) if line.startswith("*")]
    return [line.removeprefix("*").strip() for line in lines], right


def read_content(level: int, tags: str, typed: Mapping[str, Mapping[str, str]]) -> Content:
    """Return a question as people type it: texts by language and part, the right choices marked in English."""
    texts: dict[str, QuestionText] = {}
    right: list[int] = []
    for language, parts in typed.items():
        choices, marked = read_choices(parts.get("choices", ""))
        right = marked if language == "en" else right
        scenario, answer, explanation = (parts.get(part, "") for part in ("scenario", "answer", "explanation"))
        texts[language] = QuestionText(scenario, answer, explanation, choices)
    return Content(level, read_tags(tags), right, texts)


def write_choices(choices: Iterable[str], right: Iterable[int]) -> str:
    """Return choices in the form people type."""
    marked = set(right)
    return "\n".join(("* " if at in marked else "") + choice for at, choice in enumerate(choices))


def read_tags(typed: str) -> list[str]:
    """Return tags separated by commas or spaces, in lower case, each once, sorted."""
    return sorted({tag.lower() for tag in re.split(r"[,\s]+", typed) if tag})


def is_tag(tag: str) -> bool:
    """Return whether a tag is letters and digits, perhaps with hyphens between."""
    return len(tag) <= LONGEST_TAG and bool(_TAG.fullmatch(tag)) and tag == tag.lower()
