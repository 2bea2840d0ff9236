"""docs/security.md: every requirement has a test, every test that it names exists, and what it says of them is so."""

import ast
import re
from pathlib import Path

import pytest

from tests.site.security.conftest import settings_with

HOME = Path(__file__).parents[3]
PAGE = (HOME / "docs" / "security.md").read_text(encoding="utf-8")
NODE = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")
ROW = re.compile(r"^\| (\d+\.\d+\.\d+) \|(.+)\|$", re.MULTILINE)


def names_in(path: str) -> set[str]:
    """The tests of a file that pytest would collect."""
    assert Path(path).name.startswith("test_"), path
    tree = ast.parse((HOME / path).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")}


def test_every_requirement_has_a_test() -> None:
    rows = ROW.findall(PAGE)
    assert len(rows) > 70
    without = [number for number, rest in rows if not NODE.search(rest.split("|")[-1])]
    assert without == []
    assert [number for number, rest in rows if rest.count("|") != 2] == []


def test_every_test_that_is_named_exists() -> None:
    named = set(NODE.findall(PAGE))
    assert [f"{path}::{name}" for path, name in sorted(named) if name not in names_in(path)] == []


def test_passwords_are_hashed_with_argon2(monkeypatch: pytest.MonkeyPatch) -> None:
    hashers = settings_with(monkeypatch)["PASSWORD_HASHERS"]
    assert isinstance(hashers, list)
    assert hashers[0].endswith(".Argon2PasswordHasher")


def test_files_are_read_apart_where_it_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings_with(monkeypatch)["READ_APART"] is True
