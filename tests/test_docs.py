"""README.md and docs/: they list every command, address, setting and make target, and use plain words."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class
from django.core.management.base import DjangoHelpFormatter
from django.test import Client

from rulesbase.desk.queue_params import Sort
from rulesbase.desk.queues import Queue
from tests.score.__main__ import PARTS
from tests.site.security.addresses import patterns

ROOT = Path(__file__).resolve().parents[1]
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
# Words that docs avoid, because most sentences with them are hard to read.
AVOIDED = re.compile(r"\b(?:told|said|kept|whoever|nobody|heirs?|kin|tongues?|whereabouts)\b", re.IGNORECASE)


def shape(address: str) -> str:
    """Return an address without its query and without the names of its gaps."""
    return "/" + re.sub(r"<[^<>]*>", "<>", address.partition("?")[0]).lstrip("/")


def first_cells(page: str) -> list[str]:
    """Return the words in backticks in the first column of the tables of a page."""
    cells = re.findall(r"^\| (`.+?`) \|", PAGES[page], re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_every_address_is_listed() -> None:
    listed = {shape(name) for name in first_cells("addresses.md") if name.startswith("/")}
    there = {shape(route) for route, _pattern in patterns() if not route.startswith(("api/", "admin/"))}
    assert there - listed == set()
    elsewhere = {name for name in listed - there if name.startswith("/api/")} | {"/admin/", "/healthz", "/readyz"}
    assert listed - there == elsewhere


def test_queues_and_orders_of_the_desk_are_listed() -> None:
    assert [name for name in (*Queue, *Sort) if f"`{name}`" not in PAGES["addresses.md"].replace("sort=", "")] == []


def commands() -> dict[str, str]:
    """Return name -> application of the commands of this project."""
    return {name: app for name, app in get_commands().items() if app in ("rulesbase", "cards")}


def test_every_command_is_listed() -> None:
    listed = re.findall(r"^### `(\w+)", PAGES["commands.md"], re.MULTILINE)
    assert sorted(listed) == sorted(commands())


@pytest.mark.parametrize("name", sorted(set(commands()) - {"migrate"}))
def test_every_option_is_listed(name: str) -> None:
    parser = load_command_class(commands()[name], name).create_parser("manage.py", name)
    options = {word for action in parser._actions for word in action.option_strings if word.startswith("--")}
    (section,) = re.findall(rf"^### `{name}\b(.*?)(?=^##|\Z)", PAGES["commands.md"], re.MULTILINE | re.DOTALL)
    items = re.findall(r"^- (`--[^:]*)", section, re.MULTILINE)
    listed = {word for item in items for word in re.findall(r"`(--[\w-]+)", item)}
    usual = DjangoHelpFormatter.show_last | {"--help"}
    assert listed == options - (usual - listed)


def test_every_setting_is_listed() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "config").glob("*.py")))
    read = set(re.findall(r"(?:env_\w+|os\.environ\.get)\(\s*\"([A-Z_]+)\"", code))
    listed = first_cells("settings.md")
    assert "DATABASE_URL" in read
    assert sorted(read - set(listed)) == []
    assert [name for name in listed if name not in code + PAGES["deployment.md"]] == []


def test_every_make_target_is_listed() -> None:
    (targets,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    listed = [name.removeprefix("make ") for name in first_cells("development.md") if name.startswith("make ")]
    assert sorted(listed) == sorted(targets.split())


def test_every_part_of_the_score_is_listed() -> None:
    (line,) = re.findall(r"^  `ARGS=(lineage`.*) runs one part", PAGES["development.md"], re.MULTILINE)
    assert sorted(re.findall(r"\w+(?=`)", line)) == sorted(PARTS)


@pytest.mark.parametrize("page", sorted(PAGES))
def test_make_targets_and_files_are_there(page: str) -> None:
    targets = re.findall(r"(?:`|^)make ([a-z][\w-]*)", PAGES[page], re.MULTILINE)
    assert [name for name in targets if f"\n{name}:" not in MAKEFILE] == []
    paths = re.findall(r"`((?:cards|config|docs|rulesbase|static|templates|tests)/[\w/.-]+\.\w+)[`:]", PAGES[page])
    assert [path for path in paths if not (ROOT / path).exists()] == []


@pytest.mark.usefixtures("sample")
def test_addresses_of_the_readme_show_pages(client: Client) -> None:
    shown = re.findall(r"<http://127\.0\.0\.1:8000(/[^>]+)>", PAGES["README.md"])
    assert len(shown) > 5
    assert {address: client.get(address, follow=True).status_code for address in shown} == dict.fromkeys(shown, 200)


@pytest.mark.parametrize("page", sorted(PAGES))
def test_links_lead_somewhere(page: str) -> None:
    folder = ROOT if page == "README.md" else ROOT / "docs"
    links = re.findall(r"\]\(([^):#]+)(?:#[\w-]*)?\)", PAGES[page])
    assert [link for link in links if not (folder / link).exists()] == []


def anchors(page: str) -> set[str]:
    """Return the names by which links reach the headings of a page."""
    text = PAGES.get(page) or (ROOT / page).read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", sorted(PAGES))
def test_links_into_a_page_lead_to_a_heading(page: str) -> None:
    links = re.findall(r"\]\(([\w/.-]*)#([\w-]+)\)", PAGES[page])
    assert [link for link in links if link[1] not in anchors(Path(link[0] or page).name)] == []


@pytest.mark.parametrize("page", sorted(set(PAGES) - {"architecture.md"}))
def test_words_are_plain(page: str) -> None:
    prose = re.sub(r"```.*?^```|`[^`]*`", "", PAGES[page], flags=re.MULTILINE | re.DOTALL)
    assert AVOIDED.findall(prose) == []
