"""The bench runs; what it finds on two small texts says nothing of speed and is not judged."""

import gzip
import json
from pathlib import Path

import pytest

from tests.bench import archive, comparing, desk, identity, lookups, memory, parsing
from tests.bench.__main__ import main
from tests.bench.report import Figure

FILES = ("2019-03-01.txt", "2021-03-01.txt")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Two editions of our own words, of different sizes."""
    for name, chapters in zip(FILES, (3, 9), strict=True):
        (tmp_path / name).write_bytes(parsing.made_up(chapters))
    return tmp_path


def test_parse_bench_prints_and_writes_its_figures(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = texts / "out" / "bench.json"
    assert main(["parse", "--corpus", str(texts), "--json", str(written)]) == 0
    printed = capsys.readouterr().out
    assert "all 2 files, times the yardstick" in printed
    assert str(written) in printed

    found = json.loads(written.read_text(encoding="utf-8"))
    files = found["parse"]["files"]
    # Every made-up chapter has thirty rules and fifteen subrules.
    assert [(file["name"], file["rules"]) for file in files] == list(zip(FILES, (135, 405), strict=True))
    assert all(file["ratio"] == pytest.approx(file["engine"] / file["yardstick"]) for file in files)
    total = sum(file["engine"] for file in files) / sum(file["yardstick"] for file in files)
    assert found["parse"]["ratio"] == pytest.approx(total)
    assert set(found["parse"]["growth"]) == {"1x", "4x", "16x"}
    judged = {figure["what"]: figure["met"] for figure in found["figures"] if figure["target"] is not None}
    assert len(judged) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_yardstick_reads_every_encoding(encoding: str) -> None:
    text = "101.1. A keeper\u2019s lamp.\r\n\r\n101.1a Nobody climbs it.\r\nNo number here.\r\n"
    found = parsing.plainly(text.encode(encoding))
    assert [numbers for *numbers, _ in found] == [["101", "1", ""], ["101", "1", "a"]]
    assert found[0][3].rstrip() == "A keeper\u2019s lamp."


@pytest.mark.parametrize(
    ("target", "at_least", "met"),
    [(None, False, None), (2.0, False, True), (1.0, False, False), (1.0, True, True), (2.0, True, False)],
)
def test_figures_say_whether_the_target_is_met(target: float | None, at_least: bool, met: bool | None) -> None:
    assert Figure("parse", "something", 1.5, "s", target, at_least).met is met


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["weather"], "no bench is called weather"),
        (["import", "--database", "sqlite:///kept.sqlite3"], "goes with pages"),
    ],
)
def test_wrong_words_are_refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(words)
    assert said in capsys.readouterr().err


def test_an_empty_folder_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parse", "--corpus", str(tmp_path)]) == 2
    assert "holds no texts" in capsys.readouterr().err


def test_comparing_prints_its_figures(texts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = texts / "bench.json"
    assert main(["compare", "--corpus", str(texts), "--json", str(written)]) == 0
    assert "2019-03-01 to 2021-03-01: times git diff --word-diff" in capsys.readouterr().out
    pair = json.loads(written.read_text(encoding="utf-8"))["compare"]["2019-03-01 to 2021-03-01"]
    assert pair["ratio"] == pytest.approx(pair["engine"] / pair["git"])


def test_linking_tells_of_every_step_and_of_growth(texts: Path) -> None:
    found = identity.bench([texts / name for name in FILES], rules=60, steps=2, times=1)
    # As it is written.
    details = json.loads(json.dumps(found.details))
    assert found.figures[0].what == "all 2 versions"
    assert set(details["growth"]) == {"1x", "2x", "4x"}
    assert [pair["new"] for pair in details["pairs"]] == ["2021-03-01"]


def test_only_what_changed_is_compared_by_words(tmp_path: Path) -> None:
    for name, verb in (("2019-03-01", "climbs"), ("2020-03-01", "climbs"), ("2021-03-01", "leaves")):
        text = parsing.made_up(3).decode().replace("keeper who climbs lamp 7 ", f"keeper who {verb} lamp 7 ")
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    chain = archive.chain_of(sorted(tmp_path.glob("*.txt")))
    assert chain.rules[0] == chain.rules[1] == chain.rules[2]
    assert comparing.compare_words(chain.leaves(0), chain.leaves(1), *chain.kin(0, 1)) == 0
    # One rule of each chapter.
    assert comparing.compare_words(chain.leaves(0), chain.leaves(2), *chain.kin(0, 2)) == 3


def cards_in(folder: Path) -> None:
    """Write three files of made-up cards in the shape that the lookups read."""
    names = [f"Keeper of the {number} Lamp" for number in ("Ninth", "Tenth", "Amber", "Broken", "Drowned", "Hollow")]
    cards = [{"oracle_id": name, "name": name, "layout": "normal"} for name in names]
    printed = [card | {"lang": "fr", "printed_name": card["name"].replace("Lamp", "lampe")} for card in cards]
    folder = folder / lookups.FOLDER
    folder.mkdir(parents=True)
    for file, records in (("oracle-cards", cards), ("printed-fr-ja", printed)):
        (folder / f"{file}.json.gz").write_bytes(gzip.compress(json.dumps(records).encode()))
    (folder / "flavor-name-printings.json").write_text("[]", encoding="utf-8")


def test_lookups_print_their_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards_in(tmp_path)
    written = tmp_path / "bench.json"
    assert main(["lookups", "--corpus", str(tmp_path), "--json", str(written)]) == 0
    assert "index of 6 cards, 12 names built" in capsys.readouterr().out
    found = json.loads(written.read_text(encoding="utf-8"))
    assert found["lookups"]["memory"] > 0
    assert len(found["lookups"]["near"]) == 6


def test_lookups_without_cards_are_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lookups", "--corpus", str(tmp_path)]) == 2
    assert "Lookups need" in capsys.readouterr().err


def test_memory_prints_its_figures(texts: Path) -> None:
    outcome = memory.bench(sorted(texts.glob("*.txt")), count=700, asked=30, plain=5)
    found = {figure.what: figure.value for figure in outcome.figures}
    assert found["share of the alike that it finds which the memory finds"] >= 0.9
    assert len(outcome.details["times"]) == 30  # type: ignore[arg-type]
    assert all(value >= 0 for value in found.values())


def test_desk_tells_its_slowest_page() -> None:
    page = {"median_ms": 30.0, "cpu_ms": 20.0, "empty_ms": 2.0, "queries": 9.0}
    pages = {"overview": page | {"cpu_ms": 99.0}, "queue behind": page, "editor behind": page | {"cpu_ms": 70.0}}
    found = {"language": "fr", "translations": 3, "pages": pages | {"queue missing": page | {"queries": 21.0}}}
    figures = {figure.what: figure for figure in desk.figures_of("sqlite", found)}
    # The overview is told, and judged by nobody.
    assert figures["sqlite: slowest page (editor behind), of the processor"].met is False
    assert figures["sqlite: times the empty view"].value == 35.0
    assert figures["sqlite: most queries (queue missing)"].met is False
    assert "overview" in desk.table_of("sqlite", found)
