"""Signs that count as the same, wherever texts are compared, searched or cut into words: each of them."""

import pytest
from rulesbase.engine.analysing import (
    analyse,
    is_unspaced,
    pairs_of,
    plain,
    plain_with_offsets,
    runs_of,
    stems,
    tokens_of,
)
from rulesbase.engine.folding import digest, fold, fold_number, masked, restore_quotes, skeleton
from rulesbase.engine.tokens import (
    CLAUSE_ENDS,
    CLOSING,
    SENTENCE_ENDS,
    is_anchor,
    level,
    read_words,
    script_of,
    weight_of,
)

ALIKE = {
    "x'y": "‘’‚‛′´`",
    'x"y': "“”„‟″«»",
    "x-y": "‐‑‒–—―−",
    "x...y": "…",
    "xy": "™®\u00ad\u200b\ufeff",
    "x y": "\u00a0\u202f\u2009\u3000",
}


@pytest.mark.parametrize("folded", ALIKE)
def test_typography_is_folded_away(folded: str) -> None:
    for sign in ALIKE[folded]:
        # Alone, and beside a sign that only the slow way folds; a text of nothing but ASCII keeps its one such sign.
        assert (sign, fold(f"x{sign}y")) == (sign, folded if sign != "`" else "x`y")
        assert (sign, fold(f"é x{sign}y")) == (sign, f"é {folded}")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Board(R), Board(TM), Board(r) Board(tm)", "Board, Board, Board Board"),
        ("a -- b", "a-b"),
        ("a - b", "a-b"),
        ('a " b " c', 'a"b"c'),
        (" a\n\tb ", "a b"),
        ("{oW}{oTap}{Tap}{T}{2/U}", "{W}{T}{T}{T}{2/U}"),
        ("{o}{abcdefgh}{abcdefghi}", "{o}{abcdefgh}{abcdefghi}"),
        ("Ｔｏｌｌ½", "Toll1⁄2"),
        ("it?s", "it's"),
    ],
)
def test_spellings_are_folded_away(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("lost", "quoted"),
    [
        ("It?s the ferryman?s.", "It's the ferryman's."),
        ("?Toll,? he said.", '"Toll," he said.'),
        ("(?toll?) [?toll?] -?toll?-", '("toll") ["toll"] -"toll"-'),
        ("?Go!? ?Go:? ?Go;? ?Go.?", '"Go!" "Go:" "Go;" "Go."'),
        ("the ferrymen?s tolls? due", "the ferrymen's tolls' due"),
        ("Who? You?", "Who? You?"),
        ("?toll? a toll?", '"toll" a toll?'),
    ],
)
def test_question_marks_that_were_quotes(lost: str, quoted: str) -> None:
    assert restore_quotes(lost) == quoted


def test_what_else_compares() -> None:
    assert masked("see 201.3a and 4") == "see # and 4"
    assert masked("no figure") == "no figure"
    assert skeleton("“Toll?” {W}—é Ｚ_9") == "tolléz9"
    assert digest("en", "a", "b") == digest("en", "a", "b", "")
    assert (
        len({digest(*one) for one in (("en", "a", "b"), ("fr", "a", "b"), ("en", "ab", ""), ("en", "a", "b", "0-1"))})
        == 4
    )
    assert len(digest("en", "", "")) == 32
    assert fold_number("a", "“b”") == fold_number("a", '"b"') != fold_number("ab", "")
    assert {-(1 << 63) <= fold_number("a", str(at)) < 1 << 63 for at in range(9)} == {True}
    assert any(fold_number("a", str(at)) < 0 for at in range(9))


@pytest.mark.parametrize(("sign", "plain_sign"), [*zip("’‘“”—–\u00a0\u202f", "''\"\"--  ", strict=True), ("„", "„")])
def test_levelling(sign: str, plain_sign: str) -> None:
    assert level(f"x{sign}y é") == f"x{plain_sign}y é"


def words(text: str) -> str:
    return " ".join(read_words(text, "en", 0, len(text)).keys)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("é™ a", "é a"), ("a--b", "a - b"), ("{oW} {Tap} {oTap}", "{W} {T} {T}"), ("a(TM) b(R) c(r)", "a b c"),
        ("ＡＢ", "AB"), ("a  b", "a b"),
    ],
)  # fmt: skip
def test_keys_of_words(text: str, keys: str) -> None:
    assert words(text) == keys


def test_numbers_of_rules_are_masked() -> None:
    read = read_words("by 201.3a, 12 and 201.3", "en", 0, 23)
    assert read.masked == ["by", "#", ",", "12", "and", "#"]
    assert read.keys == ["by", "201.3a", ",", "12", "and", "201.3"]
    assert (read.starts, read.first, read.last) == ([0, 3, 9, 11, 14, 18], 0, 23)
    assert read.ends == [2, 9, 10, 13, 17, 23]
    assert read.weights == pytest.approx([0.0, 0.35, 1.35, 1.5, 2.5, 2.85, 3.85])
    plain_words = read_words("no number", "en", 0, 9)
    assert plain_words.masked is plain_words.keys


JOINING = (
    "a an the of to in on at by for with from as or and nor but that if than so such into under over "
    "which who whose when "
    "le la les l' un une des du de d' à au aux en dans par pour sur avec et ou où que qu' qui ce cet "
    "cette ces son sa ses "
    "ne n' si dont leur leurs"
).split()
OTHERS = (
    "this these those is are was were be been it its any then his her their he she they has have had do "
    "does c' se s' est "
    "sont il elle ils elles y"
).split()


@pytest.mark.parametrize("word", [*JOINING, *OTHERS])
def test_little_words_weigh_little(word: str) -> None:
    assert weight_of(word) == weight_of(word.upper()) == 0.35
    assert not is_anchor(word)


def test_what_other_words_weigh() -> None:
    found = {
        sign: (script_of(sign), weight_of(sign), is_anchor(sign))
        for sign in "toll {W} 12 札 カ か , é 々 ー ゟ ㇰ ｱ".split()
    }
    word, han, kata, hira = ("word", 1.0, True), ("han", 0.6, True), ("katakana", 0.4, True), ("hiragana", 0.25, False)
    assert found == {
        "toll": word, "{W}": word, "12": word, "札": han, "カ": kata, "か": hira, ",": ("sign", 0.15, False), "é": word,
        "々": han, "ー": kata, "ゟ": hira, "ㇰ": kata, "ｱ": kata,
    }  # fmt: skip


def test_where_sentences_and_clauses_end() -> None:
    assert sorted(SENTENCE_ENDS) == sorted(".!?。！？")
    assert sorted(CLOSING) == sorted(")]\"'」』】）》")
    assert sorted(CLAUSE_ENDS) == sorted(",;:-、，；：")


# ---- Search ----


@pytest.mark.parametrize(
    ("written", "found"),
    [
        *((f"x{sign}é", f"x{same}e") for sign, same in zip("’‘“”—–\u00a0\u202f", "''\"\"--  ", strict=True)),
        ("Œuf ÆON É", "oeuf aeon e"),
        ("カード", "かど"),
        ("ガ ｶﾞ", "が が"),
        ("ＡＢ", "ab"),
        ("a\nb", "a b"),
        ("ヴ", "ゔ"),
    ],
)
def test_what_search_does_not_tell_apart(written: str, found: str) -> None:
    assert plain(written) == found


def test_offsets_of_a_folded_text() -> None:
    assert plain_with_offsets("Toll") == ("toll", [0, 1, 2, 3, 4])
    assert plain_with_offsets("ŒuカーＡ") == ("oeuかa", [0, 0, 1, 2, 4, 5])
    assert plain_with_offsets("ｶﾞ") == ("が", [0, 2])
    assert plain_with_offsets("か\u3099 ") == ("が ", [0, 2, 3])


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (
            "Toll 201.3a {2/W} +1/+1 x/y */*+1",
            "word:toll figure:201.3a figure:{2/w} figure:+1/+1 figure:x/y figure:*/* word:1",
        ),
        ("Péage d’or", "word:peage word:d word:or"),
        ("渡し船 Toll", "unspaced:渡し船 word:toll"),
        ("{½} {∞} {123456789} {1234567890}", "word:1 word:2 figure:{∞} figure:{123456789} word:1234567890"),
        ("1/2/3 a/b", "word:1 word:2 word:3 word:a word:b"),
        ("ー", ""),
    ],
)
def test_tokens_of_search(text: str, tokens: str) -> None:
    assert " ".join(f"{one.kind}:{one.folded}" for one in tokens_of(text)) == tokens


def test_stems_and_pairs() -> None:
    assert stems("tolls", "en") == ("toll",)
    assert stems("péages", "fr") == ("peag",)
    assert stems("tolls", "sv") == ()
    assert (pairs_of("渡し船"), pairs_of("船")) == (["渡し", "し船"], ["船"])
    assert runs_of("名前を選ぶカード") == ["名前", "を", "選", "ぶ", "カード"]
    assert [is_unspaced(text) for text in ("船", "あ", "ア", "々", "ｱ", "豈", "㐀", "é-", "한")] == [True] * 7 + [
        False
    ] * 2
    assert analyse("en", "Tolls", "A face-down toll 渡し") == sorted(
        ["tolls", "=toll", "a", "face", "down", "toll", "facedown", "渡し", "し"]
    )
    assert analyse("fr", "", "péage") == ["=peag", "peage"]
