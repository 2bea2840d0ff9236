"""Sentences of a text and its translation are paired by length; terms are learned from the pairs by counting."""

import pytest

from rulesbase.engine.translation.learn_terms import learn_terms
from rulesbase.engine.translation.sentence_pairs import SentencePair, sentence_pairs, sentence_texts


def test_sentences_are_paired_in_order() -> None:
    english = "A lamp burns. Some lamps burn with oil that a sailor brings from the harbour. See rule 100.2."
    french = "Une lampe brûle. Certaines lampes brûlent avec l’huile qu’un marin apporte du port. Voir la règle 100.2."
    pairs = sentence_pairs(english, french, "fr")
    assert [pair.english[:4] for pair in pairs] == ["A la", "Some", "See "]
    assert [pair.own[:4] for pair in pairs] == ["Une ", "Cert", "Voir"]


@pytest.mark.parametrize(
    ("english", "own", "found"),
    [
        ("One long sentence about lamps, with a second part. Short.", "一つの文です。短い。", 2),
        ("One sentence about lamps and oil. Another sentence about oil and lamps.", "油灯的句子连在一起写成一句。", 1),
        ("", "", 0),
        ("Words.", "", 0),
    ],
)
def test_joined_sentences_and_empty_texts(english: str, own: str, found: int) -> None:
    assert len(sentence_pairs(english, own, "zh")) == found


def test_a_sentence_may_go_on_behind_a_quotation() -> None:
    own = "具有“点燃它。只能在正午使用此灯。”的灯很亮。“灯。”它燃烧。"
    assert sentence_texts(own) == ["具有“点燃它。", "只能在正午使用此灯。”的灯很亮。", "“灯。”", "它燃烧。"]
    assert sentence_texts("「灯。」と言う。灯る。") == ["「灯。」と言う。", "灯る。"]


def test_terms_are_learned_from_words_that_occur_together() -> None:
    things = ["harbour", "willow", "candle", "velvet", "quarry"]
    pairs = [SentencePair(f"A flying lamp: {one}.", f"{one}o : une lampe volante.") for one in things]
    pairs += [SentencePair(f"A {one}.", f"{one}o : une chose.") for one in things]
    pairs += [SentencePair(f"The {one} is old.", f"Le {one}o est vieux.") for one in things]
    terms = {term.term: term for term in learn_terms(pairs, ["Flying lamp", "Harbour"], "fr")}
    assert (terms["Flying lamp"].translation, terms["Flying lamp"].together) == ("une lampe volante", 5)
    assert terms["Harbour"].translation == "harbouro"


def test_a_term_without_clear_words_is_left_out() -> None:
    pairs = [SentencePair(f"A lamp and a willow {n}.", f"{'灯笼' if n % 2 else '台灯'}与柳树。") for n in range(8)]
    assert [one.term for one in learn_terms(pairs, ["Lamp"], "zh") if one.translation in ("灯笼", "台灯")] == []
