"""The table of languages: its rows are whole, and their patterns can be put together."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from cards.engine.records.fields import language_code
from rulesbase.engine.languages import LANGUAGES, TEXTS, language_codes
from rulesbase.engine.languages.attributes import TextLanguage
from rulesbase.engine.parsing.document_parts import frame_of
from rulesbase.engine.parsing.page_clutter import is_foot
from rulesbase.engine.parsing.parse import read_source


def patterns(row: TextLanguage) -> Iterator[str]:
    """Every pattern of a language that is put together with those of others, without a group of its own."""
    yield from (row.example, row.obsolete, row.rule, row.rules, row.elisions)
    yield from (*row.places, *row.articles, *row.joins, *row.ranges, *row.cites)
    yield from (row.dates.ordinal, row.dates.effective, row.dates.day_first_signs)
    pages = row.pages
    yield from (pages.edit, pages.quoted, *pages.feet, pages.greetings, pages.errors)
    yield from (pages.page, pages.page_of)


def test_codes_are_read_in_any_case() -> None:
    assert language_codes(" FR,zh-hant,fr,,XX", ["en", "fr", "zh-Hant"]) == ["fr", "zh-Hant", "xx"]
    assert language_codes("", ["en"]) == []


def test_values_of_lang_attributes_that_are_not_the_code() -> None:
    tags = {code: language.lang for code, language in LANGUAGES.items() if language.lang != code}
    assert tags == {"zh-hans": "zh-Hans", "zh-hant": "zh-Hant", "ph": "art-x-phyrexian"}
    assert {code: one.card_code for code, one in LANGUAGES.items() if one.card_code != code} == {"zh": "zh-hans"}


def test_codes_and_names_of_card_files_are_those_of_one_language() -> None:
    assert all(code == row.code for code, row in LANGUAGES.items())
    often = Counter(alias for row in LANGUAGES.values() for alias in (row.code, *row.aliases))
    assert [alias for alias, count in often.items() if count > 1] == []


def test_languages_as_files_of_cards_name_them() -> None:
    words = (
        "English Spanish French German Italian Japanese Korean Russian Hebrew Latin Arabic Sanskrit Phyrexian Quenya"
    )
    mtgjson = dict(zip(words.split(), "en es fr de it ja ko ru he la ar sa ph qya".split(), strict=True))
    mtgjson |= {"Portuguese (Brazil)": "pt", "Ancient Greek": "grc"}
    mtgjson |= {"Chinese Simplified": "zh-hans", "Chinese Traditional": "zh-hant"}
    assert {name: language_code(name) for name in mtgjson} == mtgjson
    scryfall = {code: code for code in mtgjson.values() if code not in ("zh-hans", "zh-hant")}
    scryfall |= {"zhs": "zh-hans", "zht": "zh-hant"}
    assert {code: language_code(code) for code in scryfall} == scryfall
    named = {
        code: language_code(one.name.replace(",", "")) for code, one in LANGUAGES.items() if code not in ("zh", "qya")
    }
    assert named == {code: code for code in named}
    others = {"sp": "es", "jp": "ja", "kr": "ko", "pt-br": "pt", "Portuguese": "pt"}
    others |= dict.fromkeys(("cn", "zh_cn", "zh-cn"), "zh-hans") | dict.fromkeys(("zh_tw", "zh-tw"), "zh-hant")
    assert {name: language_code(name) for name in others} == others


@pytest.mark.parametrize("code", TEXTS)
def test_patterns_have_no_groups(code: str) -> None:
    row = TEXTS[code]
    assert [one for one in patterns(row) if re.compile(one).groups] == []
    assert re.compile(row.pages.never_together or "()").groups == 1


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_of_texts_has_a_whole_row(code: str) -> None:
    row = TEXTS[code]
    assert all((row.name, row.own_name, row.alpha_3, row.example, row.rule, row.dates.effective))
    assert row.terms_deck or code == "en"
    assert {len(row.dates.months), len(row.dates.short_months)} <= {0, 12}
    assert row.symbols.keys() == TEXTS["en"].symbols.keys()


@pytest.mark.parametrize(
    ("language", "introduction", "contents", "glossary", "index", "ending"),
    [
        ("en", "Introduction", "Contents", "Glossary", "Index", "Credits"),
        ("en", "Introduction", "Table of Contents", "Glossary", "Index", "Credits"),
        ("fr", "Introduction", "Sommaire", "Glossaire", "Index", "Crédits"),
        ("fr", "Introduction", "Table des matières", "Glossaire", "Index", "Credits"),
        ("fr", "Introduction", "Contenu", "Glossaire", "Index", "Remerciements"),
        ("ja", "はじめに", "目次", "用語集", "索引", "クレジット"),
        ("ja", "序文", "もくじ", "用語集", "索引", "著作権表示"),
        ("ja", "導入", "もくじ", "用語集", "索引", "製作者"),
        ("zh", "前言", "目录", "词汇表", "索引", "制作人员名单"),
        ("zh", "简介", "目录", "术语表", "索引", "版权信息"),
        ("zh", "介绍", "目录", "名词解释", "索引", "制作人员"),
        ("zh", "介绍", "目录", "词汇", "索引", "制作群"),
        ("zh", "介绍", "目录", "词汇", "索引", "鸣谢"),
    ],
)
def test_the_parts_of_a_document_have_their_names(
    language: str, introduction: str, contents: str, glossary: str, index: str, ending: str
) -> None:
    lines = [contents, introduction, "1. A", "100. B", glossary, ending, introduction, "x", "1. A", "100. B"]
    lines += ["100.1. C.", glossary, "x", index, "x", ending, "x"]
    frame = frame_of(lines, language)
    assert (frame.glossary, frame.index, frame.credits, frame.promises_credits) == ((12, 13), (14, 15), (16, 17), True)
    assert frame.contents == {0, 1, 2, 3, 4, 5}


def test_lines_below_the_text_of_a_page() -> None:
    feet = ["[edit]", "Copyright 2010", "Back to top", "Go to the top", "Retrieved from a wiki"]
    feet += ["Share this page", "Leave a comment", "[編集]"]
    feet += ["[modifier]", "Revenir en haut", "Haut de la page", "Partager :", "Articles similaires"]
    feet += ["Laisser un commentaire", "Message Sujet : Phare", "Aller à la page 2"]
    feet += ["Vous ne pouvez pas répondre", "ページの先頭へ", "ページトップ", "サイトマップ", "プライバシー"]
    assert [line for line in feet if not is_foot(line)] == []
    assert not any(map(is_foot, ("Shared lamps burn.", "Vous pouvez répondre.", "The top", "ページ")))


COLUMNS = """heading text example, title translation examples, term wording example, term target examples,
titre texte exemple, terme traduction exemples, 見出し 訳文 例, 用語 訳 例, 用語 本文 例, 見出し 翻訳 例,
标题 文本 例子, 术语 译文 例子, 名称 翻译 例子, 标题 内容 例子"""


@pytest.mark.parametrize("columns", COLUMNS.split(","))
def test_columns_of_a_table_have_their_names(columns: str) -> None:
    heading, text, example = columns.split()
    rows = [
        f"number;{example};{heading};remark;{text}",
        "100;;Lampe;Une remarque sur la lampe du vieux port;",
        "100.1;Exemple : Une lampe brûle.;;Une remarque sur la lampe du gardien;Elle brûle.",
        "100.2;;;Une remarque sur les autres lampes du vieux port;Elles brûlent.",
    ]
    read = read_source("\n".join(rows).encode(), "rules.csv")
    found = [(one.heading, one.text, [example.text for example in one.examples]) for one in read.entries]
    assert found == [("Lampe", "", []), ("", "Elle brûle.", ["Exemple : Une lampe brûle."]), ("", "Elles brûlent.", [])]
