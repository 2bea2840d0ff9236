"""On paper and in colours that the system forces, the same is shown as on the screen."""

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.site.access.library import ADA
from tests.support.browsing import width_of
from tests.support.sign_in import sign_in

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


def test_differences_are_marked_without_colour(page: "Page", facts: dict[str, str]) -> None:
    page.goto("/compare/{earliest}/{date}/".format_map(facts))
    page.emulate_media(media="print")
    assert (page.evaluate(LINES, "ins"), page.evaluate(LINES, "del")) == ("underline", "line-through")
    expect(page.locator("main button, main form").locator("visible=true")).to_have_count(0)
    page.emulate_media(media="screen", forced_colors="active")
    assert (page.evaluate(LINES, "ins"), page.evaluate(LINES, "del")) == ("underline", "line-through")
    page.wait_for_function(UNDER)


def test_found_words_are_seen_in_dark_forced_colours(page: "Page", facts: dict[str, str]) -> None:
    page.goto("/search/?q=lantern&version={date}".format_map(facts))
    page.emulate_media(forced_colors="active", color_scheme="dark")
    paper = page.locator("main mark").first.evaluate("mark => getComputedStyle(mark).backgroundColor")
    assert paper == "rgb(255, 255, 0)"


def test_a_chapter_fits_on_a_sheet_in_landscape(page: "Page", facts: dict[str, str]) -> None:
    page.set_viewport_size({"width": 986, "height": 650})
    page.goto("/rules/{date}/201/".format_map(facts))
    page.emulate_media(media="print")
    assert page.locator(".entry-gutter .mark").locator("visible=true").count() > 2
    assert width_of(page) <= 986


# How many columns the first change has whose words stand side by side.
COLUMNS = """() => new Set([...document.querySelector(".change .sides").children]
  .map((one) => Math.round(one.getBoundingClientRect().left))).size"""


def test_a_comparison_on_paper_has_nothing_to_press(page: "Page", facts: dict[str, str]) -> None:
    page.set_viewport_size({"width": 660, "height": 930})
    page.goto("/compare/{earliest}/{date}/?view=side".format_map(facts))
    ways = page.locator("#changes .meta a, #changes .toolbar a, #changes .change a.small")
    assert ways.locator("visible=true").count() > 2
    assert page.evaluate(COLUMNS) == 1
    page.emulate_media(media="print")
    expect(ways.locator("visible=true")).to_have_count(0)
    # A table that is not there has no title; what the signs in the text mean is explained.
    expect(page.locator("main summary").locator("visible=true")).to_have_count(0)
    expect(page.locator("#changes").get_by_text("added words")).to_be_visible()
    # What stood side by side on a desk's screen does so on paper.
    assert page.evaluate(COLUMNS) == 2
    page.emulate_media(media="screen")
    page.locator("main details:has(> .tablewrap) > summary").first.click()
    page.emulate_media(media="print")
    expect(page.locator("main table").locator("visible=true")).to_have_count(2)


def test_forms_that_hold_a_text_are_printed(page: "Page", facts: dict[str, str]) -> None:
    sign_in(page, ADA, "/curate/fr/{rule}/".format_map(facts))
    page.locator("#desk-form").wait_for()
    page.emulate_media(media="print")
    expect(page.locator("#desk-form .pane").first).to_be_visible()
    expect(page.locator("#desk-form button").locator("visible=true")).to_have_count(0)
    page.goto("/study/test/?{begun}".format_map(facts))
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator(".paperoptions label").first).to_be_visible()
