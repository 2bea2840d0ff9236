"""What a change touches: lists, counts on the comparison and on a rule's history, JSON and the feed."""

import pytest
from django.test import Client

from cards.models import RulingRule
from cards.relevance import links
from rulesbase.archive.catalogue import catalogue
from rulesbase.compare.queries import pair_of
from rulesbase.engine.text.citations import find_citations
from rulesbase.impact.kinds import impact_kinds
from rulesbase.impact.queries import changed_rules, kind_counts, scope_of
from rulesbase.models import Edition, Entry, Question, Reference, Rule, RuleNote, Translation
from tests.support.cards import make_card, make_ruling
from tests.support.make import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
PAIR = ("2018-10-05", "2026-06-19")


@pytest.fixture
def changed(twelve: None) -> Rule:
    """Return a rule with a number that changed in substance, with a card and a ruling that rest on it."""
    pair = pair_of(*PAIR)
    first = next(
        one
        for one in changed_rules(pair)
        if one.old_numbers == one.new_numbers and "." in one.number and one.number[-1].isalpha()
    )
    rule = Rule.objects.get(pk=first.rule)
    card = make_card("Brass Lamp")
    make_ruling(card, "2019-01-01", f"See rule {first.number}.")
    ruling = make_ruling(card, "2019-02-01", "It sings.")
    day = pair.a.date
    RulingRule.objects.create(ruling=ruling, rule=rule, number=first.number, day=day, confidence=90, words="sings")
    links.link_all(catalogue())
    RulingRule.objects.get_or_create(
        ruling=ruling, rule=rule, defaults={"number": first.number, "day": day, "confidence": 90, "words": "sings"}
    )
    return rule


def test_kinds_come_in_their_order() -> None:
    codes = [kind.code for kind in impact_kinds()]
    assert codes == ["rulings", "cards", "translations", "questions", "citations", "notes"]


def test_lists_rest_on_changed_rules(client: Client, changed: Rule) -> None:
    address = f"/compare/{PAIR[0]}/{PAIR[1]}/impact/"
    data = client.get(f"{address}?format=json&kind=rulings").json()
    assert changed.public_id in {one["rule"] for one in data["rules"]}
    computed = next(item for item in data["items"] if item["why"] == "It sings.")
    assert changed.public_id in computed["rules"]
    page = client.get(f"{address}?kind=rulings").content.decode()
    assert '<q lang="en">It sings.</q>' in page
    number = Entry.objects.get(rule=changed, edition__version__date=PAIR[1]).number
    only = client.get(f"{address}?format=json&kind=rulings&rule={number}").json()
    assert [item["why"] for item in only["items"]].count("It sings.") == 1
    typed = client.get(address, {"format": "json", "rule": f" {number.upper()}."}).json()
    assert typed["rules"] == only["rules"]
    assert client.get(f"{address}?format=json&section=999").json()["rules"] == []
    assert client.get(f"/compare/{PAIR[0]}/latest/impact/").headers["Location"] == address


def test_a_number_that_neither_version_has_is_named(client: Client, twelve: None) -> None:
    address = f"/compare/{PAIR[0]}/{PAIR[1]}/impact/"
    assert "Neither version has a rule or term “999.9”." in client.get(address, {"rule": "999.9"}).content.decode()
    for known in ("", "100.1", " 100.1. ", "ability"):
        assert "Neither version" not in client.get(address, {"rule": known}).content.decode()


def test_every_citing_rule_is_listed(client: Client, changed: Rule) -> None:
    pair = pair_of(*PAIR)
    rules = {one.rule for one in changed_rules(pair)}
    folds = set(Reference.objects.filter(meant__in=rules).values_list("fold", flat=True))
    now = Entry.objects.filter(edition=pair.new.pk)
    citing = set(now.filter(wording__fold__in=folds).exclude(rule__in=rules).values_list("number", flat=True))
    # By the numbers of today in the texts, without the stored references.
    changed_now = {number for one in changed_rules(pair) for number in one.new_numbers if "." in number}
    for number, text in now.exclude(rule__in=rules).values_list("number", "wording__text"):
        if {found.number for found in find_citations(text)} & changed_now:
            citing.add(number)
    counts = {one.kind.code: one.total for one in kind_counts(scope_of(pair, changed_rules(pair)))}
    assert counts["citations"] >= len(citing) > 0
    assert "notes" not in counts


def test_own_notes_are_private(client: Client, changed: Rule) -> None:
    jane = make_user("jane")
    RuleNote.objects.create(user=jane, rule=changed, number="1", day=PAIR[0], note="Ask the lamp.")
    address = f"/rule/{changed.public_id}/impact/"
    assert "notes" not in client.get(f"{address}?format=json").json()["counts"]
    client.force_login(jane)
    response = client.get(f"{address}?kind=notes")
    assert "Ask the lamp." in response.content.decode()
    assert response.headers["Cache-Control"] == "private, no-store"


def test_counts_on_other_pages(client: Client, changed: Rule) -> None:
    assert (
        f"/compare/{PAIR[0]}/{PAIR[1]}/impact/?kind=rulings"
        in client.get(f"/compare/{PAIR[0]}/{PAIR[1]}/").content.decode()
    )
    assert (
        f"/rule/{changed.public_id}/impact/?kind=rulings" in client.get(f"/rule/{changed.public_id}/").content.decode()
    )
    feed = client.get("/feeds/impact/").content.decode()
    assert f"/{PAIR[1]}/impact/" in feed
    assert '&lt;a href="http://testserver/compare/' in feed
    assert "Décisions&lt;/a&gt;\xa0: " in client.get("/fr/feeds/impact/").content.decode()


@pytest.mark.usefixtures("sample")
def test_the_history_of_a_removed_rule_has_the_counts_of_its_impact(client: Client) -> None:
    last = Edition.objects.filter(language="en").latest("version__date")
    translated = Translation.objects.filter(status="approved").values("original")
    entry = Entry.objects.filter(wording__in=translated).exclude(rule__entries__edition=last)[0]
    assert entry.rule is not None
    address = f"/rule/{entry.rule.public_id}/"
    counts = client.get(f"{address}impact/?format=json").json()["counts"]
    assert counts["translations"] > 0
    assert f"{address}impact/?kind=translations" in client.get(address).content.decode()


@pytest.mark.usefixtures("sample")
def test_translations_of_the_older_text(client: Client) -> None:
    compare = "/compare/2021-03-01/2023-03-01/"
    address = f"{compare}impact/?kind=translations"
    page = client.get(address).content.decode()
    assert "<q" not in page
    data = client.get(f"{address}&format=json").json()
    assert data["counts"]["translations"] == len(data["items"]) > 0
    rules = {one["rule"] for one in data["rules"]}
    for item in data["items"]:
        assert set(item["rules"]) <= rules
        assert all(f'href="{compare}?at={rule}#c-{rule}"' in page for rule in item["rules"])
        assert client.get(item["address"]).status_code == 200


@pytest.mark.usefixtures("sample")
def test_content_on_a_term_has_the_name_of_the_term(client: Client) -> None:
    term = Entry.objects.filter(kind=Entry.Kind.TERM, edition__language="en", rule__isnull=False).latest(
        "edition", "pk"
    )
    assert term.rule is not None
    jane = make_user("jane")
    RuleNote.objects.create(user=jane, rule=term.rule, number=term.number, day="2021-03-01", note="Ask.")
    Question.objects.create(key="k", kind="term", rule=term.rule, number=term.number)
    client.force_login(jane)
    address = f"/rule/{term.rule.public_id}/impact/?format=json"
    assert client.get(f"{address}&kind=notes").json()["items"][0]["why"] == term.wording.heading
    assert client.get(f"{address}&kind=questions").json()["items"][0]["title"] == term.wording.heading
