"""The files that decide whether a stored download is current."""

from pathlib import Path

from rulesbase.downloads.build import source_files
from tests.test_architecture import ROOT, imports_of

# Packages whose modules shape a file.
PACKAGES = ("archive", "core", "downloads", "engine", "reading")
# Modules that are imported there, and on which no byte of a file depends: they parse other files, find or store texts,
# or make pages of the site.
NOT_OF_A_FILE = {
    "archive/catalogue.py",
    "core/content_version.py",
    "downloads/storage.py",
    "engine/data_tables.py",
    "engine/issues.py",
    "engine/messages.py",
    "engine/parsing/body.py",
    "engine/parsing/page_clutter.py",
    "reading/outline.py",
    "reading/page_frame.py",
    "reading/pages.py",
    "reading/parallel_html.py",
    "reading/places.py",
}


def test_each_module_that_shapes_a_file_counts() -> None:
    listed = {path for path in source_files() if path.suffix == ".py"}
    imported = {name for path in listed for name in imports_of(path)}
    inside = {name for name in imported if name.startswith(tuple(f"rulesbase.{package}." for package in PACKAGES))}
    missing = {file_of(name) for name in inside} - listed
    assert {path.relative_to(ROOT / "rulesbase").as_posix() for path in missing} == NOT_OF_A_FILE


def file_of(name: str) -> Path:
    """Return the file of a module, or of the package that a name is imported from."""
    path = ROOT / name.replace(".", "/")
    module = path.with_suffix(".py")
    return module if module.is_file() else (path if path.is_dir() else path.parent) / "__init__.py"
