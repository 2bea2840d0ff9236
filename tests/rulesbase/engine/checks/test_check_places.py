"""Where findings stand, how severe they are, how several signs are listed, and language codes with a country."""

import pytest

from rulesbase.engine.checks import run
from rulesbase.engine.checks.types import Case, Check, CheckResult, ExpectedTerm, Severity, TermDifference


def found(check: Check, language: str, english: str, text: str) -> list[CheckResult]:
    return run(Case(language, english, text), {check})


@pytest.mark.parametrize(
    ("check", "language", "english", "text", "shown"),
    [
        (Check.REFERENCES, "fr", "See rule 100.1.", "Voir règles 100.1 et 100.3.", ["100.3"]),
        (Check.SYMBOLS, "fr", "Pay {2}{W}.", "Payez {2}{2}{W}.", ["{2}", "{2}"]),
        (Check.DIGITS, "fr", "It costs 20 or 30.", "Elle coûte 20, 31 ou 30.", ["31"]),
        (Check.BRACKETS, "fr", "A lamp.", "Une (lampe) ou ]deux.", ["]"]),
        (Check.QUOTES, "en", "A lamp.", 'A „lamp" or two.', ["„", '"']),
        (Check.DOUBLED, "fr", "A lamp.", "Une lampe lampe.", ["lampe lampe"]),
        (Check.SPACES, "fr", "A lamp.", "Une lampe! ici", ["!"]),
        (Check.SPACES, "fr", "A lamp.", "Une «lampe» ici", ["l", "»"]),
        (Check.WIDTH, "ja", "A lamp.", "ランプ,ａ。", [",", "ａ"]),
        (Check.CONTROLS, "fr", "A lamp.", "Une\u200b lampe", ["\u200b"]),
        (Check.UNTRANSLATED, "fr", "Anyone keeping the lamp may sleep", "Anyone keeping the lamp may sleep", None),
        (Check.NUMBERS, "fr", "A lamp.", " 100.1 Une lampe", ["100.1"]),
    ],
)  # fmt: skip
def test_where_it_stands(check: Check, language: str, english: str, text: str, shown: list[str] | None) -> None:
    spans = [span for one in found(check, language, english, text) for span in one.spans]
    assert [text[start:end] for start, end in spans] == (shown or [text])


SEVERE = {
    Check.CONTROLS: [("a\x00", "wrong"), ("a\u202e", "wrong"), ("a<b>", "wrong"), ("a\u200b", "look")],
    Check.NUMBERS: [("100.1 a", "wrong")],
    Check.REFERENCES: [("100.1 a", "wrong"), ("rule 7", "")],
    Check.SYMBOLS: [("{W}", "wrong")],
    Check.DIGITS: [("a 7", "look")],
    Check.BRACKETS: [("ab)", "wrong")],
    Check.QUOTES: [('a "b"', "look"), ("l'or", "look")],
    Check.DOUBLED: [("la la", "look"), ("la,,", "look")],
    Check.SPACES: [("la!", "look"), ("la .", "look")],
    Check.LENGTH: [("", "wrong")],
}


@pytest.mark.parametrize("check", SEVERE)
def test_what_is_wrong_and_what_is_to_be_looked_at(check: Check) -> None:
    for text, severity in SEVERE[check]:
        assert [one.severity for one in found(check, "fr", "A", text)] == ([Severity(severity)] if severity else [])
        assert {one.check for one in found(check, "fr", "A", text)} <= {check}


def test_figures_beside_references_and_symbols() -> None:
    assert found(Check.DIGITS, "fr", "Pay 7.", "Payez.")[0].severity is Severity.WRONG
    # Their places are blank, one for each letter, and do not run together with what stands beside them.
    assert found(Check.DIGITS, "fr", "Pay 5 {3}7.", "Payez 5 {3}7.") == []
    assert found(Check.DIGITS, "fr", "By rule 100.1, 5 and 6.", "Règle 100.1, 5 et 6.") == []
    (one,) = found(Check.DIGITS, "fr", "Pay {3}.", "Payez {3} 57 {4}.")
    assert (one.values["adds"], one.spans) == ("57", ((10, 12),))
    assert found(Check.DIGITS, "ja", "Pay 12½.", "１２½") == []
    assert found(Check.DIGITS, "fr", "Pay 20 and 20.", "Payez 20 et vingt.") == []


@pytest.mark.parametrize(
    ("english", "text"), [("a) This (one; b) that", "a) Ceci (un; b) cela"), ("(x", "(y"), ("x)", "y)")]
)
def test_brackets_that_the_english_leaves_open_too(english: str, text: str) -> None:
    assert found(Check.BRACKETS, "fr", english, text) == []


@pytest.mark.parametrize(
    ("name", "text", "is_found"),
    [
        ("feu de joie", "Des feux d'une grande joie.", True),
        ("feu de joie", "Une joie du feu.", False),
        ("feu de joie", "Un feu brûle. Les invités chantent de joie.", False),
        ("feu de joie", "Le feu brûle, puis un feu de joie.", True),
        ("or", "Les ors.", True),
        ("à or", "Un or.", False),
        ("or", "Une eau.", False),
        ("lampes", "Une lampe.", True),
        ("lampes", "Une lame.", False),
        ("allumettes", "Une allumet.", True),
        ("allumettes", "Une allum.", False),
        ("Été", "L’ete.", True),
    ],
)
def test_words_of_an_agreed_term_in_any_form(name: str, text: str, is_found: bool) -> None:
    case = Case("fr", "A lamp.", text, terms=[ExpectedTerm("lamp", (name,))])
    reported = [(one.code, one.values) for one in run(case, {Check.TERMS})]
    assert reported == ([] if is_found else [("term", {"term": "lamp", "agreed": name})])


def test_terms_that_only_one_text_has() -> None:
    compared = [TermDifference("lamp", "lampe", added=False), TermDifference("guest", "invité", added=True)]
    case = Case("fr", "A lamp.", "Un invité.", compared=compared, terms=[ExpectedTerm("lamp", ("lampe",))])
    assert [(one.code, *one.values.items()) for one in run(case, {Check.TERMS})] == [
        ("term-missing", ("term", "lamp"), ("name", "lampe")),
        ("term-added", ("term", "guest"), ("name", "invité")),
    ]


def test_without_spaces_between_words_only_the_very_word_will_do() -> None:
    for text, is_found in (("Une lampe.", False), ("Deslampes.", True)):
        case = Case("ja", "A lamp.", text, terms=[ExpectedTerm("lamp", ("lampes",))])
        assert bool(run(case, {Check.TERMS})) is not is_found


@pytest.mark.parametrize(
    ("language", "english", "text", "rest"),
    [
        ("fr", "Keep the old lamp lit.", "Gardez the old lamp lit.", "the old lamp lit"),
        ("fr", "Keep the old lamp.", "Gardez the old lamp.", None),
        ("fr", "Keep lamp oil wick glow.", "Ici lamp oil wick glow.", None),
        ("fr", "Keep The Old Lamp Lit.", "Ici The Old Lamp Lit.", None),
        ("fr", "Keep, the old, lamp lit.", "Ici the old, lamp lit.", "the old, lamp lit"),
        ("fr", "Keep the old lamp lit.", "Ici the old; lamp lit.", None),
        ("ja", "Keep the old lamp.", "ここthe old lamp。", "the old lamp"),
        ("ja", "Keep the lamp.", "ここthe lamp。", None),
        ("fr", "Keep the old {W} lamp lit.", "Ici the old {W} lamp lit.", None),
    ],
)  # fmt: skip
def test_runs_of_english_words(language: str, english: str, text: str, rest: str | None) -> None:
    reported = [(one.code, one.values) for one in found(Check.UNTRANSLATED, language, english, text)]
    assert reported == ([("rest", {"words": rest})] if rest else [])
