"""The head of every page in the urlconf: title, description, canonical address, languages."""

import re
from collections import Counter
from html import unescape
from typing import NamedTuple

import pytest
from django.test import Client

from cards.models import Card
from rulesbase.models import Entry, Source
from tests.site.security.addresses import addresses
from tests.support.make import rule_at

pytestmark = pytest.mark.usefixtures("whole_sample")
HOST = "http://testserver"
PRIVATE = ("/account/", "/curate/", "/admin/")
LATEST, EARLIER = "2023-03-01", "2019-03-01"
RULE, OTHER = "201.1", "201"


class Page(NamedTuple):
    address: str
    html: str

    def meta(self, name: str) -> list[str]:
        found = re.findall(rf'<meta (?:name|property)="{re.escape(name)}" content="([^"]*)">', self.html)
        return [unescape(words) for words in found]

    @property
    def title(self) -> str:
        (words,) = re.findall(r"<title>([^<]*)</title>", self.html.split("</head>")[0])
        return unescape(words)

    @property
    def canonical(self) -> list[str]:
        return re.findall(r'<link rel="canonical" href="([^"]+)">', self.html)

    @property
    def languages(self) -> dict[str, str]:
        return dict(re.findall(r'<link rel="alternate" hreflang="([\w-]+)" href="([^"]+)">', self.html))


def filled() -> list[str]:
    """Return an address for each pattern, with things that are there as far as they are known here."""
    rule = rule_at(RULE, LATEST)
    term = Entry.objects.filter(edition__version__date=LATEST, edition__language="en", kind=Entry.Kind.TERM)[0].number
    source = Source.objects.filter(text_of__isnull=False)[0]
    known = {
        "date": LATEST,
        "number": RULE,
        "public_id": rule.public_id,
        "a": EARLIER,
        "b": LATEST,
        "cited": f"{RULE}@{EARLIER}",
        "pk": str(source.pk),
        "slug": "lantern-warden",
    }
    of_terms = addresses(False, **known | {"number": term, "slug": term})
    found = [one.path for one in addresses(False, **known) if not one.path.startswith("/glossary/")]
    found += [one.path for one in of_terms if one.path.startswith("/glossary/")]
    more = (f"/rules/{LATEST}/{OTHER}/", f"/rules/{EARLIER}/{RULE}/", f"/rules/{EARLIER}/", "/cards/lamp-tender/")
    return [*found, *more]


@pytest.fixture
def walked() -> list[Page]:
    """Every page that somebody without an account can open."""
    found = []
    for address in filled():
        answer = Client().get(address)
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code == 200 and kind.startswith("text/html") and not answer.streaming:
            html = answer.content.decode()
            # A part of a page, for a script, has no head. What changed since a translation belongs to its rule.
            if "<title>" in html and "/since/" not in address:
                found.append(Page(address, html))
    assert len(found) > 30
    return found


def test_heads(walked: list[Page]) -> None:
    titles = Counter(page.title for page in walked)
    assert [title for title, count in titles.items() if count > 1] == []
    for page in walked:
        assert page.title.endswith(" · Rulesbase"), page.address
        assert len(page.title) > len(" · Rulesbase") + 2
        if page.address.startswith(PRIVATE):
            assert (page.canonical, page.meta("og:url")) == ([], []), page.address
            continue
        assert page.canonical == [HOST + page.address]
        assert page.meta("og:url") == page.canonical
        assert page.meta("og:title") == [page.title.removesuffix(" · Rulesbase")]
        assert page.meta("og:description") == page.meta("description")
        (description,) = page.meta("description")
        assert 20 < len(description) <= 200, page.address
        assert not re.search(r"[<>]|&\w+;|\s\s", description), page.address
        assert page.meta("og:type") == ["website" if page.address == "/" else "article"]
        assert page.meta("og:locale") == ["en_GB"]
        assert page.meta("twitter:card") == ["summary"]
        if not page.address.startswith("/api/"):
            assert page.languages["x-default"] == HOST + page.address
            assert {"en", "fr", "ja"} <= page.languages.keys()


def test_quotes_do_not_break_out() -> None:
    Card.objects.filter(slug="lamp-tender").update(name='Lamp "<b>&amp;</b>" Tender')
    page = Page("", Client().get("/cards/lamp-tender/").content.decode())
    assert page.meta("og:title") == ['Lamp "<b>&amp;</b>" Tender']


def test_what_is_not_there_names_nothing() -> None:
    for address in ("/no-such-page/", f"/rules/{LATEST}/999.9/", "/account/sign-in/"):
        page = Page(address, Client().get(address).content.decode())
        assert (page.canonical, page.meta("og:url"), page.meta("description")) == ([], [], [])
        assert page.title
