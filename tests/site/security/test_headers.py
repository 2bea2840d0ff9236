"""Headers of all pages as they are served with SECURE=1: those that Mozilla's observatory gives an A+ for."""

from html.parser import HTMLParser

import pytest
from django.conf import LazySettings
from django.http import HttpResponse, HttpResponseBase
from django.test import Client

from rulesbase.web.middleware.headers import EVERYWHERE
from tests.site.security.addresses import Address, addresses
from tests.site.security.matrix import rows
from tests.support.make import make_user

HTTPS = "max-age=31536000; includeSubDomains; preload"
HEADERS = EVERYWHERE | {"Referrer-Policy": "same-origin", "Strict-Transport-Security": HTTPS}
NO_PAGE = HEADERS.pop("Content-Security-Policy")
pytestmark = pytest.mark.usefixtures("sample")


class Scripts(HTMLParser):
    """Refuses scripts and frames of other hosts, and any script or style in the page itself."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        source = given.get("src") or ""
        assert "style" not in given, attrs
        assert not [name for name in given if name.startswith("on")], attrs
        assert tag != "style", attrs
        if tag in ("script", "iframe") and given.get("type") not in ("application/json", "application/ld+json"):
            assert source.startswith("/"), attrs
            assert not source.startswith("//"), attrs


def is_safe(response: HttpResponseBase, *, shared: bool = False) -> None:
    """Check headers, content policy, cookies and scripts of an answer; other sites may load one that is shared."""
    head = response.headers
    expected = HEADERS | ({"Cross-Origin-Resource-Policy": "cross-origin"} if shared else {})
    assert {name: head.get(name) for name in HEADERS} == expected
    policy = head["Content-Security-Policy"]
    sources = {part.strip().partition(" ")[2] for part in policy.split(";")}
    assert policy == NO_PAGE or ("default-src 'none'" in policy and sources == {"'none'", "'self'"})
    assert "frame-ancestors 'none'" in policy
    assert "Access-Control-Allow-Credentials" not in head
    for cookie in response.cookies.values():
        assert (cookie["secure"], cookie["httponly"], cookie["samesite"]) == (True, True, "Lax"), cookie
    if head.get("Content-Type", "").startswith("text/html") and isinstance(response, HttpResponse):
        Scripts().feed(response.content.decode())


def checked(visitor: Client, places: list[Address]) -> set[str]:
    """Ask for all of them; the kinds of what came."""
    kinds = set()
    for place in places:
        response = visitor.get(place.path, follow=True)
        response.getvalue()  # A download keeps its file open until it is read.
        is_safe(response, shared=place.name == "embed_script")
        kinds.add(response.headers.get("Content-Type", "").partition(";")[0])
    return kinds


@pytest.mark.slow
def test_every_address_is_safe(visitor: Client) -> None:
    places = [one for one in addresses() if rows()[one.name][0] == "anybody"]
    places.append(Address("no page", "/nothing/"))
    assert {"text/html", "application/json", "text/javascript", "application/atom+xml"} <= checked(visitor, places)


def test_pages_of_signed_in_people_too(visitor: Client, secure: LazySettings) -> None:
    secure.SECOND_FACTOR_DEMANDED = False
    visitor.force_login(make_user("root", "administrators", is_staff=True))
    shown = {"account", "password", "tokens", "sessions", "desk", "desk_queue", "curate_import", "desk_terms"}
    shown |= {"curate_status", "desk_exchange", "desk_questions", "study-notes", "study-lists", "watches"}
    assert checked(visitor, [one for one in addresses() if one.name in shown]) == {"text/html"}
    admin = [Address("index", "/admin/"), Address("list", "/admin/rulesbase/user/")]
    assert checked(visitor, admin) == {"text/html"}


def test_health_checks_and_files_have_them_too(client: Client) -> None:
    """And so have files, whose policy is the same: nothing."""
    for path in ("/healthz", "/readyz", "/static/favicon.svg"):
        headers = client.head(path).headers
        assert {name: headers[name] for name in EVERYWHERE} == EVERYWHERE


def test_plain_http_is_led_to_https_on_the_same_host(secure: LazySettings) -> None:
    response = Client().get("/rules/?x=1")
    assert (response.status_code, response.headers["Location"]) == (301, "https://testserver/rules/?x=1")


# ---- Cookies ----


def names_of(client: Client) -> set[str]:
    return {name for name, morsel in client.cookies.items() if morsel.value}


def signed_in(client: Client) -> set[str]:
    make_user("jane", "readers")
    client.get("/account/sign-in/")
    client.post("/account/sign-in/", {"username": "jane", "password": "correct horse battery"})
    client.get("/display/?theme=dark&ui=fr")
    deck = client.post("/study/decks/make/", {"name": "Layers"}).headers["Location"]
    # It leaves a message.
    client.post(f"{deck}change/", {"how": "delete"})
    return names_of(client)


def test_cookies_belong_to_this_host_alone(visitor: Client) -> None:
    names = signed_in(visitor)
    kinds = ("sessionid", "csrftoken", "theme", "django_language", "messages")
    assert {f"__Host-{kind}" for kind in kinds} <= names
    for name in names:
        morsel = visitor.cookies[name]
        assert name.startswith("__Host-")
        assert (bool(morsel["secure"]), morsel["path"], morsel["domain"]) == (True, "/", ""), name
        # A script applies the theme.
        assert (bool(morsel["httponly"]), morsel["samesite"]) == (name != "__Host-theme", "Lax"), name


def test_over_plain_http_they_have_no_such_names(client: Client) -> None:
    """`make serve`: a browser would refuse the other names."""
    names = signed_in(client)
    assert {"sessionid", "csrftoken", "theme", "django_language", "messages"} <= names
    assert not [name for name in names if name.startswith("__") or client.cookies[name]["secure"]]


def test_the_cookies_do_their_work(visitor: Client) -> None:
    signed_in(visitor)
    assert b"jane" in visitor.get("/account/").content
    assert visitor.get("/", headers={"accept-language": "en"}).headers["Location"] == "/fr/"
