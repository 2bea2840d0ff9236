"""Questions for learners, and translations bound to the English text and checked: for the table of what is accepted."""

from functools import cache
from pathlib import Path

from rulesbase.engine.binding import Part as Bindable
from rulesbase.engine.binding import bind, doubts_of, pair_examples
from rulesbase.engine.checks import CardName, Case, TermWanted, edited, run
from rulesbase.engine.comparing import Leaf
from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.engine.parsing import read_source
from rulesbase.engine.study.book import Book, runs_of, words_of
from rulesbase.engine.study.making import drafts
from rulesbase.engine.termbinding import bind_terms
from tests.engine.accepted_links import leaves_of
from tests.engine.accepted_texts import SAMPLE
from tests.engine.accepting import Part, Pieces, text_of

# A whole version, and two sections and some terms of a newer one.
LEARNT = ["1999-04-23", "2018-10-05"]
BOUND = ("zh", "fr", "ja")
DAY, CHINESE = "2023-03-01", "2023-11-17"
# What careless hands do to a translation.
TAMPERED = "as_it_is left doubled number reference symbol figure bracket quote space width english short hidden".split()


def _is_chosen(leaf: Leaf) -> bool:
    if leaf.kind is Kind.TERM:
        return leaf.heading[0] in "AP"
    return leaf.number[0] in "25" or leaf.number == "702" or leaf.number.startswith("702.1")


def _drafts(folder: Path, date: str) -> Pieces:
    """All questions of a version by kind; asked on what was asked before where it can be."""
    read = text_of(folder, date)
    leaves = leaves_of(folder, date, range(1, len(read.entries) + len(read.glossary) + 1))
    if date > "2000":
        leaves = [leaf for leaf in leaves if _is_chosen(leaf)]
    names = {at: leaf.heading[::-1].title() for at, leaf in enumerate(leaves) if leaf.kind is Kind.TERM and at % 3}
    found: dict[str, list[object]] = {}
    for draft in drafts(leaves, tongues={"fr": names}):
        found.setdefault(draft.kind, []).append(draft)
    return found


def _again(folder: Path, date: str) -> Pieces:
    """The questions of some rules where others were asked before, and what the book tells of its sentences."""
    read = text_of(folder, date)
    leaves = leaves_of(folder, date, range(1, len(read.entries) + len(read.glossary) + 1))[:220]
    before: dict[tuple[str, int], list[tuple[str, ...]]] = {}
    for draft in drafts(leaves):
        before.setdefault((draft.kind, draft.leaf), []).insert(0, draft.asked)
    told: list[object] = []
    again = drafts(
        leaves, known=lambda kind, at: before.get((kind, at), ())[-1:], progress=lambda *done: told.append(done)
    )
    book = Book(leaves)
    spots = book.spots[::17]
    words = [[word.key for word in spot.words] for spot in spots]
    return {
        "again": again,
        "progress": told,
        "sentences": [(spot, book.nearest(spot), book.parts(spot), book.named(abs(spot.leaf))) for spot in spots],
        "words": [
            (runs_of(one), book.rarity(one[:3]), book.fillings(" ".join(one[:2]), one[-1])) for one in words if one
        ],
        "stretches": [words_of(leaf.text, 3, len(leaf.text) // 2 + 3) for leaf in leaves[::29]],
        "cited": [book.cited, book.stems],
    }


# ---- Translations ----


@cache
def both(folder: Path, language: str) -> tuple[RulesText, RulesText]:
    """A translation and its English."""
    if language == "zh":
        path = folder / "cr" / "zh" / "plain_text" / f"{CHINESE.replace('-', '')}_Zh.txt"
        return read_source(path.read_bytes(), path.name), text_of(folder, CHINESE)
    own, english = (SAMPLE / f"{DAY}.{tongue}.txt" for tongue in (language, "en"))
    return read_source(own.read_bytes(), own.name), read_source(english.read_bytes(), english.name)


def parts_of(read: RulesText) -> list[Bindable]:
    return [
        Bindable(node.number, node.kind, node.heading, node.text, tuple(one.text for one in node.examples), node.line)
        for node in (*read.entries, *read.glossary)
    ]


def _bound(folder: Path, language: str) -> Pieces:
    """A translation bound to its English; then with entries lost, exchanged and renumbered."""
    own, english = map(parts_of, both(folder, language))
    if language == "zh":
        own, english = own[:700] + own[-120:], english[:700] + english[-120:]
    hurt = [
        part._replace(number=own[at - 1].number, name=english[at % len(english)].heading if at % 2 else "")
        if at and at % 13 == 0
        else part._replace(examples=part.examples[1:], text=part.text.replace("1", "7"))
        for at, part in enumerate(own)
        if at % 19
    ]
    moved = [*hurt[::-1][:20], *hurt]
    pieces: dict[str, list[object]] = {}
    for name, some in (("whole", own), ("hurt", hurt), ("moved", moved)):
        found = bind(some, english)
        pieces |= {f"{name} {what}": list(value) for what, value in found._asdict().items()}
    doubts = [(doubts_of(a, b), doubts_of(a, b, 0.5, symbols=False, examples=False))
              for a, b in zip(hurt, english, strict=False)]  # fmt: skip
    return {**pieces, "doubts": doubts, "examples": _examples(own, english), "terms": _bound_terms(own, english)}


def _examples(own: list[Bindable], english: list[Bindable]) -> list[object]:
    return [
        (pair_examples(a.examples, b.examples), pair_examples(a.examples[1:], b.examples),
         pair_examples(a.examples[::-1], b.examples), pair_examples(a.examples[::-1], (*b.examples, "Example: 3 {W}.")))
        for a, b in zip(own, english, strict=False)
        if a.examples
    ]  # fmt: skip


def _bound_terms(own: list[Bindable], english: list[Bindable]) -> list[object]:
    mine, theirs = ([(part.heading, part.text) for part in parts if not part.number] for parts in (own, english))
    names = [heading for heading, _ in theirs]
    return [bind_terms(mine, theirs), bind_terms(mine[::-1], theirs, names[::-1]), bind_terms(mine[::2], theirs),
            bind_terms(mine[1:], theirs[:-1], ["", *names[2:]])]  # fmt: skip


def tampered(text: str, english: str, how: str, at: int) -> str:
    """A translation after somebody was careless with it."""
    half = len(text) // 2
    match how:
        case "left":
            return english
        case "doubled":
            return " ".join((word + " " + word) if nth == at % 4 else word for nth, word in enumerate(text.split(" ")))
        case "number":
            return f"{100 + at}.{at % 9} {text}"
        case "reference":
            return text.replace("1", "2", 1).replace(".3", ".4", 1)
        case "symbol":
            return text.replace("{", "｛").replace("}", "｝") + (" {w}" if at % 2 else " {R}{R}")
        case "figure":
            return text.replace("2", "3").replace("一", "1")
        case "bracket":
            return text.replace(")", "", 1).replace("）", "」", 1) + ("(" if at % 3 == 0 else "")
        case "quote":
            return text.replace("“", '"').replace("«\xa0", '"').replace("’", "'").replace("」", '"')
        case "space":
            return text.replace("\xa0", " ").replace(" :", ":").replace(" ;", "\u202f;") + "  !"
        case "width":
            return text.replace("。", ".").replace("、", ",").replace("1", "１").replace("a", "ａ") + "ｶﾀ(い)"
        case "english":
            return text[:half] + " " + " ".join(english.split()[:9]) + " " + text[half:]
        case "short":
            return text[: len(text) // 4] if at % 2 else text * 3
        case "hidden":
            return text[:half] + ("\u200b\u202e", "\x07", "<script>", "\u00ad\ufeff")[at % 4] + text[half:]
    return text


def _checked(folder: Path, place: str) -> Pieces:
    """Findings about translations, whole and tampered with, and the texts once all is mended that a click mends."""
    language, how = place.split(" ")
    own, english = both(folder, language)
    theirs = {node.number: node for node in english.entries}
    terms = [(mine.heading, its.heading) for mine, its in zip(own.glossary, english.glossary, strict=False)]
    pairs = [(node, theirs[node.number]) for node in own.entries if node.number in theirs]
    found: list[object] = []
    for at, (node, other) in enumerate(pairs[:: max(1, len(pairs) // 25)]):
        text, said = node.text or node.heading, other.text or other.heading
        wanted = [
            TermWanted(name, (mine.partition(" (")[0], mine)) for mine, name in terms if name.lower() in said.lower()
        ]
        case = Case(
            language, said, tampered(text, said, how, at), terms=wanted[:4], heading=not node.text,
            cards=[CardName(" ".join(said.split()[1:3]), (text[:6], text[6:9]))] if at % 3 == 0 else (),
            examples=(len(node.examples), len(other.examples) + at % 2), usual=(None, 0.4, 1.1)[at % 3],
        )  # fmt: skip
        told = run(case)
        found.append((node.number, told, edited(case.text, [edit for one in told for edit in one.edits])))
    return {"found": found}


PARTS = {
    "drafts": Part(LEARNT, _drafts),
    "asked again": Part(["2011-09-30"], _again),
    "bound": Part(BOUND, _bound),
    "checked": Part([f"{language} {how}" for language in BOUND for how in TAMPERED], _checked),
}
