"""The browser and system that the page of sessions names."""

import pytest

from rulesbase.accounts.user_agent import device_of
from rulesbase.models import OpenSession
from tests.rulesbase.accounts.test_sessions import LAPTOP, PHONE

DEVICES = [
    (LAPTOP, ("Firefox", "Linux")),
    (PHONE, ("Safari", "iPhone")),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", ("Chrome", "Windows")),
    ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", ("Edge", "Windows")),
    ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", ("Chrome", "Android")),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", ("Safari", "macOS")),
    ("curl/8.0", ("", "")),
    ("", ("", "")),
]


@pytest.mark.parametrize(
    ("agent", "device"), DEVICES, ids=[" ".join(device) or str(at) for at, (_, device) in enumerate(DEVICES)]
)
def test_browser_and_system_are_read_from_the_user_agent(agent: str, device: tuple[str, str]) -> None:
    assert device_of(agent) == device
    row = OpenSession(browser=device[0], system=device[1])
    assert row.device == (f"{device[0]} on {device[1]}" if device[0] else "unknown device")
