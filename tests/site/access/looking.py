"""Look at pages with axe, in both themes and at both widths; find what does not fit, and text over text."""

from collections.abc import Iterable, Mapping
from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# A phone and a desk.
WIDTHS = (390, 1440)
THEMES = ("light", "dark")
VIEWS = list(product(WIDTHS, THEMES))
# The width of a window of 1280 points at 400 %.
NARROW = 320
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# Off unless it is named, though it is the one test of WCAG 2.2 that axe has.
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
    "iframes": False,
    "preload": False,
}
# A theme is other values of the same colours: what has no colour is the same in both.
OF_COLOURS = OPTIONS | {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}, "rules": {}}
RUN = """async (options) => {
  const { violations } = await axe.run(document, options);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ target, html }) => `${target} ${html.slice(0, 160)}`)]);
}"""
# What people set who read better so (WCAG 1.4.12).
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
# What sticks out of the window to the right, apart from what scrolls within its own box.
OUTSIDE = """() => {
  const page = document.documentElement;
  if (page.scrollWidth <= page.clientWidth) return "";
  const scrolls = (one) => ![document.body, page].includes(one) && getComputedStyle(one).overflowX !== "visible";
  const within = (one) => Boolean(one.parentElement) && (scrolls(one.parentElement) || within(one.parentElement));
  const all = [...document.body.querySelectorAll("*")].filter((one) => !within(one));
  const out = all.filter((one) => one.getBoundingClientRect().right > page.clientWidth + 1);
  const last = out.filter((one) => !out.some((other) => other !== one && one.contains(other)));
  return `${page.scrollWidth} px: ` + last.slice(0, 3).map((one) => one.outerHTML.slice(0, 90)).join(" ");
}"""
# Two lines of text that are drawn over each other, apart from what floats above the page.
OVERLAPPING = """() => {
  const floats = (one) => one !== document.body && (getComputedStyle(one).position.match(/absolute|fixed|sticky/) ||
    floats(one.parentElement));
  const visible = { contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const one = text.parentElement;
    if (!text.data.trim() || one.closest("svg, select, textarea")) continue;
    if (!one.checkVisibility(visible) || floats(one)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    lines.push(...[...range.getClientRects()].map((box) => ({ box, one, words: text.data.trim().slice(0, 30) })));
  }
  lines.sort((a, b) => a.box.top - b.box.top);
  for (const [at, { box, one, words }] of lines.entries()) {
    for (let next = at + 1; next < lines.length && lines[next].box.top < box.bottom; next++) {
      const other = lines[next];
      const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
      const high = Math.min(box.bottom, other.box.bottom) - other.box.top;
      const apart = one.contains(other.one) || other.one.contains(one);
      if (!apart && wide > 3 && high > Math.min(box.height, other.box.height) / 2) return `${words} | ${other.words}`;
    }
  }
  return "";
}"""
# Ids that attributes name, for which the page has no element.
DANGLING = """() => ["aria-describedby", "aria-labelledby", "aria-controls"].flatMap((name) =>
  [...document.querySelectorAll(`[${name}]`)]
    .flatMap((one) => one.getAttribute(name).split(/\\s+/))
    .filter((id) => id && !document.getElementById(id))
    .map((id) => `${name} ${id}`))"""
OPEN = "for (const fold of document.querySelectorAll('details:not(.pop)')) fold.open = true"
# A bar that stays in the window covers what lies under it only until somebody scrolls.
UNCOVER = """() => {
  const bars = [...document.querySelectorAll("*")].filter((one) => getComputedStyle(one).position === "sticky");
  for (const bar of bars) bar.style.position = "static";
}"""


def axe(page: "Page", options: Mapping[str, object] = OPTIONS) -> list[tuple[str, list[str]]]:
    """Return what axe finds on the page as it stands: rules that are broken, each with the elements concerned."""
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[tuple[str, list[str]]] = page.evaluate(RUN, options)
    return found


def flaws_of(page: "Page", address: str, views: Iterable[tuple[int, str]]) -> list[str]:
    """Open a page, with all its folds, look at it in each view and in a narrow window; return what is wrong."""
    answer = page.goto(address, wait_until="load")
    if answer is None or answer.status >= 500:
        return [f"{address} answers {answer and answer.status}"]
    page.evaluate(OPEN)
    found: list[str] = page.evaluate(DANGLING)
    for width, theme in views:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        page.evaluate(UNCOVER)
        options = OPTIONS if theme == THEMES[0] else OF_COLOURS
        found += [f"{width} {theme}, {rule}: {one}" for rule, some in axe(page, options) for one in some]
        if theme == THEMES[0]:
            found += [f"{width}: {wrong}" for wrong in (page.evaluate(OUTSIDE), page.evaluate(OVERLAPPING)) if wrong]
    page.set_viewport_size({"width": NARROW, "height": 900})
    narrow = page.evaluate(OUTSIDE)
    page.evaluate(SPACED)
    return found + [f"{NARROW}: {wrong}" for wrong in (narrow, page.evaluate(OUTSIDE)) if wrong]
