"""Sentences of a text and its translation are paired by length; terms are learned from the pairs by counting."""

import math

import pytest

from rulesbase.engine.translation.learn_terms import LearnedTerm, learn_terms
from rulesbase.engine.translation.sentence_pairs import SentencePair, align_lengths, sentence_pairs, sentence_texts


@pytest.mark.parametrize(
    ("language", "english", "own"),
    [
        (
            "fr",
            ["A lamp burns.", "Some burn with oil that a sailor brings from the harbour.", "See rule 100.2."],
            ["Une lampe brûle.", "Certaines brûlent avec l’huile qu’un marin apporte du port.", "Voir règle 100.2."],
        ),
        (
            "fr",
            ["Boats go out, nets are thrown into the water, and gulls fly over all of it.", "It is noon."],
            ["Les bateaux sortent. Les filets sont jetés. Les mouettes volent.", "Il est midi."],
        ),
        (
            "ja",
            ["Go. Wait. Stay. Listen.", "Then the whole crew of the boat sleeps until the morning bell."],
            ["行き、待ち、残り、聞く。", "そして船の全員が朝の鐘まで眠る。"],
        ),
        ("zh", ["One sentence about lamps and oil. Another about oil and lamps."], ["油灯的句子连在一起写成一句。"]),
    ],
)
def test_sentences_are_paired_in_order(language: str, english: list[str], own: list[str]) -> None:
    space = " " if language == "fr" else ""
    assert sentence_pairs(" ".join(english), space.join(own), language) == list(map(SentencePair, english, own))


def test_texts_without_sentences_or_with_too_many_are_not_paired() -> None:
    assert sentence_pairs("", "", "zh") == sentence_pairs("Words.", "", "zh") == sentence_pairs("", "灯。", "zh") == []
    assert len(sentence_pairs("A lamp. " * 40, "灯亮。" * 40, "zh")) == 40
    assert sentence_pairs("A lamp. " * 41, "灯亮。" * 38, "zh") == []


def test_an_alignment_has_a_cost() -> None:
    cost, spans = align_lengths([10, 20, 30], [11, 30])
    assert (cost, spans) == (1 / (4 * 21) + (20**2 / (4 * 80) + 3.5), [(0, 1, 0, 1), (1, 3, 1, 2)])
    assert align_lengths([10, 20, 30], [10, 30], omitted=1.0) == (1.0, [(0, 1, 0, 1), (1, 2, 1, 1), (2, 3, 1, 2)])
    assert align_lengths([10], [1, 2, 3, 4]) == (math.inf, [])


def test_a_sentence_may_go_on_behind_a_quotation() -> None:
    own = "具有“点燃它。只能在正午使用此灯。”的灯很亮。“灯。”它燃烧。"
    assert sentence_texts(own) == ["具有“点燃它。", "只能在正午使用此灯。”的灯很亮。", "“灯。”", "它燃烧。"]
    assert sentence_texts("「灯。」と言う。灯る。") == ["「灯。」と言う。", "灯る。"]


def test_terms_are_learned_from_words_that_occur_together() -> None:
    things = ["harbour", "willow", "candle", "velvet", "quarry"]
    pairs = [SentencePair(f"A flying lamp: {one}.", f"{one}o : une lampe volante.") for one in things]
    pairs += [SentencePair(f"A {one}.", f"{one}o : une chose.") for one in things]
    pairs += [SentencePair(f"The {one} is old.", f"Le {one}o est vieux.") for one in things]
    # What occurs twice proves nothing.
    pairs += [SentencePair(f"The rope {one}.", f"Corde {one}.") for one in ("hangs", "breaks")]
    assert learn_terms([*pairs, *pairs], ["Harbour", "Flying lamp", "Rope", "Zebra"], "fr") == [
        LearnedTerm("Flying lamp", "une lampe volante", 5, 5, 5),
        LearnedTerm("Harbour", "harbouro", 3, 3, 3),
    ]


def test_terms_are_learned_from_letters_without_spaces() -> None:
    things = {"harbour": "港口", "willow": "柳树", "candle": "蜡烛", "velvet": "天鹅绒", "quarry": "采石场"}
    pairs = [SentencePair(f"Light a signal lamp at the {one}.", f"在{own}点亮信号灯。") for one, own in things.items()]
    pairs += [SentencePair(f"A signal lamp is near a {one}.", f"信号灯在{own}旁边。") for one, own in things.items()]
    pairs += [SentencePair(f"The {one} is old.", f"那{own}很老。") for one, own in things.items()]
    # A lamp also occurs where the English has none.
    pairs.append(SentencePair("It shines.", "信号灯闪。"))
    learned = learn_terms(pairs, ["Quarry", "Light", "Signal lamp", "Harbour"], "zh")
    assert learned == [
        LearnedTerm("Signal lamp", "信号灯", 10, 10, 11),
        LearnedTerm("Light", "点亮信号灯", 5, 5, 5),
        LearnedTerm("Harbour", "港口", 3, 3, 3),
        LearnedTerm("Quarry", "采石场", 3, 3, 3),
    ]
    assert learned[0].dice == 20 / 21


def test_a_term_without_clear_words_is_left_out() -> None:
    pairs = [SentencePair(f"A lamp and a willow {n}.", f"{'灯笼' if n % 2 else '台灯'}与柳树。") for n in range(8)]
    # Every sentence has a willow, so it may be the word for a lamp, too.
    assert [one.translation for one in learn_terms(pairs, ["Lamp"], "zh")] == ["与柳树"]
