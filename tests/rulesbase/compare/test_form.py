"""The form at `/compare/`, and the pages that lead to comparisons."""

import re

import pytest
from django.db.models import F
from django.test import Client

from rulesbase.models import State, Version
from tests.rulesbase.compare.test_compare import FIRST, PAGE, SECOND, A, B, body
from tests.support.lending import lent_books
from tests.support.pages import squeezed

two = lent_books(FIRST, SECOND)


@pytest.mark.usefixtures("two")
def test_the_form_leads_to_the_comparison_or_says_what_is_wrong(client: Client) -> None:
    html = body(client, page="/compare/")
    assert f'<option value="{B}" selected>' in html
    response = client.get("/compare/", {"a": A, "b": B, "on_a": "2020-07-01", "on_b": ""})
    assert (response.status_code, response.headers["Location"]) == (302, PAGE)
    response = client.get("/compare/", {"a": "1980-01-01", "b": B})
    assert response.status_code == 404
    assert 'role="alert"' in response.content.decode()
    html = body(client, f"?b={B}", "/compare/")
    assert html.index(f'<option value="{A}" selected>') < html.index(f'<option value="{B}" selected>')


@pytest.mark.usefixtures("two")
@pytest.mark.parametrize("page", ["/compare/", PAGE])
def test_only_reading(client: Client, page: str) -> None:
    assert client.post(page).status_code == 405


@pytest.mark.usefixtures("sample")
def test_version_menus_are_grouped_by_year_and_name_the_set(client: Client) -> None:
    Version.objects.filter(date="2021-03-01").update(name="Lamps & Lighthouses")
    State.objects.update(generation=F("generation") + 1)
    for path in ("/compare/", "/compare/2019-03-01/2021-03-01/", "/rules/2021-03-01/"):
        page = client.get(path).content.decode()
        assert '<optgroup label="2021"><option value="2021-03-01"' in page
        assert ">Lamps &amp; Lighthouses (1 March 2021)" in page


@pytest.mark.usefixtures("two")
def test_a_filtered_list_names_its_part_and_leads_back_to_all(client: Client) -> None:
    clear = '<a class="small only-screen" href="?#lst">Clear filters</a>'
    assert clear not in body(client)
    part = body(client, "?section=201")
    assert clear in part
    # The chosen filters apply to the list, so that is what the browser shows.
    assert '<form class="comparefilters only-screen" action="#lst"' in part
    assert re.search(r'<h2 id="lst">What changed <small class="quiet">201 <span lang="en">\w', squeezed(part))


@pytest.mark.usefixtures("two")
def test_every_way_to_a_part_of_the_list_scrolls_to_it(client: Client) -> None:
    page = body(client)
    overview = page[page.index('<p class="lede">') : page.index('id="hm"')]
    links = re.findall(r'<a (?:class="[^"]*" )?href="([?#][^"]*)"', overview)
    assert links[0] == "#lst"
    assert len(links) > 4
    assert [link for link in links if not link.endswith("#lst")] == []


@pytest.mark.usefixtures("two")
def test_the_filters_tick_what_the_list_shows_and_are_collapsed(client: Client) -> None:
    page = body(client)
    form = page[
        page.index('<form class="comparefilters') : page.index("</form>", page.index('<form class="comparefilters'))
    ]
    ticked = set(re.findall(r'name="(?:kind|weight)" value="(\w+)" checked', form))
    assert "<details><summary>Filters" in form
    assert "added" in ticked
    assert not ticked & {"typography"}
    only = body(client, "?kind=added")
    assert re.findall(r'name="kind" value="(\w+)" checked', only) == ["added"]
    assert "<details open><summary>Filters" in only
