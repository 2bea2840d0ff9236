"""What tests in a browser share: pages that are closed to the last request, and a look at one with axe."""

import threading
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from django.test.testcases import QuietWSGIRequestHandler

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, Page

# Seconds. Chromium opens connections that it never uses, and `Pages.close` waits until the server has closed them.
QuietWSGIRequestHandler.timeout = 5

# Milliseconds. Nothing here takes a tenth of it, unless the machine is very busy.
PATIENCE = 60_000

# The list of suggestions below the address bar, which is no part of a page: each window would start a process for it
# that takes as long as all the rest. Chromium heeds only the last list of features that it is given, so what
# playwright switches off stands here again.
SWITCHED_OFF = """WebUIOmniboxPopup WebUIOmniboxAimPopup
AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable
LensOverlay MediaRouter PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect
TcpPortRandomizationWin OptimizationHints NetworkTimeServiceQuerying AimEnabled PreconnectToSearch msForceBrowserSignIn
msEdgeUpdateLaunchServicesPreferredVersion""".split()

ARGUMENTS = [
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    f"--disable-features={','.join(SWITCHED_OFF)}",
]


class Pages:
    """Opens pages of fresh profiles on a live server, and closes them all.

    What a page asked for may still be at work when its test is over, and would write into the database of the next
    one: so `close` waits for every thread of the server.
    """

    def __init__(self, browser: "Browser", address: str) -> None:
        self._browser, self._address = browser, address
        self._contexts: list[BrowserContext] = []

    def open(self, **options: Any) -> "Page":
        """Return an empty page of a new profile; ``options`` are those of playwright's new_context."""
        context = self._browser.new_context(**{"base_url": self._address} | options)
        context.set_default_timeout(PATIENCE)
        self._contexts.append(context)
        return context.new_page()

    def close(self) -> None:
        """Close all profiles; returns when the server has nothing to do any more."""
        for context in self._contexts:
            context.close()
        until = monotonic() + PATIENCE / 1000
        while (busy := _at_requests()) and monotonic() < until:
            for thread in busy:
                # A worker that was just started exists, but cannot be waited for yet.
                if thread.is_alive():
                    thread.join(timeout=max(0, until - monotonic()))
                else:
                    sleep(0.001)


def _at_requests() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]


def complaints_of(page: "Page") -> list[str]:
    """Return a list that fills with what the console and scripts of the page complain of."""
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    return complaints


def announcement(page: "Page", words: str) -> "Locator":
    """Return where the page shows that something was done; out of sight the same is read aloud a moment later."""
    return page.locator("main .toast").filter(has_text=words)


def violations(page: "Page") -> list[Any]:
    """Return what axe finds on the page as it stands when it has wholly arrived."""
    from axe_playwright_python.sync_playwright import Axe

    page.wait_for_load_state("load")
    found: list[Any] = Axe().run(page).response["violations"]
    return found


def width_of(page: "Page") -> int:
    """Return how wide the page is laid out: more than its window where it overflows."""
    page.wait_for_load_state("load")
    return int(page.evaluate("document.documentElement.scrollWidth"))
