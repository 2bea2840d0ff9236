"""Binding by number and structure, and of terms, which have no number."""

import pytest

from rulesbase.engine.issues import Problem
from rulesbase.engine.nodes import Kind
from rulesbase.engine.translation.align import AlignmentEntry, align_entries, doubts_of, pair_examples
from rulesbase.engine.translation.align_terms import align_terms

WORDS = "the clerk of the ferry writes down who crosses the river by night and by day"
PLAIN = "Le greffier du bac note qui passe la rivière, de nuit comme de jour."


def rule(number: str, text: str, *examples: str) -> AlignmentEntry:
    return AlignmentEntry(number, Kind.SUBRULE if number[-1].isalpha() else Kind.RULE, "", text, examples, 1)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (PLAIN, ""),
        (f"{WORDS.capitalize()}.", "The text of 201.1 is still in English."),
        ("Le", "The text of 201.1 ends after its first word. The text is probably cut off."),
    ],
)
def test_what_cannot_be_a_translation(text: str, problem: str) -> None:
    found = align_entries([rule("201.1", text)], [rule("201.1", f"{WORDS}.")])
    assert [issue.problem for issue in found.problems] == ([problem] if problem else [])
    assert len(found.pairs) == (not problem)
    assert len(found.left) == ("still in English" in problem)


def test_a_number_that_the_english_lacks_or_that_comes_again() -> None:
    found = align_entries(
        [rule("201.1", "Un."), rule("201.9", "Neuf."), rule("201.1", "Encore.")], [rule("201.1", "One.")]
    )
    assert [issue.problem for issue in found.problems] == [
        "The English text has no 201.9.",
        "201.1 appears again here. Only its first appearance was matched with the English text.",
    ]


def test_columns_that_ran_together_bind_nothing() -> None:
    english = [rule(f"201.{n}", f"{WORDS}.") for n in range(1, 12)]
    mixed = [rule(f"201.{n}", f"Le greffier du bac 30{n}.1. La halle ferme à midi.") for n in range(1, 4)]
    own = [*mixed, *(rule(f"201.{n}", PLAIN) for n in range(4, 12))]
    found = align_entries(own, english)
    assert (found.pairs, len(found.problems)) == ([], 11)
    assert found.problems[0].problem.startswith("The text of 301.1 is inside the text of 201.1")
    assert found.problems[3].problem.startswith("201.4 may have words of another column")
    # Two such rules say nothing of the others.
    assert len(align_entries(own[1:], english).pairs) == 8


def test_an_entry_that_holds_another_is_not_bound() -> None:
    english = [rule(f"201.{n}", f"{WORDS}, rule {n} of the ferry.") for n in range(1, 4)]
    own = rule("201.1", "Un bac attend qui a payé. 201.9. Une cloche sonne quand il part.")
    found = align_entries([own, english[1]], english)
    assert [issue.problem for issue in found.problems] == [
        "The text of 201.9 is inside the text of 201.1. Two columns of the file are probably mixed.",
        "The text of 201.2 is still in English.",
    ]
    assert found.pairs == []


@pytest.mark.parametrize(("headings", "refused"), [(["LA GARDE"], 1), (["La garde"], 0), (["LA GARDE"] * 3, 0)])
def test_a_heading_in_capitals_is_the_title_of_a_page(headings: list[str], refused: int) -> None:
    own, english = (
        [AlignmentEntry(f"30{at}", Kind.CHAPTER, f"{heading} {chr(65 + at)}", "") for at, heading in enumerate(texts)]
        for texts in (headings, ["Lamp Watch"] * len(headings))
    )
    problems = [issue.problem for issue in align_entries(own, english).problems]
    assert problems == ["The heading of 300 is in capitals. It is probably the title of a web page."] * refused


def test_the_title_of_a_page_is_no_heading_of_its_chapters() -> None:
    names = {"3": "Night Watch", "300": "General", "301": "Lamp Watch", "302": "Bell Watch", "400": "General"}
    french = {"3": "LA GARDE", "300": "Généralités", "301": "La garde", "302": "La Garde", "400": "Généralités"}
    english, own = (
        [AlignmentEntry(number, Kind.CHAPTER, heading, "") for number, heading in headings.items()]
        for headings in (names, french)
    )
    found = align_entries(own, english)
    assert [own[pair.own].number for pair in found.pairs] == ["3", "300", "400"]
    assert found.problems[0].problem == Problem.TITLE_OF_PAGE % {"number": "301"}


def test_a_text_of_another_rule_is_refused() -> None:
    english = [rule(f"201.{n}", f"{WORDS}, see rule 70{n}.") for n in range(1, 6)]
    own = [rule(f"201.{n}", f"Le greffier note, de nuit comme de jour, qui passe (règle 70{n}).") for n in range(1, 5)]
    found = align_entries([*own, rule("201.5", "Voir règle 100.3. " + "Il pleut sur la halle. " * 20)], english)
    assert len(found.pairs) == 4
    assert [issue.problem for issue in found.problems] == [Problem.OTHER_TEXT % {"number": "201.5"}]


@pytest.mark.parametrize(
    ("own", "english", "doubt"),
    [
        ("Voir règle 708.", "See rule 709.", "“201.1” cites 708, but the English text cites 709."),
        ("Voir.", "See rule 709.", "“201.1” does not cite 709, but the English text does."),
        ("Payer {R}.", "Pay {G}.", "The symbols in “201.1” differ from those in the English text."),
        ("Voir règle 709 et payer {G}.", "Pay {G}, see rule 709.", ""),
        ("规则601.2f-h。", "Rules 601.2f–h.", ""),
    ],
)
def test_doubts(own: str, english: str, doubt: str) -> None:
    assert doubts_of(rule("201.1", own), rule("201.1", english)) == ([doubt] if doubt else [])


def test_examples_of_which_one_is_missing() -> None:
    english = ("Example: 2/2 and {G}.", "Example: An otter of 5/5 swims over the river.", "Example: {R}{R}.")
    assert pair_examples(("Exemple : {R}{R}.",), english) == ((0, 2),)
    assert pair_examples(("a", "b", "c"), english) == ((0, 0), (1, 1), (2, 2))
    assert pair_examples((), english) == ()
    # Without figures and names the length decides.
    swims = ("It rains.", "An otter swims over the river at night.")
    assert pair_examples(("Une loutre nage dans la rivière la nuit.",), swims) == ((0, 1),)


ENGLISH = [
    ("Abandon", "To turn it face down. See rule 701.26."),
    ("Ability", "What an object can do. See rule 113."),
    ("Ante", "An old way to play. See rule 407."),
    ("Banding", "A keyword. See rule 702.22."),
    ("Card", "What the game is played with."),
    ("Chaos", "What happens. See rule 311.7."),
]


def test_terms_in_the_order_of_the_english() -> None:
    # The first term may have nothing but its place.
    for english in (ENGLISH, [("Anchor", "What holds a boat."), *ENGLISH]):
        own = [(str(at), text.replace("See rule", "参见规则")) for at, (_, text) in enumerate(english)]
        assert align_terms(own, english).matches == {at: at for at in range(len(english))}


def test_terms_in_another_order_by_their_references() -> None:
    own = [
        ("Bande", "Un mot-clé. Voir règle 702.22."),
        ("Capacité", "Ce qu’un objet peut faire. Voir règle 113."),
        ("Carte", "Ce avec quoi l’on joue."),
        ("Mise", "Une vieille façon de jouer. Voir règle 407."),
    ]
    found = align_terms(own[::-1], ENGLISH)
    assert {own[::-1][i][0]: ENGLISH[j][0] for i, j in found.matches.items()} == {
        "Bande": "Banding",
        "Capacité": "Ability",
        "Mise": "Ante",
    }
    assert found.reasons == {1: Problem.TERM_WITHOUT_REFERENCES}


def test_terms_that_print_the_english_name() -> None:
    own = [("混沌 Chaos", ""), ("牌 (Card)", ""), ("Banding / 结合", "")]
    assert align_terms(own, ENGLISH).matches == {0: 5, 1: 4, 2: 3}
    # A name that the source gives comes first, and each English term has one translation.
    own = [("混沌", ""), ("牌", ""), ("Chaos", ""), ("卡 (Card)", ""), ("地", "参见规则999。")]
    found = align_terms(own, ENGLISH, ["", "Card", "", "", ""])
    assert (found.matches, found.crossed) == ({1: 4, 2: 5}, frozenset())
    unclear, without = Problem.TERM_WITH_UNCLEAR_REFERENCES, Problem.TERM_WITHOUT_REFERENCES
    assert found.reasons == {0: without, 3: without, 4: unclear}


def test_texts_that_crossed_are_bound_by_what_they_say() -> None:
    own = [(str(at), text) for at, (_, text) in enumerate(ENGLISH)]
    own[2], own[3] = (own[2][0], own[3][1]), (own[3][0], own[2][1])
    found = align_terms(own, ENGLISH)
    assert found.matches == {0: 0, 1: 1, 2: 3, 3: 2, 4: 4, 5: 5}
    assert found.crossed == {3}


def test_doubts_of_examples_and_length() -> None:
    english = rule("201.1", f"{WORDS}.", "One.", "Two.")
    one = rule("201.1", PLAIN, "Un.")
    assert doubts_of(one, english) == ["Examples in “201.1”: 1. Examples in the English text: 2."]
    assert doubts_of(one, english, examples=False) == []
    long, short = (rule("201.1", text, "Un.", "Deux.") for text in (PLAIN * 3, PLAIN[:20]))
    assert doubts_of(long, english) == ["“201.1” is unusually long compared with the English text."]
    assert doubts_of(short, english) == ["“201.1” is unusually short compared with the English text."]
    # A language that is always that long is not doubted.
    assert doubts_of(long, english, 3.0) == []
    # Of a short text the length says nothing.
    assert doubts_of(rule("201.1", PLAIN * 3), rule("201.1", "Short.")) == []
    assert doubts_of(rule("201.1", "Payer {R}."), rule("201.1", "Pay {G}."), symbols=False) == []
    assert doubts_of(rule("201.1", "Voir règle 708."), rule("201.1", "See.")) == [
        "“201.1” cites 708, but the English text does not."
    ]


def test_examples_without_a_counterpart_are_reported() -> None:
    found = align_entries([rule("201.1", "Un.", "A {R}.", "B {G}.")], [rule("201.1", "One.", "B {G}.")])
    assert [pair.examples for pair in found.pairs] == [((1, 0),)]
    assert [issue.problem for issue in found.problems] == ["In 201.1, example 1 matches no English example."]
    assert [issue.problem for issue in found.doubts] == ["Examples in “201.1”: 2. Examples in the English text: 1."]


def test_symbols_and_examples_are_asked_of_sources_that_have_some() -> None:
    english = [rule("201.1", "Pay {G}.", "One."), rule("201.2", "Pay {R}.", "Two.")]
    assert align_entries([rule("201.1", "Payer."), rule("201.2", "Payer.")], english).doubts == []
    found = align_entries([rule("201.1", "Payer {G}.", "Un."), rule("201.2", "Payer.")], english)
    assert [issue.problem for issue in found.doubts] == [
        "The symbols in “201.2” differ from those in the English text.",
        "Examples in “201.2”: 0. Examples in the English text: 1.",
    ]


def term(name: str, text: str, line: int = 1) -> AlignmentEntry:
    return AlignmentEntry("", Kind.TERM, name, text, (), line)


def test_terms_are_bound_by_what_they_refer_to() -> None:
    english = [term("Bank", "See rule 100."), term("Toll", "A fee. See rule 201.3."), term("Yard", "See rule 302.")]
    own = [term("Péage", "Une taxe. Voir règle 201.3."), term("Rive", "Voir règle 100."), term("Zone", "Rien.", 7)]
    found = align_entries(own, english)
    assert [(own[pair.own].heading, english[pair.english].heading) for pair in found.pairs] == [
        ("Péage", "Toll"),
        ("Rive", "Bank"),
    ]
    assert [(issue.line, issue.text) for issue in found.problems] == [(7, "Zone")]
    assert not align_entries([], english).pairs


def test_a_term_that_lacks_a_reference_is_doubted() -> None:
    english = [term("Bank", "See rule 100."), term("Toll", "See rules 201.3 and 302."), term("Yard", "See rule 400.")]
    own = [term("Rive", "Voir règle 100."), term("Péage", "Voir règle 201.3."), term("Cour", "Voir règle 400.")]
    found = align_entries(own, english)
    assert len(found.pairs) == 3
    assert [issue.problem for issue in found.doubts] == ["“Péage” does not cite 302, but the English text does."]


def test_how_long_the_terms_are_says_nothing_of_the_rules() -> None:
    english = [term("Toll", f"{WORDS}."), rule("201.1", f"{WORDS}.")]
    own = [term("Péage", "Voir."), term("Rive", "Ici."), term("Zone", "Rien."), rule("201.1", "Le greffier " * 6)]
    assert align_entries(own, english).doubts == []


def test_a_term_that_was_reported_in_two_senses_keeps_its_place() -> None:
    english = [("Bank", "See rule 100."), ("Toll", "A fee. It is paid."), ("Yard", "See rule 302.")]
    own = [("岸", "参见规则100。"), ("费", "1. 钱币。\n2. 付款。"), ("院", "参见规则302。")]
    assert align_terms(own, english).matches == {0: 0, 1: 1, 2: 2}


FEES = "What is paid at the gate of a harbour by everyone who brings goods, oil, rope or nets to the town by boat."


@pytest.mark.parametrize(
    ("toll", "text", "meant"),
    [
        ("1. Fee\n2. Pay", "船费。", "Pier"),
        ("1. Fee\n2. Pay", "1. 钱币。\n2. 付款。", "Toll"),
        (FEES, "木。", "Pier"),
        (FEES, "带着货物、油、绳子或渔网乘船进城的人在港口大门所付的钱。", "Toll"),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_of_two_terms_in_a_row_it_is_the_one_with_as_many_senses_or_the_same_length(
    toll: str, text: str, meant: str, turned: bool
) -> None:
    two = [("Pier", "Of wood"), ("Toll", toll)]
    english = [("Bank", "See rule 100."), *two[:: -1 if turned else 1], ("Yard", "See rule 302.")]
    own = [("岸", "参见规则100。"), ("费", text), ("院", "参见规则302。")]
    found = align_terms(own, english)
    assert {at: english[there][0] for at, there in found.matches.items()} == {0: "Bank", 1: meant, 2: "Yard"}
