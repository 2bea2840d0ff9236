"""Headings in a language that a version lacks: in its contents and above its chapters."""

import re

import pytest

from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Entry
from rulesbase.reading import outline
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_rows import HEADINGS
from tests.support.desk_texts import approve_text
from tests.support.pages import marks, page, squeezed

pytestmark = pytest.mark.usefixtures("three_languages")


@pytest.fixture(autouse=True)
def _nothing_stored() -> None:
    outline._fallback_headings.cache_clear()


def title(html: str, number: str) -> str:
    """Return the heading of a chapter in the contents."""
    found = re.search(rf'<span class="no">{number}</span><span class="ti"(.*?)<span class="dots">', html, re.S)
    assert found is not None
    return found[1]


def test_contents_in_one_language() -> None:
    html = squeezed(page("/rules/2026-06-19/?lang=zh"))
    assert title(html, "201").startswith(' lang="zh">名称')
    assert re.search(r'<span class="no">2</span> ?<span lang="zh">牌的各部分</span>', html)
    html = squeezed(page("/rules/2026-06-19/?lang=ja"))
    assert title(html, "201").startswith(' lang="ja">名前')
    assert title(html, "202").startswith(' lang="en">Mana')
    both = title(squeezed(page("/rules/2026-06-19/?lang=en,ja,zh")), "201")
    assert both.startswith(' lang="en">Name')
    assert re.findall(r'class="quiet" lang="(\w+)">(\w+)<', both) == [("ja", "名前"), ("zh", "名称")]
    assert title(squeezed(page("/rules/2026-06-19/")), "201").startswith(' lang="en">Name<')


def test_a_chapter_is_called_as_it_is_read() -> None:
    html = squeezed(page("/rules/2026-06-19/201/?lang=ja"))
    assert '<span class="chapno">201</span> <span lang="ja">名前</span>' in html
    assert '<span lang="ja">カードの部分</span>' in html.split("</nav>", 4)[-2] + html
    columns = squeezed(page("/rules/2026-06-19/201/?lang=en,fr,ja"))
    assert '<span class="chapno">201</span> <span lang="en">Name</span>' in columns
    assert '<span class="quiet" lang="ja">名前</span>' in columns


def test_a_heading_from_the_desk_replaces_that_of_the_edition() -> None:
    approve_text("ja", "201", "2026-06-19", "", "カード名")
    assert title(squeezed(page("/rules/2023-11-17/?lang=ja")), "201").startswith(' lang="ja">カード名')
    assert 'lang="ja">カード名</span></h1>' in squeezed(page("/rules/2023-11-17/201/?lang=en,ja"))


def test_headings_that_are_not_exact_are_marked() -> None:
    """What the headings were in November 2023, when they were translated, was read off the two editions."""
    html = page("/rules/2010-02-01/?lang=zh")
    # One heading changed in words, one in nothing.
    assert marks(title(html, "903")) == ["behind"]
    assert marks(title(html, "201")) == []
    head = page("/rules/2010-02-01/903/?lang=zh").split("<h1")[1].split("</h1>")[0]
    assert marks(head) == ["behind"]
    href = re.search(r'href="([^"]+/since/zh/[^"]*)"', head)
    assert href is not None
    assert re.search(r"<ins>|<del>", page(href[1].replace("&amp;", "&")))


@pytest.mark.parametrize("language", ["ja", "zh", "fr"])
def test_headings_alone_are_as_fresh_as_with_all_else(language: str) -> None:
    versions = catalogue()
    for day in ("2026-06-19", "2009-07-11"):
        version = versions.find(day)
        whole, alone = freshness(versions, version, language), freshness(versions, version, language, HEADINGS)
        kinds = (Entry.Kind.SECTION, Entry.Kind.CHAPTER)
        assert alone == {pk: cell for pk, cell in whole.items() if cell.kind in kinds}
        assert len(alone) > 80
