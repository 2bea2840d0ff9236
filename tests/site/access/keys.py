"""A person without a mouse: goes through a page by Tab, and sees at every step where they are."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

# More steps than any way through a page takes.
MOST = 150
# What is wrong with where the focus is: nothing has it, nothing shows it, or something lies above it.
WRONG = """() => {
  const here = document.activeElement;
  if (!here || here === document.body) return "";
  const html = here.outerHTML.slice(0, 120);
  const style = getComputedStyle(here);
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 1) return `no focus to be seen: ${html}`;
  const box = [...here.getClientRects()].find((one) => one.width && one.height);
  if (!box) return `the focus is on what is not shown: ${html}`;
  const points = [0.5, 0.1, 0.9].map((part) => [box.left + box.width / 2, box.top + box.height * part]);
  const inside = points.filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  if (!inside.length) return `the focus is outside the window: ${html}`;
  const seen = inside.some(([x, y]) => {
    const top = document.elementFromPoint(x, y);
    return top && (here.contains(top) || top.contains(here) || top.closest("label")?.control === here);
  });
  return seen ? "" : `something lies above the focus: ${html}`;
}"""


def step(page: "Page", key: str = "Tab") -> None:
    """Press Tab; fails where the focus is lost, hidden or cannot be seen."""
    page.keyboard.press(key)
    wrong = page.evaluate(WRONG)
    assert not wrong, (page.url, wrong)


def to(page: "Page", target: "Locator", key: str = "Tab") -> None:
    """Press Tab until something has the focus; fails where it is never reached."""
    target.wait_for()
    for _ in range(MOST):
        if target.evaluate("one => one === document.activeElement"):
            return
        step(page, key)
    raise AssertionError(f"{page.url}: {MOST} times Tab did not reach {target}")


def press(page: "Page", target: "Locator", key: str = "Enter") -> None:
    """Go to something and press it."""
    to(page, target)
    page.keyboard.press(key)


def write(page: "Page", target: "Locator", words: str) -> None:
    """Go to a field and put words into it, in place of what stands there."""
    to(page, target)
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(words)


def choose(page: "Page", target: "Locator", value: str) -> None:
    """Go to a list of choices and take one with the arrows."""
    to(page, target)
    options: list[Any] = target.evaluate("one => [...one.options].map((option) => option.value)")
    page.keyboard.press("Home")
    for _ in range(options.index(value)):
        page.keyboard.press("ArrowDown")
    assert target.input_value() == value


def through(page: "Page", most: int = MOST) -> int:
    """Go through a whole page and back out of it; return how many steps it took. Fails where it is a trap."""
    for count in range(1, most + 1):
        step(page)
        if page.evaluate("document.activeElement === document.body"):
            return count
        if count > 1 and page.evaluate("document.activeElement.classList.contains('skip')"):
            return count
    return most
