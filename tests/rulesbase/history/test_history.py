"""The history of a rule: `/rule/<id>/`."""

import datetime
import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from rulesbase.archive.catalogue import catalogue
from rulesbase.history.queries import History, history_of
from rulesbase.history.timeline import stages_of
from rulesbase.models import Change, Entry, Kinship, Rule
from tests.rulesbase.lineage.lives import import_lives
from tests.support.lending import lent
from tests.support.make import rule_at
from tests.support.pages import page_of, squeezed
from tests.support.texts import sentence

pytestmark = pytest.mark.django_db


_archive = lent("three-lives", import_lives, autouse=True)


def history_page(client: Client, number: str, date: str, query: str = "") -> str:
    return page_of(client, f"/rule/{rule_at(number, date).public_id}/{query}")


def change_spaces(rule: Rule, fold: int = 0) -> Entry:
    """Let a rule have other spaces in the version of 2014, and with ``fold`` another text; return it there."""
    entry = Entry.objects.get(rule=rule, edition__version__date="2014-03-01")
    wording = entry.wording
    wording.pk, wording.digest, wording.fold = None, "x" * 32, fold or wording.fold
    wording.text = wording.text.replace(" ", "\u00a0")
    wording.save()
    Entry.objects.filter(pk=entry.pk).update(wording=wording)
    return entry


def life_of(rule: Rule) -> History:
    history = history_of(catalogue(), rule)
    assert history
    return history


class TestSpans:
    def test_a_span_has_its_days_and_number(self) -> None:
        history = life_of(rule_at("201.2", "2010-03-01"))
        spans = [(str(span.first), str(span.last), span.number, span.until) for span in history.spans]
        day = datetime.date(2012, 2, 29)
        assert spans == [("2010-03-01", "2010-03-01", "201.2", day), ("2012-03-01", "2014-03-01", "201.3", None)]
        assert [(one.relation, one.number) for one in history.relatives] == [("part", "201.4")]

    def test_parts_and_merges(self) -> None:
        history = life_of(rule_at("201.4", "2014-03-01"))
        assert [(one.relation, one.number) for one in history.relatives] == [("whole", "201.2")]
        ended, went_on = rule_at("201.6", "2012-03-01"), rule_at("201.5", "2014-03-01")
        assert [(one.relation, one.rule) for one in life_of(ended).relatives] == [("taker", went_on.public_id)]
        assert [(one.relation, one.rule) for one in life_of(went_on).relatives] == [("taken", ended.public_id)]

    def test_every_entry_is_in_one_span(self) -> None:
        dates = [version.date for version in catalogue().all]
        for rule in Rule.objects.filter(entries__isnull=False).distinct():
            covered = [date for span in life_of(rule).spans for date in dates if span.first <= date <= span.last]
            entries = Entry.objects.filter(rule=rule).values_list("edition__version__date", flat=True)
            assert sorted(covered) == sorted(date for date in entries if date)

    def test_typography_makes_a_span_but_no_stage(self) -> None:
        rule = rule_at("201.1", "2012-03-01")
        change_spaces(rule)
        history = life_of(rule)
        assert (len(history.spans), len(stages_of(history.spans))) == (2, 1)


class TestPage:
    def test_the_page_lists_numbers_and_texts(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        address = f"/rule/{rule_at('201.3', '2012-03-01').public_id}/"
        # Versions (three), the rule, its entries, examples, wordings, changes, relatives (two), others with its numbers
        # (two), rulings (four), remarks.
        with django_assert_max_num_queries(24):
            page = client.get(address).content.decode()
        assert "History of rule" in page
        assert "2 rule numbers and 2 different texts since" in page
        assert 'href="/rules/2010-03-01/201.2/"' in page
        assert re.search(r'<rect class="g-\d gbox"', page)
        assert not client.cookies

    def test_each_phrase_has_its_year(self, client: Client) -> None:
        page = history_page(client, "201.7", "2012-03-01")
        assert '<a class="ph a-0" href="#e2010-03-01" title="since 1 March 2010"><sup>2010</sup>' in page
        assert "<sup>2012</sup>And so it ends." in page
        assert 'id="e2010-03-01"' in page
        assert "The same data as a list" in page
        assert "This text was in the rules until" in page
        assert "k-removed" in page

    def test_the_difference_of_two_days(self, client: Client) -> None:
        page = history_page(client, "201.3", "2012-03-01", "?from=2012-03-01&to=2010-03-01")
        assert f"[inserted: </span>{sentence('half')}" in page
        page = history_page(client, "201.3", "2012-03-01", "?from=2012-03-01&to=2014-03-01")
        assert "The text is the same on both dates." in page

    def test_other_holders_of_its_numbers(self, client: Client) -> None:
        other = rule_at("201.1", "2012-03-01")
        page = history_page(client, "201.1", "2010-03-01")
        link = f'<a href="/rule/{other.public_id}/" tabindex="-1">'
        assert re.search(rf"{link}\s*<title>In this period, 201.1 was another rule", squeezed(page))

    def test_weak_links_say_how_sure_they_are(self, client: Client) -> None:
        Change.objects.filter(rule=rule_at("201.7", "2012-03-01")).update(confidence=0.51, evidence="52 % alike")
        assert "confidence of the match: 0.51" in history_page(client, "201.7", "2012-03-01")
        assert "52 % alike" in history_page(client, "201.7", "2012-03-01")

    def test_a_term_that_took_a_rule_is_named(self, client: Client) -> None:
        ended, term = rule_at("201.6", "2012-03-01"), rule_at("harbour", "2014-03-01")
        Change.objects.filter(rule=ended, kind="merged").update(new_number="harbour")
        Kinship.objects.filter(old=ended).update(new=term)
        page = history_page(client, "201.6", "2012-03-01")
        assert "201.6 was absorbed by Harbour" in page
        assert f'<a class="num" href="/rule/{term.public_id}/">Harbour</a>' in page

    def test_changes_of_early_releases_have_no_similar_rules(self, client: Client) -> None:
        rule = rule_at("201.7", "2012-03-01")
        assert Change.objects.filter(rule=rule).update(nearest=None)
        assert "k-removed" in history_page(client, "201.7", "2012-03-01")
        changes = client.get(f"/api/v1/rules/{rule.public_id}/").json()["changes"]
        assert [change["nearest"] for change in changes] == [[]] * len(changes)

    @pytest.mark.parametrize(("number", "kind"), [("201", "chapter"), ("2", "section"), ("harbour", "term")])
    def test_chapters_sections_and_terms(self, client: Client, number: str, kind: str) -> None:
        page = history_page(client, number, "2014-03-01")
        assert "History of" in page
        assert f"This {kind} has had" in page

    def test_a_rule_that_was_joined_with_another_leads_there_for_ever(self, client: Client) -> None:
        old, new = rule_at("201.1", "2010-03-01"), rule_at("201.1", "2012-03-01")
        old.merged_into = new
        old.save()
        answer = client.get(f"/rule/{old.public_id}/")
        assert (answer.status_code, answer["Location"]) == (301, f"/rule/{new.public_id}/")

    def test_not_there(self, client: Client) -> None:
        assert client.get("/rule/missing/").status_code == 404
        assert client.get(f"/rule/{Rule.objects.create().public_id}/").status_code == 404


def test_a_rule_or_term_leads_to_its_history(client: Client) -> None:
    answer = client.get("/rules/2010-03-01/201.1/history/")
    assert answer["Location"] == f"/rule/{rule_at('201.1', '2010-03-01').public_id}/"
    assert client.get("/glossary/2010-03-01/harbour/history/").status_code == 302
    assert client.get("/rules/2010-03-01/999.9/history/").status_code == 404


def test_every_box_of_the_picture_leads_to_its_change(client: Client) -> None:
    rule = rule_at("201.1", "2012-03-01")
    entry = change_spaces(rule, fold=1)
    assert entry.edition
    Change.objects.create(
        version=entry.edition.version, rule=rule, old_number="201.1", new_number="201.1", weight="typography"
    )
    page = page_of(client, f"/rule/{rule.public_id}/")
    boxes = re.findall(r'<a href="#(e[^"]*)" tabindex', page)
    assert "e2014-03-01" in boxes
    assert set(boxes) <= set(re.findall(r' id="([^"]*)"', page))
