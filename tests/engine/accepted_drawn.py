"""Small things drawn by the hundred, odder than any real text, always the same: for the table of what is accepted.

What few real texts have is at the edges of the rules by which they are read: a number with a stop too many, a sentence
of seven words, two examples that changed places. Each kind draws from a pool of such pieces.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from cards.engine.asking import BadQuestion, Side
from cards.engine.candidates import CardKind, Known, Name, NameKind
from cards.engine.index import NameIndex
from cards.engine.qualities import read_qualities
from cards.engine.states import in_words, read_written
from rulesbase.engine.branching import lineage
from rulesbase.engine.changes import outcomes
from rulesbase.engine.checks import CardName, Case, TermWanted, edited, run
from rulesbase.engine.citing import find_citations, find_dates, read_citation
from rulesbase.engine.correcting import put_right, run_together, vocabulary_of
from rulesbase.engine.diffing import diff, phrases, summary
from rulesbase.engine.lineage import Item
from rulesbase.engine.marking import moved, read_marked, tidied, troubles
from rulesbase.engine.needles import marked, needles_of
from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing import read_source
from rulesbase.engine.phrases import context_of, find_phrase, occurrences, within
from rulesbase.engine.questions import apart, read_question
from rulesbase.engine.ranking import accepts, asked, pieces, rate
from rulesbase.engine.renumbering import paired_numbers, renumbered
from rulesbase.engine.shares import alike, share_within
from rulesbase.engine.study.sentences import sentences, without_see
from rulesbase.engine.study.written import cards_in, cited_in, marks_in, read_choices, read_tags, recited
from rulesbase.engine.weighing import weight_of
from tests.engine import pools
from tests.engine.accepted_texts import pieces_of
from tests.engine.accepting import Part, Pieces
from tests.texts import Book, Place, sentence

GROUPS = 6


def _file(chance: random.Random) -> object:
    """A small file: rules of a chapter among lines of all sorts."""
    lines = list(chance.choice(pools.HEADS))
    numbers = sorted(chance.sample(pools.NUMBERS, chance.randint(1, 6)), key=pools.NUMBERS.index)
    for number in numbers:
        lines.append(chance.choice(pools.WRITTEN).format(number, chance.choice(pools.SENTENCES)))
        lines += chance.sample(pools.LINES, chance.choice((0, 0, 1, 1, 2)))
    lines += chance.choice(pools.TAILS)
    text = chance.choice(("\n", "\n\n", "\r\n", "\n \n")).join(lines)
    try:
        read = read_source(text.encode(), chance.choice(("rules.txt", "2019-02-30.txt", "x/2019-10-04.txt")))
    except NotRules as refusal:
        return str(refusal)
    return {piece: list(things) for piece, things in pieces_of(read).items()}


def _table(chance: random.Random) -> object:
    """A small table, or a file of a translators' tool, in which cells are missing."""
    rows = [(number, chance.choice(pools.SENTENCES), chance.choice(pools.SENTENCES)) for number in pools.NUMBERS[:5]]
    if chance.random() < 0.5:
        comma = chance.choice(",;\t")
        lines = [comma.join(chance.choice(pools.COLUMNS))] + [
            comma.join(row[: chance.choice((3, 3, 2, 1))]) for row in rows
        ]
    else:
        unit, whole = chance.choice(pools.UNITS)
        lines = [whole.format("".join(unit.format(*row) for row in rows if chance.random() < 0.8))]
    try:
        return pieces_of(read_source("\n".join(lines).encode(), "2011-02-04.txt"))
    except NotRules as refusal:
        return str(refusal)


def _edited(words: list[str], chance: random.Random) -> list[str]:
    """Words after some edits."""
    new = list(words)
    for _ in range(chance.randint(1, 4)):
        at, end = sorted((chance.randrange(len(new)), chance.randrange(len(new))))
        match chance.randrange(7):
            case 0:
                del new[at : at + 1]
            case 1:
                new.insert(at, chance.choice(words))
            case 2:
                new[at] = chance.choice(words)
            case 3:
                new = new[:at] + new[end:] + new[at:end]
            case 4:
                new[at] = new[at].replace("’", "'").replace("“", '"').capitalize()
            case 5:
                new[at:end] = new[at:end][: chance.randint(0, 2)]
            case _:
                new[at] = new[at].replace("1", "2").replace("3", "4")
        new = new or words[:1]
    return new


def _steps(chance: random.Random) -> object:
    """A text, edited twice, and what is said of the steps."""
    language, pool, gap = chance.choice(pools.TONGUES)
    words = [chance.choice(pool) for _ in range(chance.randint(3, 26))]
    old, new = gap.join(words), gap.join(_edited(words, chance))
    last = gap.join(_edited(words, chance))
    there = diff(old, new, language)
    numbers = paired_numbers(old, new)
    spans = ((0, 1 + len(old) // 3), (len(old) // 2, len(old))) if len(old) > 4 else ()
    typed = read_marked("_" + old + "_") if "_" not in old else None
    return (
        there, diff(new, old, language), summary(old, new, there, language), weight_of(old, new),
        phrases([(1, old), (2, new), (3, last), (4, old)], language), share_within(old, new), alike(old, new),
        numbers, renumbered(old, numbers or {"101.1": "205.3"}, spans), moved(typed, new) if typed else None,
        *_held(old, new, gap.join(words[-chance.randint(1, 4) :]), language),
        *_held(old, new, gap.join(words[chance.randrange(len(words)) :][: chance.randint(1, 5)]), language),
    )  # fmt: skip


def _held(old: str, new: str, phrase: str, language: str) -> Iterator[object]:
    """Where a phrase of a text stands in it, and where in the edited one."""
    start = old.find(phrase)
    yield occurrences(old, phrase, language)
    yield within(old, phrase, language)
    yield find_phrase(new, phrase, context_of(old, start, start + len(phrase)), language)


def _book(chance: random.Random) -> object:
    """A small book and the next edition, in which chapters were moved, rules cut up, joined and reworded."""
    places = [Place(f"{n}", chance.choice(("", "See rule 101.2.")), (sentence(f"e{n}"),) * (n % 2)) for n in range(9)]
    old = Book(pools.DAY).with_chapter(101, *places[:4]).with_chapter(205, *places[4:7]).with_chapter(206, *places[7:])
    new = list(places)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(new))
        match chance.randrange(6):
            case 0:
                new.insert(at, Place(f"new {chance.random()}"))
            case 1:
                del new[at]
            case 2:
                new.append(new.pop(at))
            case 3:
                first = new[at]
                new[at] = Place(first.key, "It is as follows:", (), (Place(f"{first.key} a"), Place("b")))
            case 4 if at:
                new[at - 1 : at + 1] = [Place(new[at - 1].key, new[at].text)]
            case _:
                new[at] = Place(new[at].key, sentence(f"tail {at}"), new[at].examples)
    cut, more = chance.randint(1, max(1, len(new) - 2)), chance.choice((101, 102, 205))
    later = Book(pools.DAY, terms=("Harbour", "Lanterns")).with_chapter(more, *new[:cut]).with_chapter(301, *new[cut:])
    before, after = _items(old), _items(later)
    found = lineage(before, after)
    return found, outcomes(before, after, found.links)


def _items(book: Book) -> list[Item]:
    read = read_source(book.bytes())
    return [Item.of(node) for node in (*read.entries, *read.glossary)]


def _question(chance: random.Random) -> object:
    """Something typed into the search, and small texts that may answer."""
    language, pool, gap = chance.choice(pools.TONGUES)
    texts = [gap.join(chance.choice(pool) for _ in range(chance.randint(2, 30))) for _ in range(4)]
    signs = ('"{}"', "{}*", "-{}", "{}", "{}", "«{}»", "“{} {}”", "{}{}")
    typed = " ".join(chance.choice(signs).format(*chance.choices(pool, k=2)) for _ in range(chance.randint(1, 5)))
    read, known = read_question(typed, language), vocabulary_of(texts)
    ready = asked(read)
    found = [
        (accepts(read, text.lower()), rate(ready, text[:12].lower(), text.lower()), rate(ready, "", text.lower()),
         pieces(ready, text), marked(text, needles_of(typed)), marked(text, needles_of(typed), 12))
        for text in texts
    ]  # fmt: skip
    return typed, read, apart(read), found, put_right(read, known), run_together(typed, "\n".join(texts))


def _citation(chance: random.Random) -> object:
    text = "".join(chance.choice(pools.CITED) for _ in range(chance.randint(1, 9)))
    return text, find_citations(text), find_dates(text), read_citation(text), sentences(text), without_see(text)


def _written(chance: random.Random) -> object:
    """What people type: marks, choices, tags, italics."""
    text = "".join(chance.choice(pools.MARKS) for _ in range(chance.randint(1, 10)))
    field = read_marked(text)
    return (text, marks_in(text), cited_in([text, "[704.5k]"]), cards_in([text]), recited(text, {"704.5k": "704.6"}),
            read_choices(text), read_tags(text), tidied(text), troubles(text), field)  # fmt: skip


def _check(chance: random.Random) -> object:
    language = chance.choice(("fr", "ja", "zh", "en", "de"))
    pool = pools.TRANSLATED[language if language in pools.TRANSLATED else "fr"]
    gap = "" if language in ("ja", "zh") else " "
    english = " ".join(chance.choice(pools.ENGLISH) for _ in range(chance.randint(1, 14)))
    text = gap.join(chance.choice(pool) for _ in range(chance.randint(1, 16)))
    case = Case(
        language, english, text, cards=[CardName("Great Elk", ("Grand cerf", "Cerf"))] * chance.randint(0, 1),
        terms=[TermWanted("ferry", ("bac", "barque"))] * chance.randint(0, 1), heading=chance.random() < 0.2,
        examples=chance.choice((None, (0, 1), (1, 1), (2, 1))), usual=chance.choice((None, 0.5, 1.2)),
    )  # fmt: skip
    found = run(case)
    return text, found, edited(text, [edit for one in found for edit in one.edits])


def _name(chance: random.Random) -> object:
    """A small index of made-up names, and what is found in it."""
    cards, names = [], []
    for at in range(chance.randint(3, 14)):
        name = chance.choice((" ", ", ", "-", " // ", "’s ")).join(chance.sample(pools.NAMED, chance.randint(1, 3)))
        cards.append(
            Known(f"{at}", name, chance.choice((CardKind.CARD, CardKind.CARD, CardKind.TOKEN, CardKind.EMBLEM)))
        )
        names.append(Name(name, "en", NameKind.WHOLE, f"{at}"))
        names += [Name(half, "en", NameKind.FACE, f"{at}", nth) for nth, half in enumerate(name.split(" // ")[1:])]
        more = chance.choice(pools.NAMED) + chance.choice(pools.FOREIGN)
        names.append(
            Name(more, chance.choice(("fr", "ja")), chance.choice((NameKind.PRINTED, NameKind.FLAVOR)), f"{at}")
        )
    index = NameIndex(cards, names)
    typed = chance.choice(names).name
    at = chance.randrange(len(typed))
    typed = chance.choice((typed, typed[:at] + typed[at + 1 :], typed[: at + 1], typed[at:],
    typed[:at] + "e" + typed[at:],
                           typed[:at] + typed[at : at + 2][::-1] + typed[at + 2 :], typed.lower().replace("//",
                           "and")))  # fmt: skip
    language = chance.choice((None, None, "fr", "ja"))
    found = index.find(typed, language=language, limit=chance.choice((1, 3, 10)))
    return typed, found, index.named(typed, limit=3), sorted(index.shared())


def _object(chance: random.Random) -> object:
    typed = "".join(chance.choice(pools.OBJECTS) for _ in range(chance.randint(1, 6)))
    try:
        read = read_written(typed)
    except BadQuestion as refusal:
        return typed, refusal.saying
    return typed, read, in_words(read)


def _quality(chance: random.Random) -> object:
    side = Side("Elk", chance.choice(pools.TYPES), chance.choice(pools.COSTS), chance.choice(("", "", "G", "WU")),
                chance.choice((None, None, 0.0, 3.0)), chance.choice(pools.RULED), chance.choice("12*"),
                "3")  # fmt: skip
    typed = " ".join(chance.choice(pools.QUALITIES) for _ in range(chance.randint(1, 4)))
    try:
        return typed, side, [(one.words, one.is_of_value, one.holds(side)) for one in read_qualities([typed])]
    except BadQuestion as refusal:
        return typed, refusal.saying


KINDS: dict[str, tuple[Callable[[random.Random], object], int]] = {
    "files": (_file, 150), "tables": (_table, 40), "steps": (_steps, 60), "books": (_book, 20),
    "questions": (_question, 30), "citations": (_citation, 120), "typing": (_written, 120), "checks": (_check, 100),
    "names": (_name, 60), "objects": (_object, 150), "qualities": (_quality, 150),
}  # fmt: skip


def _drawn(folder: Path, kind: str) -> Pieces:
    """As many as there are of a kind, in groups, so that a difference can be found."""
    draw, count = KINDS[kind]

    def group(number: int) -> Iterator[object]:
        return (draw(random.Random(f"{kind} {number} {at}")) for at in range(count))

    return {f"group {number}": group(number) for number in range(GROUPS)}


PARTS = {"drawn": Part(list(KINDS), _drawn)}
