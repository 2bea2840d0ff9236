"""The table of epochs against the archive: every number stands in its versions, and the text is on its topic."""

import csv
import datetime
import itertools
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from cards.engine.name_rules.rule_history import FIRST_DAY, TABLE, NameRules, turning_points
from cards.engine.types import QuestionKind
from tests.cards.engine.names import CARDS, ask
from tests.rulesbase.engine.corpus_texts import plain

NUMBER = re.compile(r"(?m)^[ \t]*([1-9]\d\d\.\d{1,3}[a-z]?)\.?\s")


def _patterns() -> dict[tuple[str, str], str]:
    """Return by topic and mark what the rule's text has; without a mark in all versions, else only with the mark."""
    with Path(__file__).with_name("rule_words.csv").open(encoding="utf-8", newline="") as file:
        return {(row["topic"], row["mark"]): row["pattern"] for row in csv.DictReader(file)}


PATTERNS = _patterns()
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
        rules = NameRules(day)
        for topic in TABLE:
            number = rules[topic].number
            pattern = PATTERNS.get((topic, "")) or rf"named {topic.removeprefix('token ').removesuffix(' Role')}"
            if number and not re.search(pattern, texts.get(number, "")):
                wrong.append((str(day), topic, number))
    assert not wrong


@pytest.mark.slow
def test_marks_are_those_of_the_texts(archive: Texts) -> None:
    wrong = []
    for day, texts in archive.items():
        rules = NameRules(day)
        for (topic, mark), pattern in PATTERNS.items():
            place = rules[topic]
            # Examples may say what the rule does not.
            rule = texts.get(place.number, "").split("Example:")[0]
            if mark and place and (mark in place.marks) != bool(re.search(pattern, rule)):
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
        pattern = PATTERNS.get((topic, ""))
        first, place = steps[0]
        if pattern is None or first == FIRST_DAY or not place:
            continue
        before = [day for day in days if day < first][-1:]
        late += [(topic, str(day)) for day in before if re.search(pattern, archive[day].get(place.number, ""))]
    # There the rule on the same name had these numbers, with the same words.
    assert {topic for topic, _day in late} == {"choose", "english"}


LINES = [
    *(Path(__file__).parents[3] / "data" / "name_lines.txt").read_text(encoding="utf-8").splitlines(),
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


def test_the_lines_have_every_kind_of_question() -> None:
    assert {line.split()[0] for line in LINES} == set(map(str, QuestionKind))


@pytest.mark.slow
@pytest.mark.parametrize("line", LINES)
def test_every_version_answers_every_kind(archive: Texts, line: str) -> None:
    """In each version there is an answer with a reason, and what it cites stands there."""
    lost = []
    for day, texts in archive.items():
        found = ask(str(day), line)
        assert found.reasons, day
        assert all(str(reason.message) for reason in found.reasons)
        lost += [(str(day), number) for number in found.numbers if number not in texts]
    assert not lost


@pytest.mark.parametrize("line", LINES[::7])
def test_nothing_changes_between_turning_points(line: str) -> None:
    points = turning_points()
    for first, after in itertools.pairwise(points):
        last = after - datetime.timedelta(days=1)
        assert ask(str(first), line) == ask(str(last), line)


@pytest.mark.parametrize(("token", "letter"), [("Cursed", "j"), ("Monster", "k"), ("Royal", "m")])
def test_a_token_that_the_rules_define_is_known_from_its_day_on(token: str, letter: str) -> None:
    assert not NameRules(datetime.date(2023, 8, 31))[f"token {token} Role"]
    assert NameRules(datetime.date(2023, 9, 1))[f"token {token} Role"].number == f"111.10{letter}"
