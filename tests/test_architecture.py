"""Rules about the project itself that no reader should have to remember."""

import ast
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.support.programs import ROOT, project_files

ENGINES = ("rulesbase/engine", "cards/engine")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
# What an engine may load besides the standard library; in rulesbase/engine/: lxml in parsing/docx.py and
# parsing/untrusted_xml.py alone, pypdfium2 in parsing/policy/pdf.py alone, ahocorasick_rs in text/terms.py alone, fsrs
# and fsrs_rs_python in spaced_repetition/ alone.
ENGINE_MAY_LOAD = set(
    """rapidfuzz ahocorasick_rs lxml pypdfium2 pypdfium2_cfg pypdfium2_raw snowballstemmer Stemmer fsrs
    fsrs_rs_python typing_extensions rulesbase cards""".split()
)
# It may import types of the cards, for type checks alone.
TYPES_OF_CARDS = "rulesbase/core/card_interface.py"
LARGEST_FILE = 400_000
# Messages of the whole interface in one language; gettext wants one file.
LARGEST_CATALOGUE = 1_000_000
TEXT = {".py", ".html", ".css", ".js", ".md", ".txt", ".toml", ".json", ".csv", ".svg", ".po", ""}

# Runs in a fresh interpreter: imports each module given, then prints every package that this loaded.
LOAD = """
import importlib, sys
before = set(sys.modules)
for name in sys.argv[1:]:
    importlib.import_module(name)
new = {name.partition(".")[0] for name in set(sys.modules) - before}
# Compiled modules leave helpers behind that were never imported; those have no spec.
print(*sorted(name for name in new if getattr(sys.modules.get(name), "__spec__", None)))
"""


def project_paths() -> list[Path]:
    """Return the files of the project as git has or would have them, so without what make made."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed: it lists the files of the project (apt-get install git)")
    return [ROOT / name for name in project_files()]


def in_project(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    return in_project(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    """Return `file:line: text` for each line in which the pattern is found."""
    looked_for = re.compile(pattern, re.IGNORECASE)
    return [
        f"{in_project(path)}:{number}: {line.strip()[:80]}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if looked_for.search(line)
    ]


@pytest.mark.parametrize("engine", [name for name in ENGINES if (ROOT / name).is_dir()])
def test_engines_load_no_django_and_no_database(engine: str) -> None:
    modules = [module_name(path) for path in sorted((ROOT / engine).rglob("*.py"))]
    assert modules
    # Without settings: a module that asked for them would fail here.
    done = subprocess.run(
        [sys.executable, "-c", LOAD, *modules],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) - sys.stdlib_module_names <= ENGINE_MAY_LOAD
    assert "sqlite3" not in done.stdout.split()


def _is_for_type_checks(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" and not node.orelse


def imports_of(path: Path) -> set[str]:
    """Return the modules of this project that a module imports, anywhere in it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if in_project(path) == TYPES_OF_CARDS:
        tree.body = [node for node in tree.body if not _is_for_type_checks(node)]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            # `from rulesbase.watches import news` names a module, `from rulesbase.models import Rule` does not.
            inside = (ROOT / node.module.replace(".", "/")).is_dir()
            found |= {f"{node.module}.{alias.name}" if inside else node.module for alias in node.names}
    return {name for name in found if name.partition(".")[0] in ("config", "rulesbase", "cards")}


@cache
def program() -> dict[str, set[str]]:
    """Return what each module of the program imports; the modules that put it together are left out."""
    paths = [path for top in ("config", "rulesbase", "cards") for path in sorted((ROOT / top).rglob("*.py"))]
    return {module_name(path): imports_of(path) for path in paths if not re.search(r"(apps|urls|wsgi)\.py$", path.name)}


def package_order() -> list[str]:
    """Return the packages in the order of docs/architecture.md, lowest first."""
    table = ARCHITECTURE.partition("<!-- order -->")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w.]+)` \|", table, re.MULTILINE)


def package_of(module: str, order: list[str]) -> str | None:
    """Return the longest package of the list that a module belongs to; tests and migrations have none."""
    if "migrations" in module.split("."):
        return None
    return max((name for name in order if f"{module}.".startswith(f"{name}.")), key=len, default=None)


def test_packages_import_only_from_packages_before_them() -> None:
    order = package_order()
    rank = {name: at for at, name in enumerate(order)}
    wrong = []
    for module, imported in program().items():
        here = package_of(module, order)
        for other in sorted(imported):
            there = package_of(other, order)
            if here and there and rank[there] > rank[here]:
                wrong.append(f"{module} imports {other}")
    assert wrong == []


def test_every_module_belongs_to_a_package_of_the_list() -> None:
    order = package_order()
    modules = [name for name in program() if "migrations" not in name and "." in name]
    assert [name for name in modules if package_of(name, order) is None] == []


def test_the_rules_do_not_import_the_cards() -> None:
    found = [
        f"{module} imports {name}"
        for module, imported in program().items()
        if module.startswith("rulesbase.") and ".migrations." not in module
        for name in imported
        if name.startswith("cards")
    ]
    assert found == []


def test_migrations_import_only_the_defaults_of_models() -> None:
    imported = {name for module, names in program().items() if ".migrations." in module for name in names}
    may = {
        "rulesbase.models.rules",
        "rulesbase.models.current_token",
        "rulesbase.migrations._append_only",
        # A table of days and names, which only grows.
        "rulesbase.engine.text.set_names",
    }
    assert imported <= may


def test_paths_named_in_the_architecture_exist() -> None:
    names = re.findall(r"`([\w/]+(?:/|\.py))`", ARCHITECTURE)
    assert names
    assert [name for name in names if not (ROOT / name).exists() and not list((ROOT / "rulesbase").rglob(name))] == []


@pytest.mark.parametrize(("package", "names"), [("lxml", ("docx.py", "untrusted_xml.py")), ("pypdfium2", ("pdf.py",))])
def test_few_modules_of_the_engines_load_it(package: str, names: tuple[str, ...]) -> None:
    engines = [path for engine in ENGINES for path in (ROOT / engine).rglob("*.py")]
    others = [path for path in engines if path.name not in names]
    assert lines_with(rf"^\s*(from|import) {package}", others) == []


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    result = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=result, stderr=result)
    except SystemExit:
        pytest.fail(f"run makemigrations:\n{result.getvalue()}")


def test_no_file_is_large() -> None:
    sizes = {in_project(path): path.stat().st_size for path in project_paths()}
    limits = {name: LARGEST_CATALOGUE if name.endswith(".po") else LARGEST_FILE for name in sizes}
    assert {name: size for name, size in sizes.items() if size > limits[name]} == {}


def test_no_path_of_somebodys_machine() -> None:
    texts = [path for path in project_paths() if path.suffix in TEXT and path != Path(__file__)]
    assert lines_with(r"(?<![\w.])/(home|root|work|Users)/\w|/tmp/\w+/\w|[A-Z]:\\Users", texts) == []


def test_patterns_mean_the_same_in_every_python() -> None:
    """Before 3.11.5 a repeated group that gives nothing back matched too much (CPython issue 106052)."""
    texts = [path for path in project_paths() if path.suffix == ".py" and "tests" not in path.parts]
    assert lines_with(r"[^(]\)(?:[*+?]|\{\d*,?\d*\})\+|\(\?>", texts) == []


def test_templates_keep_to_the_content_policy() -> None:
    templates = [path for path in project_paths() if path.suffix == ".html" and "templates" in path.parts]
    assert templates
    assert lines_with(r"\sstyle\s*=", templates) == []
    assert lines_with(r"\son[a-z]+\s*=\s*[\"']", templates) == []
    assert lines_with(r"\shx-on[:-]|\bjavascript:|\b(src|href)\s*=\s*[\"']?data:", templates) == []
    assert lines_with(r"<style\b", templates) == []
    assert lines_with(r"<script\b(?![^>]*\bsrc=)", templates) == []


def test_styles_and_scripts_come_from_here() -> None:
    static = [path for path in project_paths() if path.suffix in {".css", ".js"}]
    assert static
    assert lines_with(r"url\(\s*[\"']?(data:|https?:|//)|@import\s+[\"']?https?:", static) == []
    assert lines_with(r"\beval\(|new Function\(|\bimport\(?\s*[\"']https?:", static) == []


def test_every_dependency_is_pinned_and_says_why() -> None:
    for name in ("requirements.txt", "requirements-mcp.txt", "requirements-dev.txt"):
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        packages = [line for line in lines if line and not line.startswith(("#", "-r "))]
        assert packages
        assert [line for line in packages if not re.fullmatch(r"[\w.\[\]-]+==[\w.]+  # \S.+", line)] == []
