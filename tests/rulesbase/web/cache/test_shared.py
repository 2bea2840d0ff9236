"""What shared caches may keep: pages that are the same for everybody, for seconds, never past midnight."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from rulesbase.web.cache.shared import seconds_shared, shared_caching

pytestmark = pytest.mark.django_db
PUBLIC = "public, max-age=0, must-revalidate, s-maxage="


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("address", "/rules/latest/ /versions/ /help/marks/ /feeds/versions/ /fr/help/marks/".split())
def test_public_pages_are_shared(client: Client, address: str) -> None:
    response = client.get(address, follow=True)
    assert response.headers["Cache-Control"].startswith(PUBLIC)
    seconds = int(response.headers["Cache-Control"].removeprefix(PUBLIC))
    assert int(response.headers["X-Accel-Expires"]) == max(seconds - 2, 0) < 5
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
        began = datetime(2026, 6, 19, tzinfo=zone) - timedelta(seconds=left)
        assert seconds_shared(began, began) == shared
        # A page that took until after midnight shows the day before.
        assert seconds_shared(began, began + timedelta(seconds=left + 0.1)) == 0


@pytest.mark.parametrize("took", [0.0, 0.4, 1.0, 2.6, 4.9, 5.0, 60.0])
def test_a_page_that_took_long_is_not_shared_longer(took: float) -> None:
    began = datetime(2026, 6, 19, 12, tzinfo=UTC)
    seconds = seconds_shared(began, began + timedelta(seconds=took))
    # Its content is that of the beginning, so it may be `took` old when a cache gets it.
    assert took + seconds <= 5.1 or seconds == 0


def test_the_seconds_count_from_the_beginning_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([datetime(2026, 6, 19, 12, 0, second, tzinfo=UTC) for second in (0, 2)])
    monkeypatch.setattr("rulesbase.web.cache.shared.timezone.localtime", lambda: next(moments))

    def view(_request: HttpRequest) -> HttpResponse:
        return HttpResponse(headers={"Cache-Control": "no-cache"})

    response = shared_caching(view)(RequestFactory().get("/help/marks/"))
    assert response.headers["Cache-Control"] == PUBLIC + "3"
    # nginx keeps a page for up to one second more, and may get it one second later: 2 + 1 + 1 + 1.
    assert response.headers["X-Accel-Expires"] == "1"
