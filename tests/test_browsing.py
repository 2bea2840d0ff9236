"""How the browser of the tests is started."""

import re
from pathlib import Path

import pytest

from tests.browsing import SWITCHED_OFF


def test_what_playwright_switches_off_stays_off() -> None:
    """Our list stands in place of playwright's; much of that keeps Chromium from asking addresses of others."""
    package = Path(pytest.importorskip("playwright").__file__).parent
    program = (package / "driver/package/lib/coreBundle.js").read_text(encoding="utf-8")
    listed = re.search(r"disabledFeatures = \[(.*?)\]", program, re.S)
    assert listed
    theirs = re.findall(r'(?m)^\s*"(\w+)",?$', listed[1])
    assert len(theirs) > 10
    assert sorted(set(theirs) - set(SWITCHED_OFF)) == []
