"""The analyser: what a text is found by."""

import pytest

from rulesbase.engine.search.analyzer import analyse, plain, plain_with_offsets, tokens_of


@pytest.mark.parametrize(
    ("language", "text", "tokens"),
    [
        ("en", "Choosing names", "=choos =name choosing names"),
        ("en", "It’s 704.5s, {W}{2/U} or +1/+1.", "+1/+1 704.5s it or s {2/u} {w}"),
        ("en", "non-basic", "basic non nonbasic"),
        ("en", "CAFÉ", "cafe"),
        ("fr", "L’effet ciblé", "=cibl cible effet l"),
        ("fr", "capacités", "=capac =capacit capacites"),
        ("ja", "名前を", "を 前を 名前"),
        ("ja", "ﾄｰｸﾝ", "とく くん ん"),
        ("ja", "トークン", "とく くん ん"),
        ("ja", "rule 702", "702 rule"),
        ("zh", "咒语", "咒语 语"),
        ("en", "", ""),
        ("en", "\x00\"'\\ ()", ""),
    ],
)
def test_tokens(language: str, text: str, tokens: str) -> None:
    assert set(analyse(language, "", text)) == set(tokens.split())


def test_no_token_has_a_quote_or_a_space() -> None:
    odd = "a\"b'c\\d\x00e {a'b} {\"} 'x' “y” z\u3000w {\\}"
    for language in ("en", "fr", "ja", "xx"):
        assert not any(sign in token for token in analyse(language, odd, odd) for sign in "\"'\\ \x00")


@pytest.mark.parametrize("text", ["ｶﾞカーa", "Œuvre", "ﬁn", "が", "it’s", "İx"])
def test_offsets_lead_back(text: str) -> None:
    folded, offsets = plain_with_offsets(text)
    assert folded == plain(text)
    assert len(offsets) == len(folded) + 1
    assert list(offsets) == sorted(offsets)
    assert offsets[-1] == len(text)


def test_kana_fold_but_voiced_letters_stay_apart() -> None:
    assert plain("カード") == plain("かーど") == plain("ｶｰﾄﾞ")
    assert plain("が") != plain("か")
    assert plain("Two\nLines") == "two lines"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "Toll 201.3a {2/W} +1/+1 x/y */*+1",
            "word:toll figure:201.3a figure:{2/w} figure:+1/+1 figure:x/y figure:*/* word:1",
        ),
        ("Péage d’or", "word:peage word:d word:or"),
        ("渡し船 Toll", "unspaced:渡し船 word:toll"),
        ("{½} {∞} {123456789} {1234567890}", "word:1 word:2 figure:{∞} figure:{123456789} word:1234567890"),
        ("1/2/3 a/b", "word:1 word:2 word:3 word:a word:b"),
        ("ー", ""),
    ],
)
def test_tokens_of_search(text: str, tokens: str) -> None:
    assert " ".join(f"{one.kind}:{one.folded}" for one in tokens_of(text)) == tokens
