"""What the name checker answers on its page."""

import re

import pytest
from django.test import Client

from cards.name_checker.examples import examples
from rulesbase.models import Entry
from tests.cards.lookup.named import asked, make_cards, verdict
from tests.support.lending import lent
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("named")

TODAY = "2026-06-19"


named = lent("named", make_cards, upon="twelve_filled")


ELEVEN = "ask=same&card=Eleven,+the+Mage&card=Cecily,+Haunted+Mage"
FACEDOWN = "ask=different&card=Gray+Ogre@battlefield,facedown&card=Hill+Giant@battlefield,facedown"


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("ask=same&card=Gray+Ogre&card=Hill+Giant", "No"),
        ("ask=english&card=%E7%87%8E%E5%8E%9F%E3%81%AE%E7%81%AB", "It depends"),
        ("ask=token&subtypes=Goblin+Scout&version=2020-04-17", "Goblin Scout"),
    ],
)
def test_a_question_gets_its_answer(client: Client, query: str, word: str) -> None:
    result = verdict(asked(client, query))
    assert " · ".join(sorted(result.split(" · "))) == word


def test_each_step_stands_on_a_rule_and_what_differs_today_is_reported(client: Client) -> None:
    page = asked(client, ELEVEN + "&version=2022-04-29")
    entry = Entry.objects.get(edition__version__date="2022-04-29", edition__language="en", number="201.3a")
    assert 'href="/rules/2022-04-29/201.3a/"' in page
    assert entry.wording.text[:60] in page
    page = asked(client, FACEDOWN + "&version=2018-10-05")
    assert re.search(r'Under today’s rules: No. This has been the answer since <time datetime="2022-04-29">', page)
    assert f'href="/names/?{FACEDOWN}"' in page
    assert "Under today" not in asked(client, FACEDOWN)
    page = asked(client, ELEVEN)
    history = page[page.index('id="thr"') :]
    assert "1 answer" in history
    assert 'since <time datetime="2022-04-29">29 April 2022</time>' in history
    assert "(at least one card of the question had not been printed at that time)" in history
    assert "?ask=same&card=Eleven,+the+Mage&card=Cecily,+Haunted+Mage&version=2020-04-17" in history


def test_a_name_of_several_cards_leads_to_each(client: Client) -> None:
    page = asked(client, "ask=english&card=%E7%87%8E%E5%8E%9F%E3%81%AE%E7%81%AB")
    assert "This name is printed on several cards" in page
    for name in ("Wildfire", "Burning+of+Xinye"):
        assert f'href="/names/?ask=english&card={name}"' in page


def test_a_wrong_state_is_reported_at_its_field(client: Client) -> None:
    page = asked(client, "ask=same&card=Gray+Ogre@sideways&card=Hill+Giant", 400)
    note = re.search(r'<div class="cardnote" id="n1-note">.*?</div>', page, re.DOTALL)
    assert note
    assert "“sideways” is not a state of an object" in note[0]
    assert 'aria-invalid="true"' in page


def test_what_was_not_reported_but_counts_is_offered_both_ways(client: Client) -> None:
    page = asked(client, "ask=choose&card=Fire+//+Ice&version=2011-09-30")
    for legal in ("yes", "no"):
        assert f'href="/names/?ask=choose&card=Fire+//+Ice&legal={legal}&version=2011-09-30"' in page


def test_the_answer_can_be_cited(client: Client) -> None:
    cited = f"http://testserver/names/?{ELEVEN}&version={TODAY}"
    assert f"<output>{cited}</output>" in asked(client, ELEVEN)
    assert client.get(cited).status_code == 200


@pytest.mark.slow
def test_every_example_has_an_answer(client: Client) -> None:
    for _words, href in (one for _about, questions in examples() for one in questions):
        page = client.get(href, follow=True).content.decode()
        # This database has no Marit Lage, and says so.
        assert 'class="word' in page or "Marit+Lage" in href


def test_the_database_is_asked_little(client: Client) -> None:
    # State and newest file twice, the index, each card with faces and names, the rules of the answer.
    assert queries_of(client, "/names/") <= 4
    assert queries_of(client, f"/names/?{ELEVEN}") <= 18
