"""The five seed texts: what they are, their numbers and their examples."""

import json
from pathlib import Path
from typing import Any

import pytest

from rulesbase.engine.nodes import Kind
from rulesbase.engine.parsing.parse import read_source

SEEDS = json.loads(Path(__file__).with_name("seeds.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("seed", SEEDS, ids=lambda seed: seed["name"])
def test_a_seed_has_its_numbers_and_examples(corpus: Path, seed: dict[str, Any]) -> None:
    read = read_source((corpus / "seeds" / f"{seed['name']}.txt").read_bytes())
    nodes = [node for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE)]
    date = read.date.isoformat() if read.date else None
    assert (read.language, date, read.layout, read.whole) == (seed["language"], seed["date"], seed["layout"], False)
    assert [node.number for node in nodes] == seed["numbers"].split()
    assert {node.number: len(node.examples) for node in nodes if node.examples} == seed["examples"]
    assert [issue.problem for issue in read.issues] == seed["problems"]
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
