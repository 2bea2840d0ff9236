"""Repair of printed names and texts."""

import pytest

from cards.engine.records.cleaning import clean_name, clean_text, split_flavor, without_ruby


def test_entities_and_old_symbols() -> None:
    assert clean_text("a&gt;b &amp; c&nbsp;d&#39;e") == "a>b & c d'e"
    assert clean_text(" Pay o{W}, to{W}\\nx ") == "Pay {W}, to{W}\nx"
    assert clean_text("{2}o{U/B} o {G}") == "{2}{U/B} o {G}"
    assert clean_name(" Gull\n \t\u00a0Tern ") == "Gull Tern"


@pytest.mark.parametrize(
    ("written", "name", "reading"),
    [
        ("怪（かい）獣（じゅう）", "怪獣", "かいじゅう"),
        ("怪(かい)獣", "怪獣", ""),
        ("怪獣（カイジュー）の島（しま）", "怪獣の島", "カイジューのしま"),
        ("怪獣", "怪獣", ""),
        ("怪獣（a）", "怪獣（a）", ""),
        ("人々（ひとびと）", "人々", "ひとびと"),
        ("一ヶ（いっか）", "一ヶ", "いっか"),
    ],
)
def test_readings_in_brackets_are_taken_out(written: str, name: str, reading: str) -> None:
    assert without_ruby(written) == (name, reading)


@pytest.mark.parametrize(
    ("written", "own", "flavor"),
    [
        ("鴎 (飛ぶもの、カモメ)", "鴎", "飛ぶもの、カモメ"),
        ("鴎（カモメ）", "鴎", "カモメ"),
        ("鴎", "鴎", ""),
        ("Gull (Tern) Auk", "Gull (Tern) Auk", ""),
        ("(Tern)", "(Tern)", ""),
    ],
)
def test_names_of_promotional_printings(written: str, own: str, flavor: str) -> None:
    assert split_flavor(written) == (own, flavor)
