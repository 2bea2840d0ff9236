"""The import page in a real browser: it works without scripts, under the content policy, and passes axe."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from rulesbase.imports.import_file import import_source
from rulesbase.models import Binding, Source
from tests.rulesbase.imports.test_import_page import FRENCH, PAGE
from tests.rulesbase.translations.test_alignment import OLD
from tests.support.browsing import announcement, complaints_of, violations, width_of
from tests.support.make import make_user
from tests.support.sign_in import sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDTHS = [(390, "dark"), (1440, "light")]


@pytest.mark.parametrize(("width", "theme"), WIDTHS)
def test_a_file_from_upload_to_undo(browser_page: "Page", tmp_path: Path, width: int, theme: str) -> None:
    import_source(OLD.bytes(), name="en.txt")
    make_user("jeanne", "editors-fr")
    page = browser_page
    complaints = complaints_of(page)
    page.set_viewport_size({"width": width, "height": 900})
    sign_in(page, "jeanne", PAGE)
    page.goto(f"/display/?theme={theme}&next={PAGE}")

    def look() -> None:
        assert violations(page) == []
        assert width_of(page) <= width

    look()
    file = tmp_path / "regles.txt"
    file.write_bytes(FRENCH)
    page.get_by_label("File to import").set_input_files(file)
    page.get_by_role("button", name="Show the preview").click()
    page.get_by_text("The English text has no 100.9.").wait_for()
    look()
    page.get_by_label("Number", exact=True).first.fill("101.1")
    page.get_by_role("button", name="Save corrections and check again").click()
    page.get_by_text("you corrected this line", exact=True).wait_for()
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="Match with the English text").wait_for()
    look()
    assert Binding.objects.get().bound == 3
    page.get_by_label("Reason").fill("only a try")
    page.get_by_role("button", name="Undo this import").click()
    announcement(page, "The import of").wait_for()
    assert not Source.objects.filter(language="fr").exists()
    assert complaints == []


def test_without_scripts(plain_page: "Page") -> None:
    import_source(OLD.bytes(), name="en.txt")
    make_user("jeanne", "editors-fr")
    page = plain_page
    sign_in(page, "jeanne", PAGE)
    page.get_by_label("Or paste the text").fill(FRENCH.decode())
    page.get_by_role("button", name="Show the preview").click()
    # The same page once more, of which everything stands on the old one too.
    everything = page.get_by_role("link", name="All 3")
    address = everything.get_attribute("href") or ""
    everything.click()
    page.wait_for_url(lambda url: url.endswith(address))
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("heading", name="Match with the English text").wait_for()
    assert Binding.objects.get().bound == 2
