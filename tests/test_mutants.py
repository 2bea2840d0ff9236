"""The maker of small faults: which it makes, where, and that they are programs."""

import ast
from pathlib import Path

import pytest

from tests.mutants.__main__ import arguments, drawn, last_survivors
from tests.mutants.mutating import mutants, mutated, sites
from tests.mutants.reaching import ROOT, Reach, Users, engine_files
from tests.mutants.report import EXPLAINED, difference, explanations, share
from tests.mutants.trying import Tried, who_reach

SOURCE = '''"""Words."""
from functools import lru_cache
TABLE: dict[str, int] = {"a": 1}
PAIR = tuple[int, str]

@lru_cache(maxsize=9)
def first(number: int, *, more: str = "", all_of=TABLE) -> int:
    """Words."""
    assert number
    if number < 2 and not more:
        return number + 1
    return min(TABLE[k] for k in more[1:] if k)

class Box:
    size: int = 3

    def put(self):
        for at in range(self.size):
            if at:
                continue
            self.at = f"words {at * 2}"
            print(at)
'''


def said(source: str, tmp_path: Path) -> list[str]:
    (tmp_path / "module.py").write_text(source)
    every = [("module.py", at) for at in range(len(sites(ast.parse(source))))]
    return [f"{one.place}: {one.before} > {one.after}" for one in mutants(tmp_path, every)]


def test_faults_and_their_places(tmp_path: Path) -> None:
    found = said(SOURCE, tmp_path)
    assert {
        ": TABLE: dict[str, int] = {'a': 1} > TABLE: dict[str, int] = {'XXaXX': 1}",
        ": TABLE: dict[str, int] = {'a': 1} > TABLE: dict[str, int] = {'a': 2}",
        "first: if number < 2 and (not more): > if number <= 2 and (not more):",
        "first: if number < 2 and (not more): > if number < 2 or not more:",
        "first: if number < 2 and (not more): > if number < 2 and more:",
        "first: if number < 2 and (not more): > if True:",
        "first: if number < 2 and (not more): > if False:",
        "first: return number + 1 > return number - 1",
        "first: return number + 1 > return number + 2",
        "first: return number + 1 > return None",
        "first: return min((TABLE[k] for k in more[1:] if k)) > return max((TABLE[k] for k in more[1:] if k))",
        "first: return min((TABLE[k] for k in more[1:] if k)) > return min((TABLE[k] for k in more[:] if k))",
        "first: return min((TABLE[k] for k in more[1:] if k)) > return min((TABLE[k] for k in more[1:] if True))",
        "Box: size: int = 3 > size: int = 4",
        "Box.put: continue > break",
        "Box.put: print(at) > pass",
        "Box.put: self.at = f'words {at * 2}' > self.at = f'words {at // 2}'",
    } <= set(found)
    # Types, decorators, docstrings, assertions and the words of formatted texts stay as they are.
    assert not any("maxsize" in one or "tuple[" in one or "Words" in one or "assert" in one for one in found)
    assert not any("XXwords" in one for one in found)


def test_every_fault_is_another_program() -> None:
    plain = ast.unparse(ast.parse(SOURCE))
    programs = [mutated(SOURCE, at) for at in range(len(sites(ast.parse(SOURCE))))]
    for program in programs:
        compile(program, "module.py", "exec")
    written = [ast.unparse(program) for program in programs]
    assert plain not in written
    assert len(set(written)) == len(written)


def test_names_do_not_change_with_the_lines_around(tmp_path: Path) -> None:
    def names(source: str) -> list[str]:
        (tmp_path / "module.py").write_text(source)
        every = [("module.py", at) for at in range(len(sites(ast.parse(source))))]
        return [one.name for one in mutants(tmp_path, every)]

    before = names(SOURCE)
    assert len(set(before)) == len(before)
    assert names(SOURCE.replace("class Box", "# Words.\n\n\nclass Box")) == before


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    some = drawn(3, 20, "engine/numbering")
    assert some == drawn(3, 20, "engine/numbering")
    assert some != drawn(4, 20, "engine/numbering")
    assert len(set(some)) == 20
    assert {path for path, _ in some} == {"rulesbase/engine/numbering.py"}
    assert arguments([]).count == 400


def test_the_who_reach_a_fault_are_those_that_reach_its_lines() -> None:
    listed = sites(ast.parse(SOURCE))
    reach = Reach(
        seconds={"slow": 2.0, "quick": 0.1, "other": 0.2},
        lines={"m.py": {11: {"slow", "quick"}, 18: {"other"}, 19: {"other"}}},
    )
    users = Users({"m.py": SOURCE})
    by_place = {(one.place, one.statement.lineno): who_reach("m.py", one, reach, users) for one in listed}
    assert by_place["first", 11] == ["quick", "slow"]
    assert by_place["Box.put", 19] == ["other"]
    # A table is reached by who uses it, the size of a box by who asks for a box or a size.
    assert by_place["", 3] == ["quick", "slow"]
    assert by_place["Box", 15] == ["other"]


def test_long_differences_are_cut() -> None:
    before, after = difference("x = " + "a" * 200 + "1" + "b" * 200, "x = " + "a" * 200 + "2" + "b" * 200)
    assert before == "..." + "a" * 60 + "1" + "b" * 60 + "..."
    assert after == before.replace("1", "2")
    assert difference("a < b", "a <= b") == ("a < b", "a <= b")


def test_what_is_explained_can_still_be_made() -> None:
    """An explanation of a fault that the text no longer has explains nothing."""
    paths = {row.split(",")[1].split()[0] for row in EXPLAINED.read_text(encoding="utf-8").splitlines()[1:]}
    assert paths <= set(engine_files())
    every = [(path, at) for path in sorted(paths) for at in range(len(sites(ast.parse((ROOT / path).read_text()))))]
    assert set(explanations()) <= {one.name for one in mutants(ROOT, every)}
    assert all(why.strip() for why in explanations().values())


def test_shares(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one = mutants(ROOT, drawn(1, 1, "engine/numbering"))[0]
    assert share([Tried(one, "time", 1), Tried(one, "", 1)]) == 50.0
    kept = tmp_path / "last.json"
    kept.write_text(f'[["{one.path}", "{one.name}"]]')
    monkeypatch.setattr("tests.mutants.__main__.LAST", kept)
    assert last_survivors() == [(one.path, one.at)]
