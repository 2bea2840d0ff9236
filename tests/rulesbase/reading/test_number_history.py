"""A number that a version does not have: a page, with status 404, that shows where it went."""

from tests.rulesbase.reading.views.test_rules import Sample, text_of
from tests.support.pages import squeezed
from tests.support.queries import queries_of


class TestMissing(Sample):
    """Numbers of other versions, and of none."""

    def test_what_lives_on_under_another_number(self) -> None:
        response = self.client.get("/rules/2021-03-01/711.4/")
        assert response.status_code == 404
        words = text_of(response)
        assert "711.4 not found in the version of 1 March 2021" in words
        assert "The rule was in force from 1 March 2019 to 28 February 2021. This rule has another number now:" in words
        page = squeezed(response.content.decode())
        assert '<a class="num" href="/rules/2021-03-01/712.4/">712.4</a>' in page
        assert '<a class="num" href="/rules/2019-03-01/711.4/">711.4</a> from' in page
        assert 'href="/search/?q=711.4"' in page
        page = self.html("/rules/2023-03-01/711/", 404)
        assert "711 not found in the version of" in page
        assert '<a class="num" href="/rules/2023-03-01/712/">712</a>' in page
        page = self.html("/rules/2021-03-01/711.4/", 404)
        assert 'class="versionbar' in page
        assert '<a class="step" href="/rules/2019-03-01/711.4/" rel="prev"' in page
        assert '<meta name="robots" content="noindex">' in page
        assert "canonical" not in page

    def test_what_is_not_in_this_version(self) -> None:
        words = text_of(self.client.get("/rules/2019-03-01/709.2/"))
        assert "No rule of this version has this number. The number first appeared on 1 March 2021." in words
        assert "The text was already in this version, under another number: Where this rule is now 708.2" in words
        words = text_of(self.client.get("/rules/2023-03-01/200.3/"))
        assert "Its last text: Last text of this rule 200.3 A player may use any printing" in words
        assert '<p class="text measure" lang="en">A player may use' in self.html("/fr/rules/2023-03-01/200.3/", 404)
        response = self.client.get("/rules/2023-03-01/201.99z/")
        words = text_of(response)
        assert response.status_code == 404
        assert "No version on this site has this number." in words
        assert '<a class="num" href="/rules/2023-03-01/201.6/">201.6</a>' in squeezed(response.content.decode())
        assert "201 Name (chapter)" in words
        words = text_of(self.client.get("/rules/2023-03-01/499.1/"))
        assert "202 Mana Cost and Color (chapter)" in words
        assert "708 Face-Down Cards (chapter)" in words
        assert "“9” is not a section" in self.html("/rules/2023-03-01/9/", 404)

    def test_a_missing_rule_takes_eight_queries_at_most(self) -> None:
        # state; places in other versions with the numbers of the chapter; misprints; tenures;
        # the chapter again; successors; texts; the rule's life
        assert queries_of(self.client, "/rules/2021-03-01/711.4/") <= 8
