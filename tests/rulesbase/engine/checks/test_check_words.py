"""The tables of the checks, entry by entry: numbers in words, pairs of brackets, quotation marks, signs, lengths."""

from typing import Any

import pytest

from rulesbase.engine.checks import Case, Check, Found, edited, run

NUMBERS = {
    "0": "zero no",
    "1": "one once first a an single",
    "2": "two twice second both pair half halves",
    "3": "three third",
    "4": "four fourth",
    "5": "five fifth",
    "6": "six sixth",
    "7": "seven seventh",
    "8": "eight eighth",
    "9": "nine ninth",
    "10": "ten tenth",
    "11": "eleven eleventh",
    "12": "twelve twelfth",
    "13": "thirteen",
    "14": "fourteen",
    "15": "fifteen",
    "16": "sixteen",
    "17": "seventeen",
    "18": "eighteen",
    "19": "nineteen",
    "20": "twenty twentieth",
    "30": "thirty",
    "40": "forty",
    "50": "fifty",
    "60": "sixty",
    "100": "hundred",
}


def found(check: Check, language: str, english: str, text: str, **known: Any) -> list[Found]:
    return run(Case(language, english, text, **known), {check})


def told(check: Check, language: str, english: str, text: str) -> list[tuple[str, dict[str, str]]]:
    return [(one.code, one.values) for one in found(check, language, english, text)]


@pytest.mark.parametrize(
    ("language", "english", "text", "wanted"),
    [
        ("fr", "It costs 20 and 30.", "Elle coûte 21 et 31.", ("other-digits", "20, 30", "21, 31")),
        ("fr", "It gets -1/-1.", "Elle gagne \u22121/\u22121.", None),
        ("fr", "It gets -1/-1.", "Elle gagne \u20131/\u20131.", None),
        ("fr", "It gets +1/+1.", "Elle gagne -1/-1.", ("other-digits", "+1/+1", "-1/-1")),
        ("fr", "It loses 5.", "Elle perd -5.", None),
        ("fr", "It costs 1.5 or 2,5.", "Elle coûte 1.5 ou 2,5.", None),
        ("fr", "It costs 1.5.", "Elle coûte 1,5.", ("other-digits", "1.5", "1,5")),
        ("fr", "Some lamps.", "07 lampes.", None),
        ("fr", "Pay {5} to rule 100.2.", "Payez {5} à la règle 100.2.", None),
        ("ja", "Some lamps.", "ランプ0、1、2。", None),
        ("ja", "Some lamps.", "ランプ3。", ("digits-added", "", "3")),
        ("zh", "Some lamps.", "灯1。", None),
        ("ja", "Lamp 12.", "ランプ１２。", None),
        ("fr", "See B5.", "Voir B5.", None),
    ],
)
def test_figures(language: str, english: str, text: str, wanted: tuple[str, str, str] | None) -> None:
    expected = [(wanted[0], {"lacks": wanted[1], "adds": wanted[2]})] if wanted else []
    assert told(Check.DIGITS, language, english, text) == expected


@pytest.mark.parametrize(
    ("english", "text", "wanted"),
    [
        ("See rule 100.2.", "Voir la règle 100.3.", ("other-references", "100.2", "100.3")),
        ("See rules 100.2 and 100.4.", "Voir la règle 100.3.", ("other-references", "100.2, 100.4", "100.3")),
        ("See rules 100.2 and 100.4.", "Voir la règle 100.4.", ("references-missing", "100.2", "")),
        ("See a lamp.", "Voir les règles 100.5 et 100.4.", ("references-added", "", "100.4, 100.5")),
        # A chapter needs no word in front of it here, but it must be the whole number.
        ("See rule 702.", "Voir 702.", None),
        ("See rule 702.", "Voir 7021.", ("references-missing", "702", "")),
        ("See rule 702.", "Voir 702a.", ("references-missing", "702", "")),
        ("See rule 702.", "Voir 1.702.", ("references-missing", "702", "")),
        ("See section 7.", "Voir.", None),
    ],
)
def test_references(english: str, text: str, wanted: tuple[str, str, str] | None) -> None:
    expected = [(wanted[0], {"lacks": wanted[1], "adds": wanted[2]})] if wanted else []
    assert told(Check.REFERENCES, "fr", english, text) == expected


def test_only_one_reference_for_one_is_put_right_by_a_click() -> None:
    (one,) = found(Check.REFERENCES, "fr", "See rule 100.2.", "Voir la règle 100.3, et 100.3.")
    assert edited("Voir la règle 100.3, et 100.3.", one.edits) == "Voir la règle 100.2, et 100.2."
    (one,) = found(Check.REFERENCES, "fr", "See rules 100.2 and 100.4.", "Voir la règle 100.3.")
    assert one.edits == ()
    (one,) = found(Check.REFERENCES, "fr", "See rule 100.2.", "Voir les règles 100.3 et 100.4.")
    assert (one.edits, len(one.spans)) == ((), 2)


def test_a_number_of_its_own() -> None:
    (one,) = found(Check.NUMBERS, "ja", "Climb.", " 101.1a．\u3000登る。")
    assert (one.code, one.values, one.spans) == ("own-number", {"number": "101.1a"}, ((1, 7),))
    assert edited(" 101.1a．\u3000登る。", one.edits) == "登る。"
    assert found(Check.NUMBERS, "fr", "101.1 Climb.", "101.1 Grimpez.") == []
    assert found(Check.NUMBERS, "fr", "Climb.", "101.1") == []
    assert found(Check.NUMBERS, "fr", "Climb.", "001.1 Grimpez.") == []


@pytest.mark.parametrize(
    ("english", "text", "wanted"),
    [
        ("{2}{W}", "{2}", ("symbols-missing", "{W}", "")),
        ("{2}{2}{W}", "{2}", ("symbols-missing", "{2} {W}", "")),
        ("{2}", "{2}{W}", ("symbols-added", "", "{W}")),
        ("{2}", "{W}", ("other-symbols", "{2}", "{W}")),
        ("{W/U}", "｛ｗ／ｕ｝", ("symbols-missing", "{W/U}", "")),
        ("{12345678}", "{12345678}", None),
    ],
)
def test_symbols(english: str, text: str, wanted: tuple[str, str, str] | None) -> None:
    expected = [(wanted[0], {"lacks": wanted[1], "adds": wanted[2]})] if wanted else []
    assert told(Check.SYMBOLS, "ja", english, text) == expected


@pytest.mark.parametrize("written", ["{ W}", "{W }", "{w}", "{Ｗ}", "{ｗ}", "｛W｝", "{W｝"])
def test_a_symbol_spelled_otherwise(written: str) -> None:
    (one,) = found(Check.SYMBOLS, "ja", "{W}", f"赤{written}")
    assert (one.code, one.values, one.spans) == ("symbols-spelled", {"symbols": "{W}"}, ((1, 1 + len(written)),))
    assert edited(f"赤{written}", one.edits) == "赤{W}"


def test_what_is_told_of_a_length() -> None:
    assert told(Check.LENGTH, "fr", "a" * 60, "b" * 12) == [("short", {"percent": "20", "usual": "115"})]
    assert told(Check.LENGTH, "fr", "a" * 59, "b" * 12) == []
    assert found(Check.LENGTH, "fr", "a" * 60, "b" * 12, heading=True) == []
    assert found(Check.LENGTH, "fr", "a" * 60, "b" * 12, usual=0.3) == []
    assert told(Check.LENGTH, "fr", "a", " ") == [("empty", {})]
    assert told(Check.LENGTH, "fr", " ", "") == []


def test_examples_that_are_missing() -> None:
    (one,) = found(Check.EXAMPLES, "fr", "Climb.", "Grimpez.", examples=(3, 1))
    assert (one.code, one.values) == ("examples", {"english": "3", "own": "1"})
    assert found(Check.EXAMPLES, "fr", "Climb.", "Grimpez.", examples=(1, 3)) == []
