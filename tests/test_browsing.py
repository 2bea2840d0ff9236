"""How the browser of the tests is started."""

import re
import threading
import time
from pathlib import Path
from typing import Any, cast

import pytest

from tests.browsing import SWITCHED_OFF, Pages


def test_what_playwright_switches_off_stays_off() -> None:
    """Our list stands in place of playwright's; much of that keeps Chromium from asking addresses of others."""
    package = Path(pytest.importorskip("playwright").__file__).parent
    program = (package / "driver/package/lib/coreBundle.js").read_text(encoding="utf-8")
    listed = re.search(r"disabledFeatures = \[(.*?)\]", program, re.S)
    assert listed
    theirs = re.findall(r'(?m)^\s*"(\w+)",?$', listed[1])
    assert len(theirs) > 10
    assert sorted(set(theirs) - set(SWITCHED_OFF)) == []


def test_a_request_that_is_about_to_begin_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    late = threading.Thread(target=time.sleep, args=(0.05,), name="Thread-1 (process_request_thread)")
    asked: list[bool] = []

    def those_there() -> list[threading.Thread]:
        asked.append(late.is_alive())
        if len(asked) == 2:
            late.start()
        return [late] if len(asked) < 3 or late.is_alive() else []

    monkeypatch.setattr(threading, "enumerate", those_there)
    Pages(cast(Any, None), "").close()
    assert asked[:2] == [False, False]
    assert len(asked) > 2
    assert not late.is_alive()
