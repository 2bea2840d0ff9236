"""The tables of the checks, entry by entry: what is found, where it stands and how severe it is."""

from typing import Any

import pytest

from rulesbase.engine.checks import run
from rulesbase.engine.checks.types import (
    Case,
    Check,
    CheckResult,
    ExpectedTerm,
    Severity,
    TermDifference,
    apply_replacements,
)

NARROW, WIDE = "\u202f", "\u00a0"


def found(check: Check, language: str, english: str, text: str, **known: Any) -> list[CheckResult]:
    return run(Case(language, english, text, **known), {check})


def reported(check: Check, language: str, english: str, text: str) -> list[tuple[str, dict[str, str]]]:
    return [(one.code, one.values) for one in found(check, language, english, text)]


@pytest.mark.parametrize("pair", "() [] （） ［］ 「」 『』 《》 【】 〈〉 «» {} “”".split())
def test_brackets_of_every_kind(pair: str) -> None:
    opening, closing = pair[0], pair[1]
    assert found(Check.BRACKETS, "ja", "A lamp.", f"あ{opening}い{closing}。") == []
    assert reported(Check.BRACKETS, "ja", "A lamp.", f"あ{opening}い。") == [("brackets", {"signs": opening})]
    assert reported(Check.BRACKETS, "ja", "A lamp.", f"あい{closing}。") == [("brackets", {"signs": closing})]
    other = "]" if pair != "[]" else ")"
    assert reported(Check.BRACKETS, "ja", "A lamp.", f"あ{opening}い{other}。") == [
        ("brackets", {"signs": f"{opening} {other}"})
    ]
    # What the English does is not held against its translation.
    assert found(Check.BRACKETS, "ja", f"A {opening}lamp.", f"あ{opening}い。") == []


@pytest.mark.parametrize("language", ["de", "ru"])
def test_low_quotation_marks_are_closed_by_high_ones(language: str) -> None:
    assert found(Check.BRACKETS, language, "A “lamp”.", "Die „Lampe“ (hier).") == []
    assert reported(Check.BRACKETS, language, "A “lamp”.", "Die „Lampe.") == [("brackets", {"signs": "„"})]
    assert reported(Check.BRACKETS, language, "A “lamp”.", "Die Lampe“.") == [("brackets", {"signs": "“"})]


@pytest.mark.parametrize(
    ("language", "right"),
    [("fr", f"«{NARROW}x{NARROW}»"), ("ja", "「x」"), ("zh", "“x”"), ("en", "“x”"), ("en-GB", "“x”")],
)
def test_quotation_marks_are_set_in_those_of_the_language(language: str, right: str) -> None:
    for written in ('a "x" b', 'a " x " b', "a ＂x＂ b", "a ＂ x＂ b"):
        (one,) = found(Check.QUOTES, language, "A", written)
        assert apply_replacements(written, one.edits) == f"a {right} b"
        assert one.values == {"signs": written[2], "own": right[0] + right[-1]}


@pytest.mark.parametrize(("text", "right"), [('a "" b', "a “” b"), ("a »x« b", "a »x« b"), ("a « » b", "a « » b")])
def test_empty_and_inverted_quotation_marks(text: str, right: str) -> None:
    assert apply_replacements(text, found(Check.QUOTES, "en", "A", text)[0].edits) == right


@pytest.mark.parametrize(("text", "edits"), [("」bac「", 0), ("「bac", 0), ("「bac」", 2), ("「 」", 0)])
def test_quotation_marks_that_do_not_pair_are_left(text: str, edits: int) -> None:
    assert [(one.code, len(one.edits)) for one in found(Check.QUOTES, "fr", "A", f"Le {text} attend.")] == [
        ("quotes", edits)
    ]
    # Languages without rules of their own may have any.
    assert found(Check.QUOTES, "eo", "A", 'La "barko" atendas „tie”.') == []


def test_a_stop_that_is_missing() -> None:
    assert reported(Check.ENDING, "fr", "A lamp.", "Une lampe") == [("no-stop", {"sign": "."})]
    assert reported(Check.ENDING, "ja", "A lamp.", "ランプ") == [("no-stop", {"sign": "。"})]
    assert reported(Check.DOUBLED, "ja", "A lamp.", "ランプ。、") == [("sign-twice", {"sign": "。"})]


def test_apostrophes_of_french() -> None:
    (one,) = found(Check.QUOTES, "fr", "A", "L'eau d'or, les chefs' et 'x'")
    assert (one.code, one.values) == ("apostrophe", {"count": "4"})
    assert apply_replacements("L'eau d'or, les chefs' et 'x'", one.edits) == "L’eau d’or, les chefs’ et 'x’"
    assert found(Check.QUOTES, "en", "A", "The captain's") == []


@pytest.mark.parametrize(
    ("language", "text", "word"),
    [
        ("fr", "nous nous voyons, vous vous voyez", ""),
        ("en", "that that, had had", ""),
        ("en", "nous nous", "nous"),
        ("en", "vous vous", "vous"),
        ("fr", "that that", "that"),
        ("fr", "had had", "had"),
        ("fr", "La\u00a0la lampe", "La"),
        ("fr", "la\u202fla lampe", "la"),
        ("fr", "la, la lampe", ""),
        ("fr", "la lampe", ""),
        ("fr", "3 3", ""),
    ],
)
def test_words_that_stand_twice(language: str, text: str, word: str) -> None:
    wanted = [("word-twice", {"word": word})] if word else []
    assert reported(Check.DOUBLED, language, "A lamp.", text) == wanted
    # Where the English has it twice, so may the translation.
    if word:
        assert found(Check.DOUBLED, language, f"A {word} {word}.", text) == []


@pytest.mark.parametrize("sign", ",，、;；:：。")
def test_signs_that_stand_twice(sign: str) -> None:
    assert reported(Check.DOUBLED, "fr", "A", f"a{sign}{sign}{sign} b") == [("sign-twice", {"sign": sign})]
    (one,) = found(Check.DOUBLED, "fr", "A", f"a{sign}{sign}{sign} b")
    assert apply_replacements(f"a{sign}{sign}{sign} b", one.edits) == f"a{sign} b"
    assert found(Check.DOUBLED, "fr", f"A{sign}{sign}{sign}", f"a{sign}{sign}{sign} b") == []
    assert found(Check.DOUBLED, "fr", "A", f"a{sign} {sign} b") == []


@pytest.mark.parametrize(
    ("text", "right", "codes"),
    [
        *((f"a{sign} b", f"a{NARROW}{sign} b", ["no-space-before"]) for sign in ";!?"),
        ("a: b", f"a{WIDE}: b", ["no-space-before"]),
        *(
            (f"a{space}: b", f"a{WIDE}: b", ["space-before"])
            for space in (" ", "\t", "\u2009", "\u200a", "\u2007", "  ")
        ),
        (f"a{NARROW}: b{WIDE}! c{NARROW}; d{NARROW}?", f"a{NARROW}: b{WIDE}! c{NARROW}; d{NARROW}?", []),
        (f"a{NARROW}{NARROW}! b", f"a{NARROW}! b", ["space-before"]),
        ("a! b ! c", f"a{NARROW}! b{NARROW}! c", ["space-before"]),
        ("a?! b", f"a{NARROW}?! b", ["no-space-before"]),
        ("10:30 a:b http://x", "10:30 a:b http://x", []),
        ("(!) [?] «x»", f"(!) [?] «{NARROW}x{NARROW}»", ["space-inside"]),
        *((f"a!{sign} b", f"a{NARROW}!{sign} b", ["no-space-before"]) for sign in ")]»”’.,"[:2] + "”’.,"),
        ("« x »", f"«{NARROW}x{NARROW}»", ["space-inside"]),
        (f"«{WIDE}x{NARROW}»", f"«{WIDE}x{NARROW}»", []),
        ("a , b . c", "a, b. c", ["space-before-point"]),
        (f"a{NARROW}, b{WIDE}.", "a, b.", ["space-before-point"]),
        ("a .5 ,6", "a .5 ,6", []),
    ],
)
def test_spaces_of_french(text: str, right: str, codes: list[str]) -> None:
    there = found(Check.SPACES, "fr", "A", text)
    assert sorted({one.code for one in there}) == codes
    assert apply_replacements(text, [edit for one in there for edit in one.edits]) == right
    assert found(Check.SPACES, "de", "A", text) == []


@pytest.mark.parametrize(
    ("half", "full"), [(",", "、"), (".", "。"), (":", "："), (";", "；"), ("!", "！"), ("?", "？")]
)
def test_signs_behind_japanese(half: str, full: str) -> None:
    for before in "あア中々〇ー」』）":
        (one,) = found(Check.WIDTH, "ja", "A", f"{before}{half}い")
        assert (one.code, one.values) == ("half-width-sign", {"signs": half})
        assert apply_replacements(f"{before}{half}い", one.edits) == f"{before}{full}い"
    for text in (f"a{half}い", f"あ{half}5", f"あ{half}Z"):
        assert found(Check.WIDTH, "ja", "A", text) == []


def test_widths_of_japanese() -> None:
    text = "ＡＢｚ と１０、ｱｲ（う)え"
    there = found(Check.WIDTH, "ja", "A", text)
    assert [(one.code, one.values.get("signs")) for one in there] == [
        ("full-width", "ＡＢｚ １０"),
        ("half-width-kana", "ｱｲ"),
        ("mixed-brackets", None),
    ]
    assert apply_replacements(text, [edit for one in there for edit in one.edits]) == "ABz と10、アイ（う）え"
    assert found(Check.WIDTH, "zh", "A", text) == []
    assert found(Check.WIDTH, "ja", "A", "あ(い)う") == []
    assert apply_replacements("(あ（い）", found(Check.WIDTH, "ja", "A", "(あ（い）")[0].edits) == "（あ（い）"


@pytest.mark.parametrize(
    ("sign", "code"),
    [
        *((sign, "control") for sign in "\x00\x08\x0b\x1f\x7f\x9f\ufffe\uffff\ud800\udfff"),
        *((sign, "invisible") for sign in "\u00ad\u200b\u200d\u2060\u2064\ufeff\U000e0000\U000e0fff"),
        *((sign, None) for sign in "\t\n \x7e\u00a0\u200a\u2065\U000e1000"),
    ],
)
def test_hidden_signs(sign: str, code: str | None) -> None:
    there = found(Check.CONTROLS, "fr", "A", f"a{sign}b{sign}")
    assert [(one.code, one.values) for one in there] == ([(code, {"count": "2"})] if code else [])
    if code:
        assert apply_replacements(f"a{sign}b{sign}", there[0].edits) == "ab"


def test_markup_is_for_a_person() -> None:
    (one,) = found(Check.CONTROLS, "fr", "A", "a <b>c</b>")
    assert (one.code, one.values, one.edits, one.spans) == ("markup", {"count": "2"}, (), ((2, 5), (6, 10)))


@pytest.mark.parametrize(
    ("check", "language", "english", "text", "wanted"),
    [
        (Check.DIGITS, "fr", "It costs 20 and 30.", "Elle coûte 21 et 31.", ("other-digits", "20, 30", "21, 31")),
        (Check.DIGITS, "fr", "It gets -1/-1.", "Elle gagne \u22121/\u22121.", None),
        (Check.DIGITS, "fr", "It gets +1/+1.", "Elle gagne -1/-1.", ("other-digits", "+1/+1", "-1/-1")),
        (Check.DIGITS, "fr", "It costs 1.5.", "Elle coûte 1,5.", None),
        (Check.DIGITS, "fr", "It costs 1.5.", "Elle coûte 1,6.", ("other-digits", "1.5", "1.6")),
        (Check.DIGITS, "fr", "It costs 99,999.", f"Elle coûte 99{NARROW}999.", None),
        (Check.DIGITS, "fr", "It costs 1,000,000.", "Elle coûte 1 000 000.", None),
        (Check.DIGITS, "fr", "It costs 1,000.", f"Elle coûte 1{NARROW}100.", ("other-digits", "1000", "1100")),
        (Check.DIGITS, "de", "It costs 99,999.", "Sie kostet 99.999.", None),
        (Check.DIGITS, "ja", "It costs 99,999.", "コストは99999。", None),
        (Check.DIGITS, "fr", "It costs 20.", "Elle coûte vingt.", None),
        (Check.DIGITS, "fr", "It costs 21.", "Elle coûte vingt-deux.", ("digits-missing", "21", "")),
        (Check.DIGITS, "ja", "It costs 11.", "十二かかる。", ("digits-missing", "11", "")),
        (Check.DIGITS, "ja", "Some lamps.", "½の３", ("digits-added", "", "3")),
        (Check.DIGITS, "fr", "Some lamps.", "07 lampes.", None),
        (Check.DIGITS, "fr", "Pay {5} to rule 100.2.", "Payez {5} à la règle 100.2.", None),
        (Check.DIGITS, "ja", "Some lamps.", "ランプ0、1、2。", None),
        (Check.DIGITS, "ja", "Some lamps.", "ランプ3。", ("digits-added", "", "3")),
        (Check.DIGITS, "ja", "Lamp 12.", "ランプ１２。", None),
        (Check.REFERENCES, "fr", "See rule 100.2.", "Voir la règle 100.3.", ("other-references", "100.2", "100.3")),
        (
            Check.REFERENCES,
            "fr",
            "See rules 100.2 and 100.4.",
            "Voir la règle 100.4.",
            ("references-missing", "100.2", ""),
        ),
        (
            Check.REFERENCES,
            "fr",
            "See a lamp.",
            "Voir les règles 100.5 et 100.4.",
            ("references-added", "", "100.4, 100.5"),
        ),
        # A chapter needs no word in front of it here, but it must be the whole number.
        (Check.REFERENCES, "fr", "See rule 702.", "Voir 702.", None),
        (Check.REFERENCES, "fr", "See rule 702.", "Voir 7021.", ("references-missing", "702", "")),
        (Check.REFERENCES, "fr", "See rule 702.", "Voir 1.702.", ("references-missing", "702", "")),
        (Check.SYMBOLS, "ja", "{2}{W}", "{2}", ("symbols-missing", "{W}", "")),
        (Check.SYMBOLS, "ja", "{2}{2}{W}", "{2}", ("symbols-missing", "{2} {W}", "")),
        (Check.SYMBOLS, "ja", "{2}", "{2}{W}", ("symbols-added", "", "{W}")),
        (Check.SYMBOLS, "ja", "{2}", "{W}", ("other-symbols", "{2}", "{W}")),
        (Check.SYMBOLS, "ja", "{W/U}", "｛ｗ／ｕ｝", ("symbols-missing", "{W/U}", "")),
        (Check.SYMBOLS, "ja", "{12345678}", "{12345678}", None),
    ],
)
def test_what_one_text_lacks_and_the_other_adds(
    check: Check, language: str, english: str, text: str, wanted: tuple[str, str, str] | None
) -> None:
    expected = [(wanted[0], {"lacks": wanted[1], "adds": wanted[2]})] if wanted else []
    assert reported(check, language, english, text) == expected


# English in words, and the figure that a translation may have for them.
CARDINALS = "three four five six seven eight nine ten eleven twelve"
TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
ORDINALS = "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
IN_WORDS = {
    **dict.fromkeys(("one lamp", "lit once", "the first", "a lamp", "an owl", "single lamps"), 1),
    **dict.fromkeys(("two lamps", "lit twice", "the second", "both", "pair of them", "half of it", "in halves"), 2),
    **{word: figure for figure, word in enumerate(f"{CARDINALS} {TEENS} twenty".split(), 3)},
    **{f"the {word}": figure for figure, word in enumerate(ORDINALS.split(), 3)},
}
IN_WORDS |= {"the twentieth": 20, "thirty lamps": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100}


def test_figures_for_words() -> None:
    for english, figure in IN_WORDS.items():
        assert found(Check.DIGITS, "fr", english, f"{figure} lampes") == [], english
        assert reported(Check.DIGITS, "fr", english, "70 lampes") == [("digits-added", {"lacks": "", "adds": "70"})]


def test_only_one_reference_for_one_is_put_right_by_a_click() -> None:
    (one,) = found(Check.REFERENCES, "fr", "See rule 100.2.", "Voir la règle 100.3, et 100.3.")
    assert apply_replacements("Voir la règle 100.3, et 100.3.", one.edits) == "Voir la règle 100.2, et 100.2."
    (one,) = found(Check.REFERENCES, "fr", "See rules 100.2 and 100.4.", "Voir la règle 100.3.")
    assert one.edits == ()
    (one,) = found(Check.REFERENCES, "fr", "See rule 100.2.", "Voir les règles 100.3 et 100.4.")
    assert (one.edits, len(one.spans)) == ((), 2)


def test_a_number_of_its_own() -> None:
    (one,) = found(Check.NUMBERS, "ja", "Climb.", " 101.1a．\u3000登る。")
    assert (one.code, one.values, one.spans) == ("own-number", {"number": "101.1a"}, ((1, 7),))
    assert apply_replacements(" 101.1a．\u3000登る。", one.edits) == "登る。"
    assert found(Check.NUMBERS, "fr", "101.1 Climb.", "101.1 Grimpez.") == []
    assert found(Check.NUMBERS, "fr", "Climb.", "101.1") == []
    assert found(Check.NUMBERS, "fr", "Climb.", "001.1 Grimpez.") == []


@pytest.mark.parametrize("written", ["{ W}", "{W }", "{w}", "{Ｗ}", "{ｗ}", "｛W｝", "{W｝"])
def test_a_symbol_spelled_otherwise(written: str) -> None:
    (one,) = found(Check.SYMBOLS, "ja", "{W}", f"赤{written}")
    assert (one.code, one.values, one.spans) == ("symbols-spelled", {"symbols": "{W}"}, ((1, 1 + len(written)),))
    assert apply_replacements(f"赤{written}", one.edits) == "赤{W}"


def test_what_is_reported_of_a_length() -> None:
    assert reported(Check.LENGTH, "fr", "a" * 60, "b" * 12) == [("short", {"percent": "20", "usual": "115"})]
    assert reported(Check.LENGTH, "fr", "a" * 59, "b" * 12) == []
    assert reported(Check.LENGTH, "ja", "a" * 60, "b" * 180) == [("long", {"percent": "300", "usual": "45"})]
    assert found(Check.LENGTH, "fr", "a" * 60, "b" * 12, heading=True) == []
    assert reported(Check.LENGTH, "fr", "a", " ") == [("empty", {})]
    assert reported(Check.LENGTH, "fr", " ", "") == []


def test_examples_that_are_missing() -> None:
    assert found(Check.EXAMPLES, "fr", "Climb.", "Grimpez.", examples=(2, 2)) == []
    (one,) = found(Check.EXAMPLES, "fr", "Climb.", "Grimpez.", examples=(3, 1))
    assert (one.code, one.values) == ("examples", {"english": "3", "own": "1"})
    assert found(Check.EXAMPLES, "fr", "Climb.", "Grimpez.", examples=(1, 3)) == []


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
    there = found(Check.TERMS, "fr", "A lamp.", text, terms=[ExpectedTerm("lamp", (name,))])
    wanted = [] if is_found else [("term", {"term": "lamp", "agreed": name})]
    assert [(one.code, one.values) for one in there] == wanted


def test_terms_that_only_one_text_has() -> None:
    compared = [TermDifference("lamp", "lampe", added=False), TermDifference("guest", "invité", added=True)]
    lamp = ExpectedTerm("lamp", ("lampe",))
    there = found(Check.TERMS, "fr", "A lamp.", "Un invité.", compared=compared, terms=[lamp])
    assert [(one.code, *one.values.items()) for one in there] == [
        ("term-missing", ("term", "lamp"), ("name", "lampe")),
        ("term-added", ("term", "guest"), ("name", "invité")),
    ]


def test_without_spaces_between_words_only_the_very_word_will_do() -> None:
    for text, is_found in (("Une lampe.", False), ("Deslampes.", True)):
        there = found(Check.TERMS, "ja", "A lamp.", text, terms=[ExpectedTerm("lamp", ("lampes",))])
        assert bool(there) is not is_found


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
    wanted = [("rest", {"words": rest})] if rest else []
    assert reported(Check.UNTRANSLATED, language, english, text) == wanted
