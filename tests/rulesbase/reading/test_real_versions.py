"""The reading pages on twelve real versions: known places, known moves, and how long the largest pages take."""

import pytest
from django.test import Client

from tests.support.pages import page_of
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("twelve")


def test_a_chapter_of_2006_and_its_place_today(client: Client) -> None:
    page = page_of(client, "/rules/2006-05-01/202/")
    assert page.count('<li id="r202.') == 5
    assert "This chapter today: 201" in page
    assert 'class="is-past"' in page


@pytest.mark.slow
def test_every_chapter_and_glossary_can_be_read(client: Client) -> None:
    for date in ("1999-04-23", "2003-05-26", "2009-07-11", "2026-06-19"):
        outline = client.get(f"/rules/{date}/").context["outline"]
        chapters = [chapter.number for part in outline.parts for chapter in part.chapters]
        assert len(chapters) > 60
        for number in chapters:
            page = page_of(client, f"/rules/{date}/{number}/")
            assert page.count('<li id="r') == outline.chapter(number).rules, number
        assert page_of(client, f"/glossary/{date}/").count('<li id="t-') > 150


def test_the_reference_of_201_4e_is_stale_since_the_chapter_it_means_is_gone(client: Client) -> None:
    def of_201_4e(date: str) -> str:
        return page_of(client, f"/rules/{date}/201/").split('id="r201.4e"')[1].split("entry-gutter")[0]

    assert "xref-stale" not in of_201_4e("2022-04-29")
    assert 'class="xref xref-stale" href="/rules/2026-06-19/713/"' in of_201_4e("2026-06-19")


ADDRESSES = """/rules/2026-06-19/ /rules/2026-06-19/702/ /rules/2026-06-19/201.4e/ /rules/2006-05-01/202/
/rules/2009-07-11/502.28/ /glossary/2026-06-19/ /glossary/2026-06-19/ability/""".split()


@pytest.mark.parametrize("address", ADDRESSES)
def test_queries_do_not_grow_with_the_page(client: Client, address: str) -> None:
    # Named one by one in the tests of each page on the sample.
    assert queries_of(client, address) <= 12
