"""Cards and rulings of our own words, for the tests of the API."""

from cards.rulings.actions import update_ruling_citations
from tests.support.cards import make_card, make_name, make_ruling, make_set, raise_generation


def fill() -> None:
    """Make three cards, a token, printed names in two languages and two rulings."""
    eighth = make_set("8ed", "Eighth Edition", "2003-07-28")
    bolt = make_card(
        "Lightning Bolt", type_line="Instant", mana_cost="{R}", text="Deals damage.", colors="R", first_set=eighth
    )
    make_name(bolt, "fr", "Foudre", eighth)
    make_name(bolt, "ja", "稲妻", eighth, reading="いなずま")
    fire = [{"name": "Fire", "mana_cost": "{1}{R}", "type_line": "Instant"}, {"name": "Ice", "type_line": "Instant"}]
    make_card("Fire // Ice", fire, layout="split", slug="fire-ice")
    make_card("Grizzly Bears", type_line="Creature — Bear", power="2", toughness="2", colors="G")
    make_card("Bear", kind="token", layout="token", type_line="Token Creature — Bear")
    make_ruling(bolt, "2018-10-05", "See rule 704.5k on worlds.")
    make_ruling(bolt, "2019-01-25", "It can be sent at anyone.")
    update_ruling_citations()
    raise_generation()
