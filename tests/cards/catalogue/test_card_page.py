"""/cards/<slug>/: faces, names, what happened to them, parts, rulings, and the rules that fit the card."""

import datetime
import re

import pytest
from django.test import Client

from cards.models import Card, Interchangeable, NameEvent, RelatedPart
from tests.support.cards import make_card, make_name, make_ruling, make_set, raise_generation
from tests.support.pages import page_of
from tests.support.queries import queries_of

pytestmark = pytest.mark.django_db
WAX = [
    {"name": "Wick", "mana_cost": "{R}", "type_line": "Instant", "text": "Tap a lamp. (It goes out.)\n{T}: Add {W/U}."},
    {"name": "Wax", "mana_cost": "{1}{U}", "type_line": "Instant", "text": "Draw <nothing>."},
]


def wick_wax() -> Card:
    card = make_card(
        "Wick // Wax",
        WAX,
        layout="split",
        slug="wick-wax",
        legalities={"modern": "legal", "paupercommander": "banned", "penny": "not_legal"},
        first_set=make_set("old", "The Old Set", "1998-05-01"),
        released=datetime.date(1998, 5, 1),
    )
    new = make_set("new", "The New Set", "2020-05-01")
    first, second = card.faces.all()
    make_name(card, "fr", "Mèche // Cire", card.first_set)
    make_name(card, "fr", "Mèche", card.first_set, face=first)
    make_name(card, "fr", "Mèche // Cire", new, collector_number="7")
    make_name(card, "ja", "芯", new, face=first, reading="しん")
    make_name(card, "ja", "蝋", new, face=second)
    make_name(card, "zh-hant", "燈芯 // 蠟", new)
    make_name(card, "en", "Glow of Old", new, flavor=True)
    raise_generation()
    return card


def test_the_page_shows_faces_symbols_and_formats(client: Client) -> None:
    wick_wax()
    page = page_of(client, "/cards/wick-wax/")
    assert '<h1 lang="en">Wick // Wax</h1>' in page
    for words in ("Left half", "Right half", "Instant", "Draw &lt;nothing&gt;."):
        assert words in page, words
    # Symbols have names, reminders are in italics.
    assert 'aria-label="tap"' in page
    assert 'aria-label="white or blue mana"' in page
    assert "<em>(It goes out.)</em>" in page
    assert "Modern" in page
    assert "Pauper Commander" in page
    assert "Penny" not in page
    assert "/names/?ask=same&amp;card=Wick" in page
    assert "https://scryfall.com/search?q=" in page
    assert "<img" not in page
    response = client.get("/cards/wick-wax/")
    shown = {
        language.code: [(name.text, name.face, name.flavor, [one.code for one in name.sets]) for name in language.names]
        for language in response.context["shown_languages"]
    }
    assert shown == {
        "en": [("Wick // Wax", "", False, ["old"]), ("Glow of Old", "", True, ["new"])],
        # The halves stand in the whole name already.
        "fr": [("Mèche // Cire", "", False, ["old", "new"])],
        "ja": [("芯", "Wick", False, ["new"]), ("蝋", "Wax", False, ["new"])],
    }
    assert [language.code for language in response.context["others"]] == ["zh-hant"]
    page = response.content.decode()
    assert '<span class="printedname" lang="zh-Hant">燈芯 // 蠟</span>' in page
    assert '<span lang="ja">芯 // 蝋</span>' in page
    assert "しん" in page
    assert "flavor name" in page


def test_events_of_names_are_reported_out_loud(client: Client) -> None:
    card = make_card("Brass Lamp")
    make_name(card, "ja", "真鍮のランプ")
    NameEvent.objects.create(
        card_name="Brass Lamp",
        language="ja",
        kind="misprint",
        printed="真鍮のラソプ",
        instead="真鍮のランプ",
        when="1999-05",
        reason="Two signs alike.",
        source="https://example.org/list",
    )
    page = page_of(client, "/cards/brass-lamp/")
    for words in (
        "Misprint",
        '<time datetime="1999-05">May 1999</time>',
        '<span lang="ja">真鍮のラソプ</span>',
        "Two signs alike.",
        "example.org/list",
    ):
        assert words in page, words
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    assert "Misprint, May 1999: JA 真鍮のラソプ → 真鍮のランプ. Two signs alike. Source:" in shown


def test_a_misprint_is_reported_on_the_card_whose_name_it_took(client: Client) -> None:
    make_name(make_card("Torch"), "ja", "灯")
    make_card("Brass Lamp")
    make_card("Salt")
    NameEvent.objects.create(card_name="Brass Lamp", language="ja", kind="misprint", printed="灯", source="a list")
    page = page_of(client, "/cards/torch/")
    assert "Misprint" in page
    assert 'href="/cards/brass-lamp/" lang="en">Brass Lamp</a>' in page
    assert "Misprint" not in page_of(client, "/cards/salt/")


def test_interchangeable_cards_name_each_other(client: Client) -> None:
    make_card("Brass Lamp")
    make_card("Tin Lamp")
    Interchangeable.objects.create(
        name="Tin Lamp", other="Brass Lamp", since=datetime.date(2022, 4, 29), source="a list"
    )
    for slug, other in (("brass-lamp", "tin-lamp"), ("tin-lamp", "brass-lamp")):
        page = page_of(client, f"/cards/{slug}/")
        assert "Interchangeable names" in page
        assert f'href="/cards/{other}/"' in page
        assert "29 April 2022" in page


def test_parts_lead_both_ways(client: Client) -> None:
    lamp, moth = make_card("Brass Lamp"), make_card("Moth", kind="token", layout="token")
    RelatedPart.objects.create(card=lamp, component="token", name="Moth", other=moth)
    RelatedPart.objects.create(card=lamp, component="meld_part", name="Oil", other=None)
    page = page_of(client, "/cards/brass-lamp/")
    assert 'href="/cards/moth/"' in page
    assert "Oil" in page
    assert "part of a meld pair" in page
    other = page_of(client, "/cards/moth/")
    assert 'href="/cards/brass-lamp/"' in other
    assert "Cards that mention this card" in other


def test_cards_with_the_same_printed_name(client: Client) -> None:
    lamp, torch = make_card("Brass Lamp"), make_card("Torch")
    make_name(lamp, "ja", "灯")
    make_name(torch, "ja", "灯")
    make_name(torch, "fr", "Lampe")
    page = page_of(client, "/cards/brass-lamp/")
    assert "Other cards with the same printed name" in page
    assert 'href="/cards/torch/"' in page
    # The same letters in another language are no trap.
    make_name(make_card("Salt"), "zh-hans", "灯")
    assert 'href="/cards/salt/"' not in page_of(client, "/cards/brass-lamp/")


def test_variants_and_playtest_cards_are_marked(client: Client) -> None:
    make_card("Moth", is_variant=True, slug="moth")
    make_card("Moth", is_playtest=True, slug="moth-2", oracle_id="other")
    page = page_of(client, "/cards/moth/")
    assert "Other cards have the same name but a different text." in page
    assert 'href="/cards/moth-2/"' in page
    assert "Its text may not work" in page_of(client, "/cards/moth-2/")


def test_rulings_newest_first(client: Client) -> None:
    lamp = make_card("Brass Lamp")
    make_ruling(lamp, "2004-10-04", "It stays lit. Pay {W}.")
    make_ruling(lamp, "2020-10-04", "It goes <out>.")
    page = page_of(client, "/cards/brass-lamp/")
    assert page.index("It goes &lt;out&gt;.") < page.index("It stays lit.")
    assert 'aria-label="white mana"' in page
    assert "Link this ruling to a rule" not in page


@pytest.mark.parametrize("slug", ["Wick-Wax", "wick", "wax", "Mèche-Cire", "wick_wax"])
def test_another_spelling_leads_to_the_card(client: Client, slug: str) -> None:
    card = wick_wax()
    for address in (slug, card.oracle_id):
        response = client.get(f"/cards/{address}/")
        assert (response.status_code, response.headers.get("Location")) == (302, "/cards/wick-wax/")
        dated = client.get(f"/cards/{address}/?version=2013-05-01")
        assert dated.headers.get("Location") == "/cards/wick-wax/?version=2013-05-01"


def test_an_unknown_card_offers_candidates(client: Client) -> None:
    wick_wax()
    page = page_of(client, "/cards/wikc-wax/", 404)
    assert "Did you mean" in page
    assert 'href="/cards/wick-wax/"' in page
    assert "No card has a similar name" in page_of(client, "/cards/qqqqqqqqqq/", 404)
    assert page_of(client, f"/cards/{'x' * 3000}/", 404)


@pytest.mark.usefixtures("sample")
def test_a_version_is_chosen_by_its_day(client: Client) -> None:
    wick_wax()
    assert "Rules as of" in page_of(client, "/cards/wick-wax/")
    past = page_of(client, "/cards/wick-wax/?version=2021-03-01")
    assert 'value="2021-03-01" selected' in past
    for asked, usual in (("2022-05-05", "?version=2021-03-01"), ("latest", ""), ("2023-03-01", "")):
        response = client.get(f"/cards/wick-wax/?version={asked}")
        assert response.headers["Location"] == f"/cards/wick-wax/{usual}"
    assert "is not a date" in page_of(client, "/cards/wick-wax/?version=soon", 404)
    assert "No version was in force" in page_of(client, "/cards/wick-wax/?version=1990-01-01", 404)


@pytest.mark.usefixtures("sample")
def test_queries_do_not_grow_with_what_is_shown(client: Client) -> None:
    card = wick_wax()
    RelatedPart.objects.create(card=card, component="token", name="Tallow", other=make_card("Tallow"))
    make_ruling(card, "2004-10-04", "The first.")
    few = queries_of(client, "/cards/wick-wax/")
    for at in range(40):
        make_ruling(card, "2004-10-04", f"Number {at}.")
        make_name(card, "fr", f"Nom {at}", make_set(f"s{at}"))
        other = make_card(f"Other {at}")
        make_name(other, "fr", "Mèche // Cire")
        RelatedPart.objects.create(card=card, component="token", name=other.name, other=other)
    assert queries_of(client, "/cards/wick-wax/") == few
    # The stamp, the card, its faces, names, printings, those who share names (2), interchangeable ones, events,
    # parts (2), rulings, their rules (2), the day of the data.
    assert few <= 17
