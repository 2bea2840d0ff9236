"""What holds for every page: language by address, caching, the content policy."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
PAGE = "/account/sign-in/"


def test_address_alone_decides_the_language(client: Client) -> None:
    client.cookies["django_language"] = "ja"
    response = client.get(PAGE, headers={"accept-language": "fr"})
    assert response.headers["Content-Language"] == "en"
    assert b'<html lang="en"' in response.content
    assert "Accept-Language" not in response.headers.get("Vary", "")


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_prefix_gives_the_language(client: Client, language: str) -> None:
    response = client.get(f"/{language}{PAGE}")
    assert response.headers["Content-Language"] == language
    assert f'<html lang="{language}"'.encode() in response.content


@pytest.mark.parametrize(
    ("accept", "cookie", "leads_to"),
    [("fr-CA,fr;q=0.9", "", "/fr/"), ("ja", "", "/ja/"), ("de,ja;q=0.5", "", "/ja/"), ("en", "fr", "/fr/")],
)
def test_front_page_leads_to_the_language(client: Client, accept: str, cookie: str, leads_to: str) -> None:
    if cookie:
        client.cookies["django_language"] = cookie
    response = client.get("/?from=post", headers={"accept-language": accept})
    assert response.status_code == 302
    assert response.headers["Location"] == f"{leads_to}?from=post"
    assert response.headers["Vary"] == "Cookie, Accept-Language"


@pytest.mark.parametrize(("accept", "cookie"), [("fr", "en"), ("de", ""), ("", "")])
def test_front_page_stays_english(client: Client, accept: str, cookie: str) -> None:
    if cookie:
        client.cookies["django_language"] = cookie
    response = client.get("/", headers={"accept-language": accept})
    assert response.headers["Content-Language"] == "en"
    assert "Accept-Language" in response.headers["Vary"]


def test_content_policy(client: Client) -> None:
    policy = client.get(PAGE).headers["Content-Security-Policy"]
    sources = dict(part.split() for part in policy.split(";"))
    from_here = "script-src style-src img-src connect-src worker-src manifest-src form-action".split()
    from_nowhere = "default-src frame-ancestors base-uri".split()
    assert sources == dict.fromkeys(from_here, "'self'") | dict.fromkeys(from_nowhere, "'none'")
