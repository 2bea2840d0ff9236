"""A difference with its long unchanged parts left out."""

import re

from rulesbase.core.diff_html import difference, shortened

MANY = "".join(f"word{at} " for at in range(100))


def text_of(html: str) -> str:
    return re.sub(r'<span class="vh">.*?</span>|<[^>]*>', "", html)


def test_long_unchanged_parts_are_cut_around_the_changes() -> None:
    html = shortened(difference(f"{MANY}old one {MANY}a &amp; b {MANY}", f"{MANY}new one {MANY}a &amp; c {MANY}"))
    assert html.count("<del") == html.count("<ins") == 2
    assert len(text_of(html)) < 600
    parts = re.split(r"<(?:del|ins).*?</(?:del|ins)>", html)
    assert parts[0].startswith("… word")
    assert parts[-1].endswith("…")
    # Words and entities stay whole.
    assert set(re.findall(r"word\d*", html)) <= set(MANY.split())
    assert "&amp;amp;" in html
