"""On paper and in colours that the system forces, the same is told as on the screen."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.access.library import ADA
from tests.make import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The lines of new and of old words, and whether of the links of the head only the current one has a line to be seen.
LINES = "(name) => getComputedStyle(document.querySelector(`main ${name}`)).textDecorationLine"
UNDER = """() => {
  const colour = (one) => getComputedStyle(one).borderBlockEndColor;
  const here = colour(document.querySelector(".mainnav a[aria-current]"));
  const others = new Set([...document.querySelectorAll(".mainnav a:not([aria-current])")].map(colour));
  return others.size === 1 && !others.has(here);
}"""


def test_differences_are_told_without_colour(page: "Page", facts: dict[str, str]) -> None:
    page.goto("/compare/{earliest}/{date}/".format_map(facts))
    page.emulate_media(media="print")
    assert (page.evaluate(LINES, "ins"), page.evaluate(LINES, "del")) == ("underline", "line-through")
    expect(page.locator("main button, main form").locator("visible=true")).to_have_count(0)
    page.emulate_media(media="screen", forced_colors="active")
    assert (page.evaluate(LINES, "ins"), page.evaluate(LINES, "del")) == ("underline", "line-through")
    page.wait_for_function(UNDER)


def test_forms_that_hold_a_text_are_printed(page: "Page", facts: dict[str, str]) -> None:
    page.goto("/account/sign-in/?next=/curate/fr/{rule}/".format_map(facts))
    page.get_by_label("User name or e-mail address").fill(ADA)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#desk-form").wait_for()
    page.emulate_media(media="print")
    expect(page.locator("#desk-form .pane").first).to_be_visible()
    expect(page.locator("#desk-form button").locator("visible=true")).to_have_count(0)
    page.goto("/study/test/?{begun}".format_map(facts))
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator(".paperoptions label").first).to_be_visible()
