"""What the checks of translations find, and what they fix: our own sentences, right and wrong."""

import pytest

from rulesbase.engine.checks import run
from rulesbase.engine.checks.forbidden import forbidden
from rulesbase.engine.checks.types import CardName, Case, Check, Severity, apply_replacements

NARROW, WIDE = "\u202f", "\u00a0"


def codes(language: str, english: str, text: str, **known: object) -> list[str]:
    return [found.code for found in run(Case(language, english, text, **known))]  # type: ignore[arg-type]


def fixed(language: str, english: str, text: str) -> str:
    """The text after each finding was fixed, one after the other."""
    for _turn in range(9):
        found = next((one for one in run(Case(language, english, text)) if one.edits), None)
        if found is None:
            return text
        text = apply_replacements(text, found.edits)
    raise AssertionError("fixing does not end")


RIGHT = [
    ("fr", "See rule 100.2.", "Voir la règle 100.2."),
    ("fr", "See chapter 702 and rule 100.2a.", "Voir le chapitre 702 et la règle 100.2a."),
    ("fr", "Pay {2}{W} or tap: it gets +1/+1.", f"Payez {{2}}{{W}} ou engagez{WIDE}: elle gagne +1/+1."),
    ("fr", "Two lamps burn.", "2 lampes brûlent."),
    ("fr", "The 3 sailors say “no”!", f"Les trois marins disent «{NARROW}non{NARROW}»{NARROW}!"),
    ("fr", "We see us at 10:30.", "Nous nous voyons à 10:30."),
    ("fr", "One of: a) this; b) that", f"L’un de{WIDE}: a) ceci{NARROW}; b) cela"),
    # What a section is called by has no counterpart in some languages; it need not be named again.
    ("fr", "See rule 100.2.", "Voir section 1, règle 100.2."),
    ("fr", "See 100.2.", "Voir la règle 100.2."),
    ("fr", "See rule 702.", "Voir 702."),
    ("fr", "A lamp at 2 1/2.", "Une lampe à 2-1/2."),
    ("ja", "A lamp costs 3 (see rule 100.2).", "ランプは3かかる（ルール100.2参照）。"),
    ("ja", "Two lamps burn for 2 days.", "二つのランプが二日間燃える。"),
    ("zh", "Put a +1/+1 counter on it.", "在其上放置一个+1/+1指示物。"),
    ("de", "See rule 100.2.", "Siehe Regel 100.2."),
    # The end of a range may stand without its chapter, and the English may name a symbol in words.
    ("zh", "See rules 100.2–100.11.", "参见规则100.2-11。"),
    ("zh", "See rules 100.2-11.", "参见规则100.2至100.11。".replace("至", "–")),
    ("zh", "Look for the chaos symbol.", "寻找混沌符号{CHAOS}。"),
]
WRONG = [  # those of which no other test tells what they report
    ("fr", "It gets +2/-1.", "Elle gagne.", "digits-missing"),
    ("fr", "It costs some coins.", "Elle coûte 7 pièces.", "digits-added"),
    # Only in languages that count with small figures where English has an article are those no addition.
    ("fr", "It costs some coins.", "Elle coûte 2 pièces.", "digits-added"),
    ("fr", "The lamp.", "L'ampoule.", "apostrophe"),
    ("fr-CA", "The lamp.", "L'ampoule.", "apostrophe"),
    ("ja", "The lamp burns.", "ランプをを燃やす。", "sign-twice"),
    ("fr", "Anyone keeping the lamp burning all night may sleep at noon in the harbour.", "Très " * 60, "long"),
    ("fr", "Anyone keeping the lamp may sleep.", "Anyone keeping the lamp may sleep.", "in-english"),
    ("fr", "A lamp.", "Une \u202elampe.", "bidi"),
    ("zh", "See rules 100.2–100.11.", "参见规则100.2-12。", "references-missing"),
    ("zh", "Pay {T}.", "支付{横置}。", "symbols-spelled"),
    ("zh", "Look for the symbol.", "寻找符号{CHAOS}。", "symbols-added"),
]


@pytest.mark.parametrize(("language", "english", "text"), RIGHT, ids=range(len(RIGHT)))
def test_what_is_right_is_left_alone(language: str, english: str, text: str) -> None:
    assert codes(language, english, text) == []


@pytest.mark.parametrize(
    ("language", "english", "text", "code"), WRONG, ids=[f"{one[3]}-{at}" for at, one in enumerate(WRONG)]
)
def test_what_is_wrong_is_found(language: str, english: str, text: str, code: str) -> None:
    found = codes(language, english, text)
    assert code in found
    for one in run(Case(language, english, text)):
        assert all(0 <= start < end <= len(text) for start, end in one.spans if text)


EVERY_SYMBOL = "{W}{U}{B}{R}{G}{C}{S}{T}{Q}{E}{P}{CHAOS}{PW}{TK}{A}"
NAMED_SYMBOLS = {
    "fr": "{blanc}{bleu}{noir}{rouge}{vert}{incolore}{neigeux}{engager}{dégager}{énergie}{symbole phyrexian}{chaos}"
    "{symbole de planeswalker}{ticket}{gland}",
    "ja": "{白}{青}{黒}{赤}{緑}{無色}{氷雪}{タップ}{アンタップ}{エネルギー}{ファイレクシア・シンボル}{カオス}"
    "{プレインズウォーカー・シンボル}{チケット}{どんぐり}",
    "zh": "{白}{蓝}{黑}{红}{绿}{无色}{雪境}{横置}{重置}{能量}{非瑞克西亚符号}{混沌}{鹏洛客符号}{票券}{橡实}",
}


@pytest.mark.parametrize(
    ("language", "english", "text", "right"),
    [
        ("fr", "See rule 100.2.", "Voir la règle 100.3.", "Voir la règle 100.2."),
        ("fr", "Climb.", "101.1a Grimpez.", "Grimpez."),
        ("ja", "Pay {2}{W}.", "｛2｝{w}を支払う。", "{2}{W}を支払う。"),
        *((language, EVERY_SYMBOL, named, EVERY_SYMBOL) for language, named in NAMED_SYMBOLS.items()),
        ("fr", "A “lamp”!", 'L\'une " lampe " !', f"L’une «{NARROW}lampe{NARROW}»{NARROW}!"),
        ("fr", "Lamp: this; “that”?", "Lampe : ceci ; « cela »?", "Lampe\u00a0: ceci\u202f; «\u202fcela\u202f»\u202f?"),
        ("fr", "The lamp, yes.", "La la lampe , oui.", "La lampe, oui."),
        ("ja", "Lamp 12 (b), or.", "ﾗﾝﾌﾟ１２（b),をを。", "ランプ12（b）、を。"),
        ("fr", "A lamp.", "Une \u202e\x00lampe.", "Une lampe."),
        ("fr", "A lamp burns.", "Une lampe brûle", "Une lampe brûle."),
        ("ja", "A lamp burns.", "ランプが燃える", "ランプが燃える。"),
    ],
)  # fmt: skip
def test_fixing(language: str, english: str, text: str, right: str) -> None:
    assert fixed(language, english, text) == right


def test_order_severity_and_switches() -> None:
    case = Case("fr", "See rule 100.2: yes.", "Voir la règle 100.3 : oui.")
    assert [one.severity for one in run(case)] == [Severity.WRONG, Severity.LOOK]
    assert [one.check for one in run(case, {Check.SPACES})] == [Check.SPACES]
    assert run(case, set()) == []
    # Editors store which checks are off by these names.
    assert [check.value for check in Check] == [name.lower() for name in Check.__members__]


def test_cards_are_called_as_they_are_printed() -> None:
    lamp = CardName("Silver Lamp", ("Lampe d’argent", "Lampe argentée"))
    english = "A player controls Silver Lamp."
    assert codes("fr", english, "Un joueur contrôle Lampe d'argent.", cards=[lamp]) == ["apostrophe"]
    assert codes("fr", english, "Un joueur contrôle la LAMPE ARGENTÉE.", cards=[lamp]) == []
    (found,) = run(Case("fr", english, "Un joueur contrôle Silver Lamp.", cards=[lamp]))
    assert found.values == {"card": "Silver Lamp", "printed": "Lampe d’argent"}
    assert (found.code, apply_replacements("Un joueur contrôle Silver Lamp.", found.edits)) == (
        "card-in-english",
        "Un joueur contrôle Lampe d’argent.",
    )
    assert codes("fr", english, "Un joueur contrôle une lampe.", cards=[lamp]) == ["card-other"]
    # Nothing is known of a card that was never printed in the language.
    assert codes("fr", english, "Un joueur contrôle une lampe.", cards=[CardName("Silver Lamp", ())]) == []
    # Its English name is no rest of the English text.
    lamp, name = CardName("Lamp of the Old Harbour", ()), "Lamp of the Old Harbour."
    assert codes("fr", f"A player controls {name}", f"Un joueur contrôle {name}", cards=[lamp]) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Une lampe\nbrûle à 2 < 3 <= 4.", ""),
        ("<script>alert(1)</script>", "markup"),
        ("a<img src=x onerror=y", "markup"),
        ("Voir <https://example.org/lampes>.", ""),
        ("\u2066a", "bidi"),
        ("a\x00", "control"),
        ("a\ud800", "control"),
    ],
)
def test_what_cannot_be_stored(text: str, code: str) -> None:
    assert forbidden(text) == code


LONG = "Anyone keeping the lamp may sleep at noon. No guest may object to that. The harbour stays open all night."
THREE = "Qui garde la lampe peut dormir à midi. Aucun invité ne peut s’y opposer. Le port reste ouvert la nuit."
STEPS = (
    "The keeper of the harbour chooses one of them, following these steps: First, consider any guests who changed the"
    " light of a lamp by lighting that lamp again. Second, consider any guests who changed it by adding or taking oil."
)
ZH = "守护灯具的人可以在中午睡觉。任何客人都不得反对。港口整夜开放。"
NAMES = "Only the Space Keeper may sleep. A guest sleeps."


@pytest.mark.parametrize(
    ("language", "english", "text", "code"),
    [
        ("fr", LONG, THREE.removesuffix(" Le port reste ouvert la nuit."), "sentences"),
        ("fr", LONG, THREE.replace("Aucun invité ne peut s’y opposer. ", ""), "sentences"),
        ("fr", LONG, THREE, ""),
        # Two sentences joined into one are all there.
        ("fr", LONG, THREE.replace("midi. Aucun", "midi et aucun"), ""),
        ("ja", LONG, "ランプを守る者は正午に眠ってよい。港は一晩中開いたままである。", "sentences"),
        ("ja", LONG, "ランプを守る者は正午に眠ってよい。客は反対できない。港は一晩中開いたままである。", ""),
        # A semicolon in place of a full stop.
        ("zh", STEPS, "守护者依次选择：首先，考虑任何重新点燃灯具的客人；其次，考虑任何添加或取走灯油的客人。", ""),
        ("zh", STEPS, "守护者按照以下规则选择一位：首先，考虑任何以重新点燃灯具之方式改变灯光的客人。", "sentences"),
        # A citation may be a sentence or a part of one.
        ("fr", f"{LONG} (See rule 105.2.)", f"{THREE[:-1]} (voir règle 105.2).", ""),
        (
            "ja", "Each guest begins with thirty lamps. See rule 810, “Lamps for Two Guests.”",
            "各客は最初に三十個のランプを持つ。ルール810〔二人の客のランプ〕参照。", "",
        ),
        # A note of the translator is no sentence.
        ("zh", LONG, f"{ZH}（译注：这里的灯具由港口看守人保管，直到天亮。）", ""),
        # English names are as long in every language.
        ("zh", NAMES, "只有Space Keeper可以睡觉。", "sentences"),
        ("fr", "See section 8, “Harbours.”", "Voir la section 9, « Ports ».", "other-references"),
        ("fr", "See section 8, “Harbours.”", "Voir la section 8, « Ports ».", ""),
        ("zh", "See section 8, “Harbours.”", "参见第八章，“港口”。", ""),
        ("fr", "See rules 510.1c-d.", "Voir les règles 510.1 c-d.", ""),
        ("fr", "The lamp burns.", "La lampe brûle", "no-stop"),
        ("ja", "The lamp burns.", "ランプが燃える", "no-stop"),
        ("ja", "The lamp burns.", "ラ ンプが燃える。", "space-in-words"),
        ("ja", "The lamp, it burns.", "ランプ､燃える。", "half-width-kana"),
        ("ja", "It burns. It ends.", "燃える。 終わる。", "space-after-sign"),
        ("zh", "It costs 100.", "费用为一百。", ""),
    ],
)  # fmt: skip
def test_what_is_missing(language: str, english: str, text: str, code: str) -> None:
    found = [one for one in codes(language, english, text) if one not in ("space-inside", "space-before")]
    assert found == ([code] if code else [])


def test_an_added_sentence_is_an_error() -> None:
    case = Case("fr", LONG, f"{THREE} Les marins apportent ensuite toute l’huile du phare au port avant minuit.")
    (one,) = run(case, {Check.SENTENCES})
    assert (one.code, one.severity, one.values) == ("sentences-added", Severity.WRONG, {"english": "3", "own": "4"})


def test_sentences_are_not_counted_in_headings_and_empty_texts() -> None:
    short = THREE.removesuffix(" Le port reste ouvert la nuit.")
    assert "sentences" in codes("fr", LONG, short)
    assert "sentences" not in codes("fr", LONG, short, heading=True)
    assert "sentences" not in codes("fr", LONG, " ")


def test_a_heading_has_no_title_of_a_page_before_it() -> None:
    (found,) = run(Case("fr", "Name", "Composantes\u00a0: Nom", heading=True))
    assert (found.code, apply_replacements("Composantes\u00a0: Nom", found.edits)) == ("heading-part", "Nom")
    assert codes("fr", "Lamps: Two", "Lampes\u00a0: deux", heading=True) == []
