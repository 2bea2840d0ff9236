"""A translator types in a real browser while the session ends, the server dies, or somebody else saves."""

import time
import uuid
from collections.abc import Callable
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from tests.site.faults.rounds import TEXTS, Found, Kind
from tests.support.browsing import ARGUMENTS, PATIENCE
from tests.support.programs import HOST

if TYPE_CHECKING:
    from playwright.sync_api import Page


class LostTexts(Kind):
    """Each round types a text of its own and breaks something before it is stored; in the end it must be stored."""

    name = "type"
    rounds = 0

    def set_up(self) -> None:
        """Start the server, the browser, and sign a translator in."""
        super().set_up()
        playwright = self.opened.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        self.opened.callback(browser.close)
        self.context = browser.new_context(base_url=f"http://{HOST}:{self.served.port}")
        self.context.set_default_timeout(PATIENCE)
        entries = "/api/v1/versions/2021-03-01/entries"
        self.rules = {number: self.served.ask("GET", f"{entries}/{number}/").data["rule"] for number in TEXTS}

    def round(self) -> Found:
        """Break one kind of work, each in turn."""
        ways: tuple[Callable[[Found], None], ...] = (
            self.session_ends,
            self.second_window,
            self.server_dies,
            self.somebody_saves,
        )
        way = ways[self.rounds % len(ways)]
        self.rounds += 1
        found, begun = Found(), time.monotonic()
        try:
            way(found)
        except Exception as error:
            found.broken.append(f"{way.__name__}: {type(error).__name__}: {str(error)[:600]}")
            self.served.kill()
            self.served.start()
        finally:
            for page in self.context.pages:
                page.close()
        found.recovery = time.monotonic() - begun
        return found

    # ---- The faults ----

    def session_ends(self, found: Found) -> None:
        """The session ends while a text is typed; it is restored after signing in."""
        page, text = self.open_text(), self.new_text()
        self.type(page, text)
        self.context.clear_cookies()
        self.send(page)
        page.locator("#unsent").wait_for()
        page.locator("#unsent").get_by_role("link", name="Sign in").click()
        self.sign_in(page)
        self.send_restored(page, text, found)

    def second_window(self, found: Found) -> None:
        """Two windows of one person have different texts; the later one shows both before it stores its own."""
        number = self.stage.random.choice(TEXTS)
        first, second = self.open_text(number), self.open_text(number)
        texts = self.new_text(), self.new_text()
        self.type(first, texts[0])
        self.type(second, texts[1])
        self.send(first)
        first.locator(".toast-ok").first.wait_for()
        self.send(second)
        self.resolve_conflict(second)
        self.check_stored(found, *texts)

    def server_dies(self, found: Found) -> None:
        """The server is killed while a text is typed or sent; it is restored when the page is loaded again."""
        page, text = self.open_text(), self.new_text()
        self.type(page, text)
        before = self.stage.random.random() < 0.5
        if before:
            self.served.kill()
            self.send(page)
            page.locator("#unsent").wait_for()
        else:
            self.send(page, wait=False)
            page.wait_for_timeout(self.stage.random.uniform(0, 60))
            self.served.kill()
        self.served.start()
        if text in self.stored():
            return
        # A browser that got no answer is still at the editor, or at its own page of errors.
        page.goto(page.url if "/curate/fr/" in page.url else f"/curate/fr/{self.rules[TEXTS[0]]}/")
        self.send_restored(page, text, found)

    def somebody_saves(self, found: Found) -> None:
        """Somebody else saves a text meanwhile; both texts are stored."""
        number = self.stage.random.choice(TEXTS)
        page, texts = self.open_text(number), (self.new_text(), self.new_text())
        self.type(page, texts[0])
        where = f"/api/v1/desk/texts/fr/{number}/"
        base = self.served.ask("GET", where, headers=self.bearer("edie")).data["base"]
        sent = {"text": texts[1], "as": "draft", "base": base}
        answer = self.served.post(f"{where}save/", sent, self.bearer("edie", uuid.uuid4().hex))
        if answer.status != 200:
            found.broken.append(f"somebody_saves: {answer.status} {answer.body[:200]!r}")
        self.send(page)
        self.resolve_conflict(page)
        self.check_stored(found, *texts)

    # ---- The browser ----

    def new_text(self) -> str:
        """Return a text that no other round has."""
        return f"Texte {uuid.uuid4().hex}."

    def open_text(self, number: str = "") -> "Page":
        """Open a page with the editor of a text, signed in."""
        page = self.context.new_page()
        page.goto(f"/curate/fr/{self.rules[number or self.stage.random.choice(TEXTS)]}/")
        if "/sign-in/" in page.url:
            self.sign_in(page)
        return page

    def sign_in(self, page: "Page") -> None:
        """Fill the form of sign-in."""
        page.locator("main [name=username]").fill("tess")
        page.locator("main [name=password]").fill(self.people["password"])
        page.locator("main button[type=submit]").click()
        page.wait_for_url("**/curate/fr/**")

    def type(self, page: "Page", text: str) -> None:
        """Replace the text of the field; wait until before, during or after the draft is saved."""
        page.locator("#ed").fill(text)
        page.wait_for_timeout(self.stage.random.choice((0, 300, 1600)))

    def send(self, page: "Page", *, wait: bool = True) -> None:
        """Press the key that sends a text to review; ``wait`` for the answer, or for the words that none came."""
        page.keyboard.press("Control+Enter")
        if wait:
            page.locator("#unsent:not([hidden]), .conflict, .toast-ok").first.wait_for()

    def resolve_conflict(self, page: "Page") -> None:
        """Send the text again that a newer one was shown beside."""
        page.locator(".conflict").wait_for()
        page.wait_for_load_state()
        page.keyboard.press("Control+Enter")
        page.locator(".toast-ok").first.wait_for()

    def send_restored(self, page: "Page", text: str, found: Found) -> None:
        """Send the text that the page restored, after a choice if it asks for one."""
        page.wait_for_load_state()
        if page.locator("#use-copy").is_visible():
            page.locator("#use-copy").click()
        shown = page.locator("#ed").input_value()
        if shown != text:
            found.lost.append(f"{text} was typed, and the page restored “{shown[:80]}”")
            return
        self.send(page)
        if page.locator(".conflict").is_visible():
            self.resolve_conflict(page)
        self.check_stored(found, text)

    # ---- The server ----

    def stored(self) -> set[str]:
        """Return all texts of translations."""
        query = (
            "SELECT w.text FROM rulesbase_translation t JOIN rulesbase_wording w ON w.id = t.wording_id "
            "WHERE w.text LIKE 'Texte %'"
        )
        return {text for (text,) in self.stage.database.rows(self.name, query)}

    def check_stored(self, found: Found, *texts: str) -> None:
        """Note the texts that are not stored."""
        found.lost += [f"{text} is not stored" for text in set(texts) - self.stored()]
