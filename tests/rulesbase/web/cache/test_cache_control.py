"""What shared caches may keep: pages that are the same for everybody, for five seconds."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
PUBLIC = "public, max-age=0, must-revalidate, s-maxage=5"


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("address", "/rules/latest/ /versions/ /help/marks/ /feeds/versions/ /fr/help/marks/".split())
def test_public_pages_are_shared(client: Client, address: str) -> None:
    response = client.get(address, follow=True)
    assert (response.headers["Cache-Control"], response.headers["X-Accel-Expires"]) == (PUBLIC, "3")
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
