"""Differences as HTML and as plain text."""

import re

from django.template import Context, Template
from hypothesis import given
from hypothesis import strategies as st

from rulesbase.core.diff_html import difference, plain_difference
from rulesbase.engine.diff.texts import diff

OLD, NEW = "The clerk counts coins.", "The clerk counts tokens."
MOVED = (
    "The bell rings twice before noon. The clerk and the captain each count all coins of the day.",
    "The clerk and the captain each count all coins of the day. The bell rings twice before noon.",
)


def without(tag: str, html: str) -> str:
    """Drop an element with what is in it, then all other tags and the words for screen readers."""
    html = re.sub(rf"<{tag}\b.*?</{tag}>", "", html, flags=re.S)
    html = re.sub(r'<span class="vh">.*?</span>', "", html, flags=re.S).replace("<br>", "\n")
    html = re.sub(r"<[^>]*>", "", html)
    for escape, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#x27;", "'"), ("&amp;", "&")):
        html = html.replace(escape, sign)
    return html


def test_deleted_and_inserted_words_are_marked_and_named() -> None:
    page = Template("{% load diff %}{% difference old new language='en' %}")
    assert page.render(Context({"old": OLD, "new": NEW})) == (
        'The clerk counts <del><span class="vh">[deleted: </span>coins<span class="vh">]</span></del>'
        '<ins><span class="vh">[inserted: </span>tokens<span class="vh">]</span></ins>.'
    )


def test_each_side_and_plain_text() -> None:
    assert "<ins>" not in difference(OLD, NEW, view="old")
    assert "<del>" in difference(OLD, NEW, view="old")
    assert "<del>" not in difference(OLD, NEW, view="new")
    assert "tokens" in difference(OLD, NEW, view="new")
    assert plain_difference(OLD, NEW) == "The clerk counts ‹−coins›‹+tokens›."
    assert plain_difference("clerk's", "clerk’s") == "clerk’s"
    assert "‹−⇄The bell" in plain_difference(*MOVED)
    assert plain_difference("<a>", "<b>") == "<‹−a›‹+b›>"
    html = difference(*MOVED)
    assert '<del class="moved"><span class="vh">[moved away: </span>The bell' in html
    assert '<ins class="moved"><span class="vh">[moved here: </span>The bell' in html


def test_typography_is_quiet_unless_asked_for() -> None:
    old, new = "The clerk's coin.", "The clerk’s coin."
    assert difference(old, new) == "The clerk’s coin."
    assert difference(old, new, view="old") == "The clerk&#x27;s coin."
    assert '<ins class="typo">' in difference(old, new, typography=True)


def test_texts_are_escaped() -> None:
    html = difference('<script>"a"</script> coin', "<b>a</b> & coin")
    assert "<script" not in html
    assert "<b>" not in html
    assert "&amp;" in html
    assert "1. A coin.<br>2. A " in difference("1. A coin.\n2. A box.", "1. A coin.\n2. A bag.")
    assert difference(OLD, NEW, diff(OLD, NEW)) == difference(OLD, NEW)


def test_long_unchanged_parts_are_cut_around_the_changes() -> None:
    many = "".join(f"word{at} " for at in range(100))
    old, new = f"{many}old one {many}a &amp; b {many}", f"{many}new one {many}a &amp; c {many}"
    html = difference(old, new, view="short")
    assert html.count("<del") == html.count("<ins") == 2
    assert len(re.sub(r'<span class="vh">.*?</span>|<[^>]*>', "", html)) < 600
    parts = re.split(r"<(?:del|ins).*?</(?:del|ins)>", html)
    assert parts[0].startswith("… word")
    assert parts[-1].endswith("…")
    # Words and entities stay whole.
    assert set(re.findall(r"word\d*", html)) <= set(many.split())
    assert "&amp;amp;" in html


def test_a_long_part_without_spaces_is_cut_behind_a_character() -> None:
    many = "あいうえお。" * 40
    html = difference(f"{many}旧{many}", f"{many}新{many}", language="ja", view="short")
    assert html.startswith(f"…{many[-60:]}<del")
    assert html.endswith(f"</ins>{many[:60]}…")


TEXTS = st.lists(st.sampled_from(["a", "coin", "<b>", "&", '"', "’s", "box", ".", "\n", "{W}"])).map(" ".join)


@given(TEXTS, TEXTS)
def test_each_text_can_be_read_out_of_the_marks(old: str, new: str) -> None:
    html = difference(old, new, typography=True)
    assert without("del", html) == new
    assert without("ins", html).split() == old.split()
