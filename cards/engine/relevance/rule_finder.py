"""Find rules of a version by title or by words of their text, without numbers: these change from version to version."""

import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

# Longest title of a rule, in characters.
LONGEST_TITLE = 60
_NO_TITLE = (".", ":", "?", "!")
_SPACES = re.compile(r"\s+")
_QUOTES = str.maketrans("’‘“”", "''\"\"")


class RuleText(NamedTuple):
    """A chapter, rule or subrule of a version."""

    number: str
    heading: str
    text: str

    @property
    def title(self) -> str:
        """Return its heading, or its text if that is a title; else an empty text."""
        title = self.heading or self.text
        return title if len(title) <= LONGEST_TITLE and title and not title.endswith(_NO_TITLE) else ""


def fold(text: str) -> str:
    """Return a text in lower case with plain quotes and single spaces."""
    return _SPACES.sub(" ", text.strip().lower().translate(_QUOTES))


class RuleFinder:
    """The rules of one version, by title and by words."""

    def __init__(self, rules: Iterable[RuleText]) -> None:
        self.rules = list(rules)
        self.by_number = {rule.number: rule for rule in self.rules}
        self.titles: dict[str, str] = {}
        self._texts = [fold(rule.text) for rule in self.rules]
        self._all = "\n".join(self._texts)
        self._found: dict[str, str | None] = {}
        # Of rules with one title the chapter counts, which has the shortest number.
        for rule in sorted(self.rules, key=lambda rule: -len(rule.number)):
            if rule.title:
                self.titles[fold(rule.title)] = rule.number

    def find(self, named: str) -> str | None:
        """Return the number of ``=title``, or of the only rule with these words; None without one.

        ``chapter > `` before either looks in that chapter alone.
        """
        if named not in self._found:
            chapter, _arrow, name = named.rpartition(" > ")
            self._found[named] = self._find_in_chapter(chapter, name) if chapter else self._find(name)
        return self._found[named]

    def _find(self, named: str) -> str | None:
        if named.startswith("="):
            return self.titles.get(named[1:])
        first = self._all.find(named)
        if first < 0:
            return None
        at = self._all.count("\n", 0, first)
        end = self._all.find("\n", first)
        return self.rules[at].number if end < 0 or self._all.find(named, end) < 0 else None

    def _find_in_chapter(self, chapter: str, named: str) -> str | None:
        below = self._below(chapter)
        if named.startswith("="):
            return next((rule.number for rule in below if fold(rule.title) == named[1:]), None)
        found = [rule.number for rule in below if named in fold(rule.text)]
        return found[0] if len(found) == 1 else None

    def _below(self, chapter: str) -> list[RuleText]:
        """Return the rules of a chapter by its title."""
        number = self.titles.get(chapter)
        return [rule for rule in self.rules if number and rule.number.startswith(f"{number}.")]

    @cached_property
    def keyword_abilities(self) -> re.Pattern[str]:
        """Return the pattern of all titles in the chapter of keyword abilities."""
        titles = {fold(rule.title) for rule in self._below("keyword abilities")} - {""}
        longest_first = sorted(titles, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b" if titles else r"(?!)")
