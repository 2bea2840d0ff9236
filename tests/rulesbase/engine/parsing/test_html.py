"""Web pages: what stands on lines of its own, what is not read, and what is a page at all."""

import pytest

from rulesbase.engine.parsing.html import html_text, is_html


@pytest.mark.parametrize("name", "script style template noscript".split())
def test_what_is_not_read(name: str) -> None:
    assert html_text(f"a<{name}>b <p> 1 < 2</{name.upper()} >c") == "ac"
    assert html_text(f"a<{name}>b") == "a"
    assert html_text(f"a</{name}>b") == "ab"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<head>a<p>b</head>c", "c"),
        ("<head>a<body>c", "c"),
        ("<ruby>船<rp>(</rp><rt>ふね</rt><rp>)</rp></ruby>頭", "船頭"),
        ("<ruby>船<rt>ふね</ruby>頭", "船頭"),
        ("<ruby>船<rt>ふね<rb>頭</rb>", "船頭"),
        ("a<!-- b -->c<!-- d", "ac"),
        ("a<!-- b > <p>c</p> -->d", "ad"),
        ("a<!doctype x>b<?xml x?>c", "abc"),
        ("a<?b", "a"),
        ("a < b", "a < b"),
        ("<rt>a < b</rt>c", "c"),
        ("a &lt; b&nbsp;c &amp;", "a < b c &"),
        ("&#65;&#x42;", "AB"),
        ("&#12345678;x", "\ufffdx"),
        ("&#x1234567;x&#X1234567", "\ufffdx\ufffd"),
        ("&#" + "9" * 5000 + ";", "\ufffd"),
        ("a \n b<pre>c \n d</pre>e \n f", "a b\nc\nd\ne f"),
    ],
)
def test_a_page_is_read_as_its_words(page: str, text: str) -> None:
    assert html_text(page) == text


@pytest.mark.parametrize(
    ("text", "is_page"),
    [
        ("<html>", True),
        (" <HTML lang=x>", True),
        ("<!DOCTYPE html>", True),
        ("<head>", True),
        ("<body>", True),
        ('<?xml version="1.0"?>\n<html>', True),
        ("<!-- a --><!-- b --><html>", True),
        ("<!-- a <html>", False),
        ("<header>", False),
        ("x<html>", False),
        ("<p>", False),
    ],
)
def test_what_is_a_page(text: str, is_page: bool) -> None:
    assert is_html(text) is is_page
