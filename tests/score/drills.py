"""Name questions drawn by the thousand, each answered again: by the name checker from what is typed, and by plain code
that knows nothing of its engine.
"""

import time
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.score.card_rows import FOLDER
from tests.score.inputs import own_database

if TYPE_CHECKING:
    from cards.drills.verify_question import DrawnQuestion

WANTED = 10_000
SEED = 11
LEVELS = (1, 2, 3, 4, 5)
FILES = ("oracle-cards.json.gz", "printed-fr-ja.json.gz", "flavor-name-printings.json")
VERSIONS = """
2001-07-23 2006-07-15 2008-02-01 2009-07-11 2010-02-01 2011-09-30 2013-05-01 2016-08-26 2017-04-28 2018-10-05
2020-11-20 2021-11-19 2022-04-29 2026-06-19""".split()


class Fault(NamedTuple):
    """What is wrong with a drawn question."""

    key: str
    asked: str
    why: str


def faults_of(drawn: Sequence["DrawnQuestion"]) -> list[Fault]:
    """Everything that is wrong with these questions: asked twice, answered otherwise, unclear, leaning to one side."""
    found: list[Fault] = []
    seen: Counter[str] = Counter()
    for one in drawn:
        asked = f"{one.day if one.level == 5 else 'today'} {one.params.href}"
        seen[asked] += 1
        found += [Fault(one.key, asked, why) for why in _faults(one)]
    found += [Fault("", asked, "asked twice") for asked, count in seen.items() if count > 1]
    verdicts = Counter(one.right for one in drawn if not one.proposed.options)
    if abs(verdicts["yes"] - verdicts["no"]) > 10 * len(LEVELS):
        found.append(Fault("", "", f"leans to one side: {verdicts}"))
    return found


def _faults(one: "DrawnQuestion") -> Iterable[str]:
    reported = _by_checker(one)
    if reported != one.right:
        yield f"the checker says {reported!r}, drawn {one.right!r}"
    if len(set(one.options)) != len(one.options) or one.right not in one.options:
        yield f"the options are no options: {one.options}"
    plain = _by_plain_code(one) if one.level < 5 else None
    if plain is not None and plain != one.right:
        yield f"plain code says {plain!r}, drawn {one.right!r}"


# ---- By the name checker ----


def _by_checker(one: "DrawnQuestion") -> str:
    """What the name checker answers to the same words."""
    from cards.engine.name_rules.answer import answer
    from cards.engine.types import BadQuestion, QuestionKind, Verdict
    from cards.name_checker.check import check_question
    from cards.name_checker.check import parse_question as understood
    from cards.name_checker.result import engine_options
    from rulesbase.archive.catalogue import catalogue

    params = one.params
    try:
        question, resolved = understood(
            params.kind,
            [str(card) for card in params.cards],
            one.day,
            options=engine_options(params),
        )
        found = answer(question)
        versions = catalogue()
        # Only there may a name that several cards bear make another answer.
        if params.kind is QuestionKind.ENGLISH and (version := versions.on(one.day)):
            found = check_question(question, version, versions, resolved).answer
    except BadQuestion as refusal:
        return f"refused: {refusal}"
    if found.verdict is Verdict.UNCLEAR:
        return "unclear"
    if not one.proposed.options:
        return str(found.verdict)
    message = str(found.answer)
    if params.kind is QuestionKind.REFERS:
        name, by = params.cards[0].name, params.details.get("by", "")
        readings = {
            f"only object A ({name}), not another object with the same name": "source",
            f"the same object as before, which is now {by}": "now",
            f"the same as the full name, {name}": "full",
            by: "holder",
        }
        return readings.get(message, message)
    return "" if message == "The object has no name" else message


# ---- By plain code ----


def _by_plain_code(one: "DrawnQuestion") -> str | None:
    """The answer by the rules in force, reckoned from the rows of cards; None where that is not spelt out here."""
    kind = str(one.params.kind)
    if kind == "token":
        return f"{one.params.details['subtypes']} Token"
    held = [_names(card.name, frozenset(card.states)) for card in one.params.cards]
    names = [some for some in held if some is not None]
    if len(names) < len(held):
        return None
    if kind == "same":
        return "yes" if names[0] & names[1] else "no"
    if kind == "different":
        return "yes" if all(a and b and not a & b for a, b in combinations(names, 2)) else "no"
    if kind == "english" and len(names[0]) < 2:
        return next(iter(names[0]), "")
    return None


def _names(typed: str, states: frozenset[str]) -> frozenset[str] | None:
    """The names that an object has today."""
    from cards.models import Card, Face, Interchangeable, PrintedName

    renamed = next((state.partition("=")[2] for state in states if state.startswith("set=")), "")
    if "facedown" in states:
        return frozenset()
    if "default" in states:
        return frozenset((f"{typed} Token",))
    if renamed:
        return frozenset((renamed,))
    cards = Card.objects.filter(kind="card")
    card = cards.filter(name=typed).first()
    side = Face.objects.filter(card__kind="card", name=typed).first() if card is None else None
    if side is None and card is None:
        printed = PrintedName.objects.filter(name=typed, card__kind="card", flavor=False).first()
        card = printed.card if printed else None
    if side is not None:
        return frozenset((typed,)) if "chosen" in states else None
    if card is None:
        return None
    other = Interchangeable.objects.filter(other=card.name).values_list("name", flat=True).first()
    if other:
        return frozenset((other,))
    faces = list(dict.fromkeys(card.faces.order_by("position").values_list("name", flat=True)))
    return _of_layout(card.layout, faces, states)


def _of_layout(layout: str, faces: list[str], states: frozenset[str]) -> frozenset[str] | None:
    if layout == "meld":
        return None if "melded" in states else frozenset(faces)
    if len(faces) == 1:
        return frozenset(faces)
    if layout == "split":
        half = {"left": 0, "right": 1}
        cast = [half[state] for state in states if state in half]
        return frozenset(faces[at] for at in cast) if cast else frozenset(faces)
    second = {
        "transform": {"battlefield", "back"},
        "flip": {"battlefield", "flipped"},
        "adventure": {"stack", "right"},
    }.get(layout, {"back"})
    return frozenset((faces[1] if second <= states else faces[0],))


# ---- The whole ----


def print_drills(corpus: Path) -> None:
    """Draw ten thousand in a database of their own, and print what is wrong and the figures."""
    with own_database():
        from cards.imports.batch import import_paths as import_cards
        from rulesbase.imports.batch import import_paths

        import_paths([corpus / "cr" / "en" / f"{date}.txt" for date in VERSIONS])
        import_cards([corpus / FOLDER / name for name in FILES])
        _print_drawn()


def _print_drawn() -> None:
    from cards.drills.draw import draw

    drawn: list[DrawnQuestion] = []
    for level in LEVELS:
        draw(SEED + 1, level, 100)
        started = time.perf_counter()
        draw(SEED + 2, level, 100)
        hundred = time.perf_counter() - started
        some = draw(SEED, level, WANTED // len(LEVELS))
        drawn += some
        kinds = ", ".join(
            f"{kind} {count}" for kind, count in Counter(str(one.params.kind) for one in some).most_common()
        )
        print(f"drills level {level}: {len(some)} ({kinds}); a hundred in {hundred:.2f} s")
    faults = faults_of(drawn)
    for fault in faults[:40]:
        print(f"drill {fault.asked}: {fault.why}")
    bad = {fault.asked for fault in faults}
    print(f"drills {len(drawn) - len(bad)} of {len(drawn)} right and asked once, target all of {WANTED}")
