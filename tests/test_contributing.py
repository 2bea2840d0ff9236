"""The first change that docs/CONTRIBUTING.md leads to: what it names is there, and the change does what it says."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "docs" / "CONTRIBUTING.md").read_text(encoding="utf-8")
TESTS = (ROOT / "tests" / "rulesbase" / "engine" / "text" / "test_numbers.py").read_text(encoding="utf-8")


def example() -> tuple[str, str]:
    """What is typed, and the number that is meant: the line that the text has people write."""
    (line,) = re.findall(r"^   ```\n   (.*)\n   ```$", TEXT, re.MULTILINE)[:1]
    ((typed, number),) = ast.literal_eval(f"[{line}]")
    return str(typed), str(number)


def test_the_line_can_be_put_where_it_belongs() -> None:
    (above,) = re.findall(r"below `(.*?)`:", TEXT)
    assert TESTS.count(f"{above}\n") == 1
    typed, number = example()
    assert f"`{typed}`" in TEXT
    assert typed.endswith(number)


def test_names_of_code_are_there() -> None:
    folders = [ROOT / name for name in ("rulesbase", "cards", "config", "tests")]
    code = "\n".join(path.read_text(encoding="utf-8") for folder in folders for path in folder.rglob("*.py"))
    names = set(re.findall(r"`(\w+_\w+|\w+\.py)`", TEXT)) - set(re.findall(r"def (\w+)", TEXT))
    files = {path.name for folder in folders for path in folder.rglob("*.py")}
    assert {name for name in names if name not in code and name not in files} == set()
