"""The desk in a real browser: a translator's walk by keyboard alone, and two browsers that save at once."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from pytest_django import DjangoDbBlocker

from rulesbase.corrections import writing
from tests.curating.library import ADDED, EXAMPLE, REFS, TYPO, WORD, address, people, translate_all
from tests.curating.texts import newest, readers_see, state_of
from tests.databases import Databases, inside
from tests.make import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django.live_server_helper import LiveServer

TEXT = "Celui qui a ouvert les deux portes compte chaque pièce une seule fois."


@pytest.fixture
def open_desk(
    live_server: "LiveServer", desk_name: str, databases: Databases, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """A library of this test's own, in which what the browsers do stays: the second English version has come."""
    assert desk_name
    with django_db_blocker.unblock(), inside(databases.copy("desk")):
        with writing():
            translate_all("2020-03-01")
        people()
        yield


def sign_in(chromium: "Browser", live_server: "LiveServer", name: str, after: str, width: int = 1440) -> "Page":
    page = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": 900}).new_page()
    page.goto(f"/account/sign-in/?next={after}")
    page.get_by_label("User name or e-mail address").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{after}")
    return page


@pytest.mark.usefixtures("open_desk")
def test_a_new_version_is_worked_off(chromium: "Browser", live_server: "LiveServer") -> None:
    page = sign_in(chromium, live_server, "edie", "/curate/fr/?queue=behind")
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    # j goes to the first row, Enter opens it.
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address(WORD)}?queue=behind")
    field = page.locator("#ed")
    assert "counts every coin" in field.input_value()
    field.fill("")
    page.keyboard.press("Alt+c")
    assert "counts every coin" in field.input_value()
    field.fill(TEXT)
    page.get_by_text("draft kept").wait_for()
    page.reload()
    assert field.input_value() == TEXT
    page.keyboard.press("Control+Shift+Enter")
    page.wait_for_url(f"**{address(EXAMPLE, 2)}&queue=behind")
    assert readers_see(WORD) == TEXT
    page.locator("#ed").fill("Exemple : un boulanger n’a que de la farine.")
    page.keyboard.press("Control+Shift+Enter")
    page.get_by_text("That was the last one of this queue.").wait_for()
    for queue, button in (("references", "Adopt the number"), ("typography", "Keep this one approved")):
        page.goto(f"/curate/fr/?queue={queue}")
        page.get_by_label("Reason").fill("La version de mars.")
        page.get_by_role("button", name=button).click()
        page.get_by_text("1 text approved.").wait_for()
    assert {state_of(number) for number in (WORD, EXAMPLE, REFS, TYPO)} == {"exact"}
    assert complaints == []


@pytest.mark.usefixtures("open_desk")
def test_two_browsers_save_at_once(chromium: "Browser", live_server: "LiveServer") -> None:
    here, there = (sign_in(chromium, live_server, name, address(ADDED)) for name in ("tess", "rene"))
    here.reload()
    here.get_by_text("Also at work on this text: rene").wait_for()
    here.locator("#ed").fill("Le texte de Tess.")
    there.locator("#ed").fill("Le texte de René.")
    there.keyboard.press("Control+s")
    there.get_by_text("Saved as a draft.").wait_for()
    here.keyboard.press("Control+Enter")
    here.get_by_role("heading", name="Somebody saved a newer text while you wrote").wait_for()
    assert here.locator("#ed").input_value() == "Le texte de Tess."
    assert "Le texte de René." in here.inner_text(".conflict")
    here.keyboard.press("Control+Enter")
    here.get_by_text("waits for review now").wait_for()
    assert (newest(ADDED).wording.text, newest(ADDED).revision) == ("Le texte de Tess.", 2)


@pytest.mark.usefixtures("open_desk")
@pytest.mark.parametrize(("width", "theme"), [(390, "dark"), (1440, "light")])
def test_axe_finds_nothing(chromium: "Browser", live_server: "LiveServer", width: int, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = sign_in(chromium, live_server, "edie", "/curate/fr/", width)
    page.goto(f"/display/?theme={theme}&next=/curate/")
    for path in ("/curate/", "/curate/fr/?queue=references", address(WORD), address(WORD, more="history/")):
        page.goto(path)
        assert axe.run(page).response["violations"] == [], (theme, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
