"""The five seed texts: what they are, their numbers and their examples."""

import datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from rulesbase.engine.nodes import Kind, Layout
from rulesbase.engine.parsing.parse import read_source


class Seed(NamedTuple):
    """What a seed must give; ``examples`` are only of the numbers that have any."""

    name: str
    language: str
    date: datetime.date | None
    layout: Layout
    numbers: str
    examples: dict[str, int]
    problems: tuple[str, ...] = ()


SEEDS = [
    Seed(
        "mtgwiki-en-201-bullets",
        "en",
        None,
        Layout.BULLETS,
        "201.1 201.2 201.2a 201.2b 201.2c 201.3a 201.3b 201.3c 201.3d 201.3e 201.3f 201.4a 201.4b 201.4c",
        {"201.3a": 1, "201.4a": 1, "201.4b": 3},
    ),
    Seed(
        "mtgwiki-en-201-nested-2020",
        "en",
        None,
        Layout.BULLETS,
        "201.1 201.2 201.2a 201.2b 201.2c 201.3 201.3a 201.3b 201.3c 201.3d 201.3e 201.3f"
        " 201.4 201.4a 201.4b 201.4c 201.5",
        {},
    ),
    Seed(
        "cr-200-series-2006",
        "en",
        None,
        Layout.EXTRACT,
        "200.5 200.5a 200.6 200.6a 200.7 200.7a 200.8 200.9 200.9a 200.9b 200.9c 200.10 201.1 201.2"
        " 202.1 202.2 202.2a 202.2b 202.3 203.1 203.1a 203.2 203.2a",
        {},
        tuple(f"200.{n} is cut off behind its first word" for n in (5, 6, 7, 8, 10)),
    ),
    Seed(
        "lotusnoir-fr-201-2011",
        "en",
        datetime.date(2011, 9, 30),
        Layout.NUMBER_LINES,
        "201.1 201.2 201.3 201.4 201.4a 201.4b 201.4c 201.5",
        {"201.4a": 1, "201.4b": 3, "201.5": 1},
    ),
    Seed(
        "mtgwiki-ja-name-20231117",
        "ja",
        datetime.date(2023, 11, 17),
        Layout.ARTICLE,
        "201.1 201.2 201.2a 201.2b 201.2c 201.3 201.4 201.4a 201.4b 201.4c 201.4d 201.4e 201.4f 201.4g"
        " 201.5 201.5a 201.5b 201.5c 201.6",
        {},
        ("heading 201 stands here again",),
    ),
]


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed.name)
def test_seed(corpus: Path, seed: Seed) -> None:
    read = read_source((corpus / "seeds" / f"{seed.name}.txt").read_bytes())
    nodes = [node for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE)]
    assert (read.language, read.date, read.layout, read.whole) == (
        seed.language,
        seed.date,
        seed.layout,
        False,
    )
    assert [node.number for node in nodes] == seed.numbers.split()
    assert {node.number: len(node.examples) for node in nodes if node.examples} == seed.examples
    assert tuple(issue.problem for issue in read.issues) == seed.problems
    assert all(node.text for node in nodes)


def test_the_article_stands_apart_from_the_rules_it_quotes(corpus: Path) -> None:
    path = corpus / "seeds" / "mtgwiki-ja-name-20231117.txt"
    read = read_source(path.read_bytes())
    assert len(read.commentary) > 9000
    assert read.introduction == ""
    assert [(node.number, node.heading) for node in read.entries[:2]] == [
        ("2", "カードの部分"),
        ("201", "名前"),
    ]
    quoted = "".join(node.text for node in read.entries)
    assert "[編集]" not in quoted
    assert len(quoted) < len(read.commentary)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cr/en-other/1997-03-24-5th-edition-rules.txt", "no paragraph begins with a rule number"),
        ("cr/en-other/1999-04-21-rulings-summary-not-cr.txt", "no paragraph begins with a rule number"),
        (
            "cr/ja/2017-07-14-change-notes/comprehensive-rules-changes.md",
            "article about changes of the rules",
        ),
        ("cr/ja/2017-07-14-change-notes/oracle-changes.md", "no paragraph begins with a rule number"),
    ],
)
def test_what_is_no_rules_text_is_refused(corpus: Path, name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_source((corpus / name).read_bytes(), name)
