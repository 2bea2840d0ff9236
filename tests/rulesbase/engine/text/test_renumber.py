"""Translations with the numbers of another version; rules inside the line of another."""

from rulesbase.engine.nodes import Kind, Passage, RuleNode
from rulesbase.engine.parsing.body import split_inside
from rulesbase.engine.text.renumber import paired_numbers, renumber


def test_numbers_change_and_offsets_follow() -> None:
    text = "Voir règle 502.22, puis 704, puis 100.1a."
    done = renumber(text, {"502.22": "702.25", "100.1a": "100.10b"}, ((34, 40),))
    assert done.text == "Voir règle 702.25, puis 704, puis 100.10b."
    assert [done.text[ref.start : ref.end] for ref in done.refs] == ["702.25", "100.10b"]
    assert [ref.number for ref in done.refs] == ["702.25", "100.10b"]
    assert done.was == {11: "502.22", 34: "100.1a"}
    assert done.emphasis == ((34, 41),)


def test_a_range_stays_in_one_rule() -> None:
    assert renumber("規則702.9b-d。", {"702.9b": "702.10b", "702.9d": "702.10d"}).text == "規則702.10b-d。"
    assert renumber("規則702.9b-d。", {"702.9b": "702.9c", "702.9d": "702.9e"}).text == "規則702.9c-e。"
    assert renumber("see 702.9b-d", {"702.9d": "703.1"}).text == "see 702.9b-d"


def test_nothing_to_change() -> None:
    done = renumber("Voir règle 704.", {"705": "706"})
    assert (done.text, done.was) == ("Voir règle 704.", {})
    assert renumber("Voir règle 704.", {"704": "704"}) == done


def test_numbers_that_the_english_changed() -> None:
    assert paired_numbers("see rule 502.22 and rule 704", "see rule 702.25 and rule 704") == {
        "502.22": "702.25",
        "704": "704",
    }
    assert paired_numbers("see rule 502.22", "see rules 702.25 and 704") == {}
    # One number cannot become two.
    assert paired_numbers("rule 708, rule 708", "rule 709, rule 710") == {}


def node(number: str, text: str) -> RuleNode:
    return RuleNode(number, Kind.RULE, "", text, (), 3)


def test_a_rule_inside_the_line_of_another() -> None:
    found, issues = split_inside([node("201.1", "Un nom. 201.2. Une image. 201.3. Une ligne."), node("201.4", "Fin.")])
    assert [(one.number, one.text) for one in found] == [
        ("201.1", "Un nom."),
        ("201.2", "Une image."),
        ("201.3", "Une ligne."),
        ("201.4", "Fin."),
    ]
    assert [issue.problem for issue in issues] == [
        "Rule 201.2 was inside the line of 201.1. It was read as a separate rule.",
        "Rule 201.3 was inside the line of 201.2. It was read as a separate rule.",
    ]


def test_examples_are_those_of_the_last_rule_on_the_line() -> None:
    examples = (Passage("Example: Une barque."),)
    line = node("201.1", "Un nom. 201.2. Une image. 201.3. Une ligne.")._replace(examples=examples)
    assert [one.examples for one in split_inside([line])[0]] == [(), (), examples]


def test_what_is_emphasised_stays_so_in_its_own_rule() -> None:
    line = node("201.1", "Un nom. 201.2. Une image. 201.3. Une ligne.")._replace(emphasis=((3, 6), (19, 24), (33, 36)))
    parts = [(one.text, one.emphasis) for one in split_inside([line])[0]]
    assert [[text[start:end] for start, end in spans] for text, spans in parts] == [["nom"], ["image"], ["Une"]]


def test_what_stands_under_a_heading_is_left_whole() -> None:
    chapter = RuleNode("201", Kind.CHAPTER, "Noms", "Quelques mots. 201.1. Un nom.", (), 3)
    assert split_inside([chapter]) == ([chapter], [])


def test_references_and_other_columns_are_no_rules() -> None:
    for text in ("Voir règle 201.2. Sinon, non.", "Un nom. 301.4. Une autre colonne.", "Un nom (201.2) suit."):
        assert split_inside([node("201.1", text)])[0] == [node("201.1", text)]
    # It stands on a line of its own as well.
    twice = [node("201.1", "Un nom. 201.2. Une image."), node("201.2", "Une image.")]
    assert split_inside(twice)[0] == twice
