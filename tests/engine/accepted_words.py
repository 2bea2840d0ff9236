"""What is found in texts word by word, and what is asked of them: for the table of what is accepted."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path

from rulesbase.engine.analysing import analyse, plain_with_offsets, runs_of, tokens_of
from rulesbase.engine.citing import find_citations, find_dates, read_citation
from rulesbase.engine.correcting import nearest_word, put_right, run_together, vocabulary_of
from rulesbase.engine.eras import modern, words
from rulesbase.engine.folding import digest, fold, masked, skeleton
from rulesbase.engine.marking import marked as with_stars
from rulesbase.engine.marking import moved, read_marked, tidied, troubles
from rulesbase.engine.memory import Memory
from rulesbase.engine.needles import marked, needles_of
from rulesbase.engine.nodes import Kind
from rulesbase.engine.numbering import canonical, chapter_of, follows, parent_of, parse_number, section_of, sort_key
from rulesbase.engine.parsing import read_source
from rulesbase.engine.questions import Question, apart, read_question
from rulesbase.engine.ranking import accepts, asked, pieces, rate
from rulesbase.engine.references import find_references, numbers_named
from rulesbase.engine.study.sentences import sentences, without_see
from rulesbase.engine.symbols import glyph, name
from rulesbase.engine.terms import Matcher, names_of
from rulesbase.engine.tokens import is_anchor, level, read_words, tokenize, weight_of
from rulesbase.engine.vetting import refusal_of
from rulesbase.engine.vocabulary import any_date, language_of
from tests.engine.accepted_texts import OTHERS, SAMPLE
from tests.engine.accepting import Part, Pieces, by_section, text_of, texts_of
from tests.score.searches import Search, read_searches

# A language and what texts of it are taken from: a version, or a file.
SOURCES = {"en": ["1999-04-23", "2026-06-19"], "zh": ["chinese 2023"], "fr": ["fr"], "ja": ["ja"]}
PLACES = [f"{language} {source}" for language, sources in SOURCES.items() for source in sources]
DAY = "2023-03-01"
SYMBOLS = (
    "W U B R G C X Y T Q E S P 0 1 10 20 100 1/2 ½ W/U 2/W W/P W/U/P H HW PW CHAOS TK A D oW oT Tap w hr ∞".split()
)
MANNERS = ("whole", "mistyped", "joined", "cut", "quoted", "without", "beginnings")
EVERY = 17


@cache
def some_texts(folder: Path, place: str) -> list[tuple[str, str]]:
    """Some texts of a language, with their numbers."""
    language, _, source = place.partition(" ")
    if language == "en":
        return texts_of(text_of(folder, source), EVERY)
    path = SAMPLE / f"{DAY}.{source}.txt" if source in ("fr", "ja") else folder / OTHERS[source]
    return texts_of(read_source(path.read_bytes(), path.name), 3 * EVERY if language == "zh" else 1)


_LOOKS: dict[str, Callable[[str, str], object]] = {
    "references": lambda text, language: (find_references(text), sorted(numbers_named(text))),
    "citations": lambda text, language: (find_citations(text), find_dates(text), read_citation(text[-40:])),
    "tokens": lambda text, language: tokenize(text, language),
    "words": lambda text, language: read_words(level(text), language, 0, len(text)),
    "weights": lambda text, language: [(weight_of(one), is_anchor(one)) for one in tokenize(level(text), language)],
    "analysed": lambda text, language: (analyse(language, text[:30], text), plain_with_offsets(text)),
    "kinds": lambda text, language: (list(tokens_of(text)), runs_of(text[:40]) if language in ("ja", "zh") else 0),
    "folded": lambda text, language: (fold(text), masked(fold(text)), skeleton(text), digest(language, "", text)),
    "modern": lambda text, language: list(words(modern(fold(text)))),
    "sentences": lambda text, language: (sentences(text), without_see(text)),
    "typed": lambda text, language: _typed(text),
    "told": lambda text, language: (language_of(text), any_date(text), refusal_of(text), refusal_of(text * 40)),
}


def _typed(text: str) -> object:
    """A text with italics, as somebody types it, reads it and mends it."""
    spans = ((1, min(7, len(text))), (min(9, len(text)), min(20, len(text))))
    field = with_stars(text, spans if len(text) > 20 else ())
    read = read_marked(field)
    mended = moved(read, text.replace(" ", "  ", 3).replace("e", "", 2)) if read else None
    odd = text.replace(" ", " _", 1) + " \u202e\x07 <b> \r\n x "
    return field, read, mended, read_marked(odd), troubles(odd), tidied(odd), refusal_of(odd)


def _looked(folder: Path, place: str) -> Pieces:
    language = place.partition(" ")[0]
    texts = some_texts(folder, place)
    return {what: [look(text, language) for _, text in texts] for what, look in _LOOKS.items()}


def _numbered(folder: Path, date: str) -> Pieces:
    """Numbers read, put in order and followed; symbols and their names."""
    numbers = [node.number for node in text_of(folder, date).entries]
    said = [
        (number, (number, parse_number(number), canonical(f"{number}."), parent_of(number), chapter_of(number),
                  section_of(number), sort_key(number), follows(before, number), follows(number, before)))
        for before, number in pairwise(numbers)
    ]  # fmt: skip
    read = [(one, glyph(one), [name(one, language) for language in ("en", "fr", "ja", "zh")]) for one in SYMBOLS]
    return {**by_section(said), "symbols": read}


def _terms(folder: Path, place: str) -> Pieces:
    """Terms of a glossary, their names, and where texts use them."""
    language, _, source = place.partition(" ")
    path = SAMPLE / f"{DAY}.{source}.txt" if source in ("fr", "ja") else folder / OTHERS.get(source, "")
    read = text_of(folder, source) if language == "en" else read_source(path.read_bytes(), path.name)
    glossary = [(f"t{at}", node.heading) for at, node in enumerate(read.glossary)]
    matcher, seen = Matcher(glossary, language), set[str]()
    texts = some_texts(folder, place)
    return {
        "names": [names_of(heading, language) for _, heading in glossary],
        "uses": [matcher.find(text) for _, text in texts],
        "first uses": [matcher.find(text, seen) for _, text in texts],
    }


# ---- Searching ----


def typed_in(one: Search, manner: str) -> str:
    """A question of the table as hasty hands type it."""
    asked_words = one.question.split()
    match manner:
        case "mistyped":
            return " ".join(word[:2] + word[3:4] + word[2:3] + word[4:] for word in asked_words)
        case "joined":
            return "".join(asked_words[:2]) + " " + " ".join(asked_words[2:])
        case "cut":
            return " ".join(f"{word[:4]} {word[4:]}" for word in asked_words)
        case "quoted":
            return f'"{" ".join(asked_words[:2])}" {" ".join(asked_words[2:])}'
        case "without":
            return f"{one.question} -{asked_words[-1]} -“the”"
        case "beginnings":
            return " ".join(f"{word[:5]}*" for word in asked_words)
    return one.question


@cache
def searched_texts(folder: Path, language: str) -> list[tuple[str, str]]:
    """(heading, text) of what is searched."""
    if language == "en":
        read = text_of(folder, "2026-06-19")
    else:
        path = SAMPLE / f"{DAY}.{language}.txt"
        read = read_source(path.read_bytes(), path.name)
    nodes = [node for node in (*read.entries, *read.glossary) if node.kind is not Kind.SECTION]
    return [(node.heading, node.text) for node in nodes]


@cache
def _vocabulary(folder: Path, language: str) -> dict[str, int]:
    return vocabulary_of(f"{heading} {text}" for heading, text in searched_texts(folder, language))


def _searched(folder: Path, place: str) -> Pieces:
    """Questions read and asked of some texts, which are cut to what was asked."""
    language, manner = place.split(" ")
    searches = [one for one in read_searches() if one.language == language]
    texts = searched_texts(folder, language)
    found: dict[str, list[object]] = {"read": [], "rated": [], "marked": []}
    for one in searches[MANNERS.index(manner) % 4 :: 2 if manner == "whole" else 4]:
        typed = typed_in(one, manner)
        read = read_question(typed, language)
        found["read"].append((typed, read, apart(read), read.required, read.shown, read.asks))
        found["rated"].append((typed, _answers(read, texts)))
        found["marked"].append([marked(text[:300], needles_of(typed)) for _, text in texts[5:400:97]])
    return found


def _answers(read: Question, texts: list[tuple[str, str]]) -> list[object]:
    """What comes of texts that have the question's first word, and of some others."""
    first = (read.words[0].folded if read.words else read.phrases[0].words[0].folded if read.phrases else "")[:5]
    having = [one for one in texts if first and first in one[1].lower()][:12]
    ready, answers = asked(read), list[object]()
    for heading, text in [*having, *texts[:: max(1, len(texts) // 5)]]:
        folded = plain_with_offsets(text)[0]
        weights = [1.0 + at / 3 for at in range(len(ready.finders))]
        answers.append((accepts(read, folded), rate(ready, heading.lower(), folded), rate(ready, "", folded, weights),
                        pieces(ready, text), pieces(ready, text, whole=True)))  # fmt: skip
    return answers


def _corrected(folder: Path, manner: str) -> Pieces:
    """What was meant by questions, as far as the texts know their words."""
    found: dict[str, list[object]] = {}
    for one in read_searches()[::3]:
        typed, known = typed_in(one, manner), _vocabulary(folder, one.language)
        titles = "\n".join(heading for heading, _ in searched_texts(folder, one.language))
        nearest = [nearest_word(word, known) for word in typed.lower().split()[:2]]
        found.setdefault(one.language, []).append(
            (put_right(read_question(typed, one.language), known), run_together(typed, titles), nearest)
        )
    return found


def _remembered(folder: Path, date: str) -> Pieces:
    """A memory of one version, asked for texts of the next."""
    memory = Memory()
    memory.add(enumerate(text for _, text in texts_of(text_of(folder, "2009-07-11"))))
    asked_texts = texts_of(text_of(folder, date), 37)
    return {"near": [memory.find(text, 5) for _, text in asked_texts],
            "far": [memory.find(text[: len(text) * 2 // 3], 3, 40) for _, text in asked_texts[::3]],
            "size": [len(memory), 0 in memory, -1 in memory]}  # fmt: skip


PARTS = {
    "looked": Part(PLACES, _looked),
    "numbered": Part(["2006-05-01", "2026-06-19"], _numbered),
    "terms": Part(PLACES, _terms),
    "searched": Part([f"{language} {manner}" for language in ("en", "fr", "ja") for manner in MANNERS], _searched),
    "corrected": Part(("whole", "mistyped", "joined", "cut"), _corrected),
    "remembered": Part(["2011-09-30"], _remembered),
}
