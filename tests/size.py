"""Count lines of code without comments, docstrings, blank lines and migrations: `make size`."""

import ast
import io
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("rulesbase", "cards", "config", "manage.py")
_NO_CODE = frozenset(
    (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
)


def code_lines(source: str) -> int:
    """Return the number of lines that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in _NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for docstring in _docstrings(ast.parse(source)):
        lines.difference_update(range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1))
    return len(lines)


def _docstrings(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                yield first.value


def counted(name: str) -> tuple[int, int]:
    """Return how many modules and lines of code a folder or file of the project has."""
    top = ROOT / name
    paths = [top] if top.is_file() else [path for path in top.rglob("*.py") if "migrations" not in path.parts]
    return len(paths), sum(code_lines(path.read_text(encoding="utf-8")) for path in paths)


def main() -> None:
    """Print a table, the sum of the product in the line above the tests."""
    rows = [(name, *counted(name)) for name in PRODUCT]
    rows.append(("product", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    rows.append(("tests", *counted("tests")))
    sys.stdout.write(f"{'':12}{'modules':>8}{'lines':>8}\n")
    for name, modules, lines in rows:
        sys.stdout.write(f"{name:12}{modules:8}{lines:8}\n")


if __name__ == "__main__":
    main()
