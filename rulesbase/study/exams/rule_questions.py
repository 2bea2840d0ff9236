"""Exam questions made from the rules of a version, with options that are proven wrong.

The engine of study questions proves that an answer is the only one. An option counts as wrong only if the version
shows it: another rule does not have the sentence, no rule has it with the other word, or another term has another
meaning.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from random import Random

from django.utils.html import escape

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.core.content_version import ContentStamp
from rulesbase.engine.questions.cloze import COUNTS, clozes
from rulesbase.engine.questions.definitions import definitions
from rulesbase.engine.questions.draft_question import LEAST_WORTH, DraftQuestion
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.questions.which_rule import quotes
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.engine.text.stems import stem
from rulesbase.models import Question
from rulesbase.study.exams.draw import GLOSSARY, DrawRequest, ExamItem
from rulesbase.study.questions import generated_html
from rulesbase.study.questions.make_questions import question_of
from rulesbase.study.questions.render import RenderContext
from rulesbase.study.questions.version_texts import VersionTexts

_WORD_BEFORE = re.compile(r"([\w’'-]+)[\s“\"(]*$")


class ExamVersion:
    """A version for exams. Cached, as reading it takes a second."""

    def __init__(self, version: CatalogueVersion) -> None:
        self.texts = VersionTexts(catalogue(), version)
        self.index = VersionIndex(self.texts.entries)
        self.folded = [fold(entry.text) for entry in self.texts.entries]

    @cached_property
    def definitions(self) -> list[DraftQuestion]:
        """Return meanings that fit one term."""
        return list(definitions(self.index))

    @cached_property
    def terms_behind(self) -> dict[str, dict[str, list[int]]]:
        """Return the positions of rules by a word and the term that directly follows it."""
        found: defaultdict[str, dict[str, list[int]]] = defaultdict(dict)
        for at in self.index.rules:
            text = self.texts.entries[at].text
            for use in self.index.matcher.find(text):
                if word := last_word(text[: use.start]):
                    found[word].setdefault(text[use.start : use.end], []).append(at)
        return dict(found)


@lru_cache(maxsize=3)
def source_of(_stamp: ContentStamp, version: CatalogueVersion) -> ExamVersion:
    """Return a version for exams; ``_stamp`` is the content version."""
    return ExamVersion(version)


def last_word(text: str) -> str:
    """Return the last word of a text in lower case; empty after other characters."""
    found = _WORD_BEFORE.search(text)
    return found[1].lower() if found else ""


_WRONG = 3
# Maximum number of rules tried for questions, and for options.
_LOOKED_AT, _TRIED = 400, 60
_NUMBER_WORDS = ("two", *COUNTS.split())
# How far other numbers are from the right one, in steps.
_NEAR = 4
# For these words other options would be right too, or ungrammatical.
_LITTLE = frozenset(
    "can’t can't cannot doesn’t doesn't don’t don't isn’t isn't aren’t aren't won’t won't never only unless except"
    " before after twice half double simultaneously third fourth fifth".split()
)
_ORDER = (Question.Kind.CLOZE, Question.Kind.WHICH, Question.Kind.DEFINITION, Question.Kind.CLOZE, Question.Kind.WHICH)


def draw_rules(draw: DrawRequest) -> list[ExamItem]:
    """Draw questions on the topic by the seed."""
    source = source_of(draw.versions.stamp, draw.version)
    found = _RuleDrawing(source, draw).run() if draw.size else []
    questions = [question_of(source.texts, draft) for draft, _wrong in found]
    for key, question in enumerate(questions):
        # The renderer returns questions by key; these are never stored.
        question.pk = -1 - key
    showing = RenderContext(draw.versions, draw.version, (draw.language, "en"), {})
    shown = generated_html.render(questions, showing)
    items = []
    for question, (draft, wrong) in zip(questions, found, strict=True):
        if rendered := shown.get(question.pk):
            right = _answer(source, draft)
            options = [right, *wrong]
            draw.asked.random("options", draft.position, *draft.asked).shuffle(options)
            # The number of a term is its address, which has no chapter.
            is_term = draft.kind == Question.Kind.DEFINITION
            place = "" if is_term else chapter_of(source.texts.entries[draft.position].number)
            html = tuple(escape(one) for one in options)
            is_right = frozenset([options.index(right)])
            items.append(
                ExamItem(
                    draft.kind, draft.level, place, rendered.eyebrow, rendered.ask, html, is_right, rendered.answer
                )
            )
    return items


def _answer(source: ExamVersion, draft: DraftQuestion) -> str:
    entry = source.texts.entries[draft.position]
    if draft.kind == Question.Kind.CLOZE:
        return _gap(source, draft)
    return _named(source, draft.position) if draft.kind == Question.Kind.WHICH else entry.heading


def _gap(source: ExamVersion, draft: DraftQuestion) -> str:
    start, end = draft.data["gap"]
    return source.texts.entries[draft.position].text[start:end]


def _named(source: ExamVersion, at: int) -> str:
    """Return the number of a rule with the name of its chapter or keyword."""
    chapter = source.index.chapter(at)
    title = source.index.title(at) or (chapter.heading if chapter else "")
    return f"{source.texts.entries[at].number} {title}".strip()


class _RuleDrawing:
    def __init__(self, source: ExamVersion, draw: DrawRequest) -> None:
        self.source, self.draw, self.entries = source, draw, source.texts.entries
        self.chance = draw.asked.random("rules")
        self.topic = draw.asked.topic if draw.asked.topic.isdigit() else ""
        rules = [at for at in source.index.rules if self.entries[at].number.startswith(self.topic)]
        self.rules = self.chance.sample(rules, len(rules))

    def run(self) -> list[tuple[DraftQuestion, list[str]]]:
        """Return questions of the kinds in turn, with their wrong options, without duplicates."""
        found: list[tuple[DraftQuestion, list[str]]] = []
        kinds = list(self._kinds())
        streams = {kind: iter(self._stream(kind)) for kind in set(kinds)}
        # One question for each rule, as two could reveal each other.
        seen: set[int] = set()
        while kinds and len(found) < self.draw.size:
            for kind in tuple(kinds):
                one = next((d for d in streams[kind] if d.position not in seen), None)
                if one is None:
                    kinds.remove(kind)
                elif len(found) < self.draw.size and (wrong := self._wrong(one)):
                    seen.add(one.position)
                    found.append((one, wrong))
        return found

    def _kinds(self) -> Sequence[Question.Kind]:
        if self.draw.asked.topic == GLOSSARY:
            return [Question.Kind.DEFINITION]
        return [Question.Kind.CLOZE, Question.Kind.WHICH] if self.topic else _ORDER

    def _stream(self, kind: str) -> Iterable[DraftQuestion]:
        """Yield random drafts of a kind and the wanted level, one for each rule."""
        if kind == Question.Kind.DEFINITION:
            fit = [draft for draft in self.source.definitions if self._has_level(draft)]
            yield from self.draw.asked.random(kind).sample(fit, len(fit))
            return
        make = clozes if kind == Question.Kind.CLOZE else quotes
        for at in self.rules[:_LOOKED_AT]:
            found = make(self.source.index, at)
            if drafts := [draft for draft in found if draft.worth >= LEAST_WORTH and self._has_level(draft)]:
                yield min(drafts, key=lambda draft: (-draft.worth, draft.asked))

    def _has_level(self, draft: DraftQuestion) -> bool:
        return self.draw.asked.level in (0, draft.level)

    # ---- Wrong options ----

    def _wrong(self, draft: DraftQuestion) -> list[str]:
        """Return three options that are proven wrong, plausible ones first; none if there are fewer."""
        chance = self.draw.asked.random("wrong", draft.position, *draft.asked)
        makers = {"cloze": self._words, "which": self._rules, "definition": self._terms}
        right = _answer(self.source, draft)
        found: list[str] = []
        for option in makers[draft.kind](draft, chance):
            if fold(option).lower() != fold(right).lower() and option not in found:
                found.append(option)
            if len(found) == _WRONG:
                return found
        return []

    def _words(self, draft: DraftQuestion, chance: Random) -> Iterable[str]:
        """Yield similar words with which no rule has the sentence."""
        right, entry = _gap(self.source, draft), self.entries[draft.position]
        start, end = draft.data["gap"]
        first, last = draft.data["sentence"]
        before, after = entry.text[first:start], entry.text[end:last]
        rest, stems = fold(before + after), {stem(word) for word in right.split()}
        for word in self._like(right, last_word(before), entry.number, chance):
            is_alike = any(stem(one) in stems for one in word.split())
            sentence = fold(before + word + after)
            if not is_alike and fold(word) not in rest and not any(sentence in text for text in self.source.folded):
                yield word

    def _like(self, right: str, behind: str, number: str, chance: Random) -> list[str]:
        """Return words of the same form: other numbers, or terms that follow the same word."""
        if numbers := _numbers_near(right):
            return chance.sample(numbers, len(numbers))
        if right.lower() in (*_LITTLE, *_NUMBER_WORDS):
            return []
        terms = self.source.terms_behind.get(behind, {})
        # "As though" is in the glossary, but is no noun like the other terms.
        fit = sorted(word for word in terms if _shape(word) == _shape(right) and word.lower() != "as though")
        chance.shuffle(fit)
        own = section_of(number)
        return sorted(fit, key=lambda word: all(section_of(self.entries[at].number) != own for at in terms[word]))

    def _rules(self, draft: DraftQuestion, chance: Random) -> Iterable[str]:
        """Yield rules without the sentence, of other chapters of the section first unless the exam is on this one."""
        start, end = draft.data["quote"]
        entry = self.entries[draft.position]
        quote, chapter = fold(entry.text[start:end]), chapter_of(entry.number)
        near = self._near(entry.number, chance)
        if self.topic != chapter:
            near.sort(key=lambda at: chapter_of(self.entries[at].number) == chapter)
        for at in near:
            if quote not in self.source.folded[at]:
                yield _named(self.source, at)

    def _near(self, number: str, chance: Random) -> list[int]:
        """Return random rules: of the chapter of a number, then of its section, then of all."""
        rules = self.source.index.rules
        chapter = [at for at in rules if chapter_of(self.entries[at].number) == chapter_of(number)]
        section = [at for at in rules if section_of(self.entries[at].number) == section_of(number)]
        return [at for some in (chapter, section, rules) for at in chance.sample(some, min(_TRIED, len(some)))]

    def _terms(self, draft: DraftQuestion, chance: Random) -> Iterable[str]:
        """Yield other terms with another meaning that do not refer to this one, of as many words first."""
        entry = self.entries[draft.position]
        name, own = entry.heading.lower(), fold(entry.text)
        others = [self.entries[one.position] for one in self.source.definitions if one.position != draft.position]
        fit = [
            one
            for one in others
            if name not in one.heading.lower()
            and one.heading.lower() not in name
            and name not in one.text.lower()
            and one.heading.lower() not in entry.text.lower()
            and fold(one.text) != own
        ]
        words = len(entry.heading.split())
        chance.shuffle(fit)
        yield from (one.heading for one in sorted(fit, key=lambda one: len(one.heading.split()) != words))


def _numbers_near(right: str) -> list[str]:
    """Return smaller and larger numbers, written like this one and as round; none for what is no number."""
    if right in _NUMBER_WORDS:
        at = _NUMBER_WORDS.index(right)
        return list(_NUMBER_WORDS[max(at - _NEAR, 0) : at + _NEAR + 1])
    if not right.isdigit():
        return []
    number = int(right)
    step = next((step for step in (10, 5) if number > step and number % step == 0), 1)
    return [str(one) for one in range(number - _NEAR * step, number + _NEAR * step + 1, step) if one >= 0]


def _shape(word: str) -> tuple[bool, str]:
    """Return the form of words: capital, and the last ending."""
    return word[:1].isupper(), next((end for end in ("ing", "ed", "s") if word.endswith(end)), "")
