"""What shared caches may keep: pages that are the same for everybody, for seconds, never past midnight."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from rulesbase.web.cache.shared import seconds_shared

pytestmark = pytest.mark.django_db
PUBLIC = "public, max-age=0, must-revalidate, s-maxage="


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("address", "/rules/latest/ /versions/ /help/marks/ /feeds/versions/ /fr/help/marks/".split())
def test_public_pages_are_shared(client: Client, address: str) -> None:
    response = client.get(address, follow=True)
    assert response.headers["Cache-Control"].startswith(PUBLIC)
    assert int(response.headers["X-Accel-Expires"]) < 5
    assert "Cookie" not in response.headers.get("Vary", "")
    assert not response.cookies


@pytest.mark.parametrize(
    "address",
    ["/account/sign-in/", "/account/sign-up/", "/study/", "/study/decks/", "/display/?theme=dark", "/no/such/page/"],
)
def test_pages_with_a_token_a_cookie_or_own_words_are_not(client: Client, address: str) -> None:
    for _visit in range(2):
        response = client.get(address)
        assert "public" not in response.headers.get("Cache-Control", "")
        assert "X-Accel-Expires" not in response.headers


def test_a_session_that_ended_is_not_shared(client: Client) -> None:
    client.cookies["sessionid"] = "gone"
    assert "public" not in client.get("/help/marks/").headers["Cache-Control"]


@pytest.mark.parametrize(("left", "shared"), [(3600, 5), (5, 5), (3.5, 3), (0.5, 0)])
def test_nothing_is_shared_past_midnight(left: float, shared: int) -> None:
    for zone in (UTC, ZoneInfo("Pacific/Auckland")):
        assert seconds_shared(datetime(2026, 6, 19, tzinfo=zone) - timedelta(seconds=left)) == shared
