"""The table of epochs against the archive: every number stands in its versions, and the text is on its topic."""

import datetime
import itertools
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from cards.engine.rules.answer import answer
from cards.engine.rules.rule_history import FIRST_DAY, TABLE, Law, law_of, turning_points
from cards.engine.types import Asked
from tests.cards.engine.names import CARDS, ask
from tests.rulesbase.engine.corpus_texts import plain

NUMBER = re.compile(r"(?m)^[ \t]*([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s")
# What the rule of a topic says in all its versions, in a word or two; `.` stands for any kind of apostrophe.
SAYS = {
    "english": "English",
    "oracle": "Oracle",
    "card": "card",
    "no_card": "Tokens? (aren.t|isn.t)|token isn.t",
    "same": "name",
    "several": "one name|one or more",
    "different": "different names",
    "different_first": "different name than",
    "choose": "name",
    "format": "[Tt]ournament",
    "qualities": "certain characteristics",
    "interchangeable": "interchangeable",
    "interchangeable_same": "interchangeable",
    "interchangeable_deck": "deck construction",
    "interchangeable_choose": "interchangeable",
    "flavor": "secondary title bar",
    "added": "Spy Kit",
    "set": "sets the name",
    "sticker": "name sticker",
    "copiable": "copiable values|copy acquires the printed values",
    "facedown": "no name",
    "facedown_general": "[Ff]ace-down",
    "emblem": "no name",
    "token": "token.*name",
    "token_by_name": "by name",
    "text": "proper noun|card name",
    "text_token": "names of the tokens",
    "text_made": "[Tt]oken.s (creature type|subtypes) and rules text",
    "self": "refers to (the object|that card|the card)",
    "granted": "grants",
    "gained": "gains? that ability|gain that ability",
    "shortened": "shortened",
    "phrase": "this .something",
    "tracked": "tracks",
    "copied_ability": "copy of an ability",
    "deck": "no more than four|four of any",
    "commander": "English name",
    "casual": "casual play",
    "split": "two sets of characteristics|halves combined",
    "split_stack": "half being (played|cast)",
    "split_fused": "fuse",
    "split_match": "only one answer",
    "split_negative": "negative comparison",
    "split_choose": "split card",
    "split_choose_201": "split card",
    "room": "shared type line",
    "room_types": "shared type line",
    "flip": "normal characteristics",
    "flip_choose": "flip card",
    "flip_choose_201": "flip card",
    "dfc": "front face",
    "dfc_front": "front face",
    "dfc_back": "back face",
    "dfc_spell": "front face",
    "dfc_choose": "either face",
    "dfc_choose_201": "back face",
    "modal": "modal",
    "meld": "front face",
    "meld_melded": "combined back face",
    "meld_choose": "combined back face",
    "meld_choose_201": "combined back face",
    "adventure": "adventurer card",
    "adventure_spell": "Adventure",
    "adventure_choose": "adventurer card",
    "adventure_choose_201": "adventurer card",
    "omen": "omen card",
    "omen_spell": "Omen",
    "omen_choose": "omen card",
    "prepare": "preparation card",
    "prepare_spell": "copy",
    "prepare_choose": "preparation card",
    "token Incubator": "Phyrexian Token",
    "token Walker": "named Walker",
}
# Marks, and what the text says while it has them and never while it has not.
MARKS = {
    ("same", "cards"): "Two cards",
    ("same", "nameless"): "no name",
    ("different", "named"): "at least one name",
    ("choose", "legal"): "legal in the format",
    ("choose", "oracle"): "Oracle",
    ("added", "legal"): "legal in the format",
    ("emblem", "some"): "Most emblems",
    ("token", "word"): "the word .Token",
    ("token", "type"): "same as its name",
    ("granted", "copied"): "copied onto a new object",
    ("granted", "moved"): "different public zone",
    ("shortened", "later"): "second reference",
    ("shortened", "legendary"): "some legendary cards",
    ("split_choose", "either"): "at least one of the two",
    ("split_choose", "both"): "must name both",
    ("flavor", "text"): "Rules text may",
    ("text", "types"): "card name or creature type",
}

Texts = Mapping[datetime.date, Mapping[str, str]]


@pytest.fixture(scope="module")
def archive(corpus: Path) -> Texts:
    """Return all numbers, version by version, with what stands behind those of the table."""
    texts = {}
    wanted = {place.number for steps in TABLE.values() for _day, place in steps}
    for path in sorted((corpus / "cr" / "en").glob("*.txt")):
        text = plain(path.read_bytes())
        found = list(NUMBER.finditer(text))
        ends = [match.start() for match in found[1:]] + [len(text)]
        texts[datetime.date.fromisoformat(path.stem)] = {
            match[1]: " ".join(text[match.end() : end].split()) if match[1] in wanted else ""
            for match, end in zip(found, ends, strict=True)
        }
    return texts


@pytest.mark.slow
def test_every_number_stands_in_its_versions_and_is_on_its_topic(archive: Texts) -> None:
    assert len(archive) == 124
    wrong = []
    for day, texts in archive.items():
        law = law_of(day)
        for topic in TABLE:
            number = law[topic].number
            says = SAYS.get(topic) or rf"named {topic.removeprefix('token ').removesuffix(' Role')}"
            if number and not re.search(says, texts.get(number, "")):
                wrong.append((str(day), topic, number))
    assert not wrong


@pytest.mark.slow
def test_marks_are_those_of_the_texts(archive: Texts) -> None:
    wrong = []
    for day, texts in archive.items():
        law = law_of(day)
        for (topic, mark), says in MARKS.items():
            place = law[topic]
            # Examples may say what the rule does not.
            rule = texts.get(place.number, "").split("Example:")[0]
            if place and (mark in place.marks) != bool(re.search(says, rule)):
                wrong.append((str(day), topic, mark))
    assert not wrong


@pytest.mark.slow
def test_turning_points_in_the_archive_are_its_versions(archive: Texts) -> None:
    """Days of versions that the archive lacks are few and known."""
    assert {str(day) for day in turning_points() if day not in archive} == {"2004-10-01", "2024-06-07"}


@pytest.mark.slow
def test_no_epoch_begins_too_late(archive: Texts) -> None:
    """The version before an epoch has not yet what begins it: its number, or there no such text."""
    days = sorted(archive)
    late = []
    for topic, steps in TABLE.items():
        says = SAYS.get(topic)
        first, place = steps[0]
        if says is None or first == FIRST_DAY or not place:
            continue
        before = [day for day in days if day < first][-1:]
        late += [(topic, str(day)) for day in before if re.search(says, archive[day].get(place.number, ""))]
    # There the rule on the same name had these numbers, with the same words.
    assert {topic for topic, _day in late} == {"choose", "english"}


LINES = [
    "same 'Grizzly Bears' 'Llanowar Elves'",
    "same 'Fire // Ice@graveyard' Fire@stack",
    "same 'Grizzly Bears@facedown' 'Llanowar Elves@facedown'",
    "same Goblin@token 'Grizzly Bears'",
    "same 'Fire // Ice@hand' Ice@chosen",
    "same 'Grizzly Bears@also=Llanowar Elves' 'Llanowar Elves'",
    "same 'Grizzly Bears@also=Spy Kit' 'Llanowar Elves'",
    "same Forest@set=Tree Forest",
    "same Forest@sticker=Big Forest",
    "same 'Jace Emblem@emblem' Forest",
    "same Eleven Cecily Eleven",
    "same Godzilla Zilortha",
    "different 'X // Y' 'X // Z'",
    "different --first 'Grizzly Bears' Forest@facedown",
    "different Forest Island 'Dryad Arbor'",
    "deck Eleven Cecily",
    "deck --commander Forest Island",
    "play Godzilla",
    "play 'Unglued Thing'",
    "english Godzilla",
    "english 'Goblin Scout@token'",
    "english Island --changed Island=Mountain",
    *(
        f"refers Isamaru {flag}"
        for flag in ("", "--granted", "--copied", "--moved", "--shortened", "--ability", "--phrase")
    ),
    "refers Isamaru --gained-by Forest",
    "refers Isamaru --renamed Forest",
    "token Goblin Scout",
    "token artifact Clue",
    "token Incubator --back",
    "token Soldier --changed Soldier=Wizard",
    "token Soldier --changed Soldier=Wizard --existing",
    "token Wolf --name Fang",
    "token --name Fang",
    *(
        f"choose {name} --with '{words}'"
        for name in ("Ice", "Tok", "Aberration", "Emeria", "Brisela", "Strike", "Jump")
        for words in ("", "creature")
    ),
    *(
        f"{kind} '{one.name}@{state}' '{one.name}'"
        for one in CARDS
        if len(one.sides) > 1 or one.layout == "meld"
        for kind in ("same", "different")
        for state in ("hand", "stack", "battlefield", "back,battlefield", "flipped")
    ),
    *(f"choose '{one.name}'" for one in CARDS),
]


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_every_version_answers_every_kind(archive: Texts, line: str) -> None:
    """In each version there is an answer with a reason, and what it cites stands there."""
    lost = []
    for day, texts in archive.items():
        found = ask(str(day), line)
        assert found.reasons, day
        assert all(str(reason.says) for reason in found.reasons)
        lost += [(str(day), number) for number in found.numbers if number not in texts]
    assert not lost


@pytest.mark.parametrize("line", LINES[::7])
def test_nothing_changes_between_turning_points(line: str) -> None:
    points = turning_points()
    for first, after in itertools.pairwise(points):
        last = after - datetime.timedelta(days=1)
        assert ask(str(first), line) == ask(str(last), line)


def test_every_kind_of_question_is_asked() -> None:
    assert {line.split()[0] for line in LINES} == {str(kind) for kind in Asked}
    assert callable(answer)
    assert Law(FIRST_DAY)["same"].number == "202.3"


@pytest.mark.parametrize(("token", "letter"), [("Cursed", "j"), ("Monster", "k"), ("Royal", "m")])
def test_a_token_that_the_rules_define_is_known_from_its_day_on(token: str, letter: str) -> None:
    assert not law_of(datetime.date(2023, 8, 31))[f"token {token} Role"]
    assert law_of(datetime.date(2023, 9, 1))[f"token {token} Role"].number == f"111.10{letter}"
