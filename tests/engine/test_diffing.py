"""What an editor would mark. Marks are written [-old-]{+new+}, references with r, moves with > and <."""

import pytest

from rulesbase.engine.diffing import Op, OpKind, Weight, apply, diff, mirrored
from tests.timing import yardsticks


def marked(old: str, new: str, language: str = "en", typography: bool = False) -> str:
    """Write the difference out, without typography unless asked for it."""
    parts = []
    for op in diff(old, new, language):
        before, after = old[slice(*op.old)], new[slice(*op.new)]
        if op.weight is Weight.NONE or (op.weight is Weight.TYPOGRAPHY and not typography):
            parts.append(after)
            continue
        sign = {"references": "r", "typography": "t"}.get(op.weight, "")
        if op.kind in (OpKind.DELETE, OpKind.REPLACE):
            parts.append(f"[-{sign}{before}-]")
        if op.kind in (OpKind.INSERT, OpKind.REPLACE):
            parts.append(f"{{+{sign}{after}+}}")
        if op.kind is OpKind.MOVE_OUT:
            parts.append(f"[>{before}>]")
        if op.kind is OpKind.MOVE_IN:
            parts.append(f"{{<{after}<}}")
    return "".join(parts)


ENGLISH = [
    (
        "a word",
        "The clerk counts the coins.",
        "The clerk counts the tokens.",
        "The clerk counts the [-coins-]{+tokens+}.",
    ),
    ("whole words", "A player waits.", "A players waits.", "A [-player-]{+players+} waits."),
    (
        "the first word",
        "If it rains, the ferry waits.",
        "When it rains, the ferry waits.",
        "[-If-]{+When+} it rains, the ferry waits.",
    ),
    ("two words far apart", "One a b c d two.", "One x b c y two.", "One [-a-]{+x+} b c [-d-]{+y+} two."),
    (
        "little words between marks go with them",
        "The clerk of the ferry sells tickets daily.",
        "The captain of a barge sells tickets daily.",
        "The [-clerk of the ferry-]{+captain of a barge+} sells tickets daily.",
    ),
    (
        "pronoun and verb together",
        "Each clerk counts his or her coins.",
        "Each clerk counts their coins.",
        "Each clerk counts [-his or her-]{+their+} coins.",
    ),
    (
        "a space on one side only",
        "The clerk counts the coins (two).",
        "The clerk counts the coins, three.",
        "The clerk counts the coins[- (two)-]{+, three+}.",
    ),
    (
        "words struck behind a reference, where no full stop follows",
        "See rule 704.5k and the coin",
        "See rule 704.5k",
        "See rule 704.5k[- and the coin-]",
    ),
    (
        "a word behind a clause that moved",
        "If the bell rings twice before dawn, the ferry leaves the town.",
        "Tonight the ferry leaves the town if the bell rings twice before dawn, or later.",
        "[-If-]{+Tonight +}{<the ferry leaves the town <}{+if+} the bell rings twice before dawn,"
        " [>the ferry leaves the town>]{+or later+}.",
    ),
    (
        "a sentence inserted",
        "The ferry leaves. The clerk sleeps.",
        "The ferry leaves. The bell rings twice. The clerk sleeps.",
        "The ferry leaves. {+The bell rings twice. +}The clerk sleeps.",
    ),
    (
        "a sentence added",
        "The ferry leaves.",
        "The ferry leaves. Nobody waves.",
        "The ferry leaves.{+ Nobody waves.+}",
    ),
    (
        "a sentence put first",
        "The ferry leaves.",
        "Nobody waves. The ferry leaves.",
        "{+Nobody waves. +}The ferry leaves.",
    ),
    (
        "a clause inserted begins after the comma",
        "A clerk, a captain, or a cook may sign.",
        "A clerk, a purser, a captain, or a cook may sign.",
        "A clerk, {+a purser, +}a captain, or a cook may sign.",
    ),
    (
        "an insertion begins with its joining word",
        "A and B leave.",
        "A and C and B leave.",
        "A {+and C +}and B leave.",
    ),
    (
        "a sentence written anew is replaced whole",
        "The ferry takes coins of silver from every passenger.",
        "Travel costs nothing for those who hold a silver ticket.",
        "[-The ferry takes coins of silver from every passenger.-]"
        "{+Travel costs nothing for those who hold a silver ticket.+}",
    ),
    (
        "only that sentence",
        "The bell rings. The ferry takes coins of silver from every passenger. The ferry leaves.",
        "The bell rings. Travel costs nothing for those who hold a silver ticket. The ferry leaves.",
        "The bell rings. [-The ferry takes coins of silver from every passenger.-]"
        "{+Travel costs nothing for those who hold a silver ticket.+} The ferry leaves.",
    ),
    (
        "an ending is taken with its sentence apart from the next",
        "The clerk says how many tickets he or she announces those targets. Then all wait.",
        "The clerk says how many tickets they announce those targets. Some tickets are worn, and worn ones"
        " count for nothing until they are mended. Then all wait.",
        "The clerk says how many tickets [-he or she announces-]{+they announce+} those targets. {+Some tickets"
        " are worn, and worn ones count for nothing until they are mended. +}Then all wait.",
    ),
    (
        "a reference",
        "Coins are lost (see rule 704.5k).",
        "Coins are lost (see rule 704.5j).",
        "Coins are lost (see rule [-r704.5k-]{+r704.5j+}).",
    ),
    (
        "a chapter",
        "See rule 509, “Ferries.”",
        "See rule 511, “Ferries.”",
        "See rule [-r509-]{+r511+}, “Ferries.”",
    ),
    (
        "three digits that name no place",
        "The ferry has 509 seats.",
        "The ferry has 511 seats.",
        "The ferry has [-509-]{+511+} seats.",
    ),
    (
        "one reference more is found",
        "See rules 702.5, 702.6.",
        "See rules 702.4, 702.5, 702.6.",
        "See rules {+702.4, +}702.5, 702.6.",
    ),
    (
        "a reference beside a rewording goes with it",
        "The purser keeps what rule 704.5k says.",
        "The purser forgets whatever rule 704.5j says.",
        "The purser [-keeps what-]{+forgets whatever+} rule [-r704.5k-]{+r704.5j+} says.",
    ),
    ("a symbol", "Pay {W}, then leave.", "Pay {U}, then leave.", "Pay [-{W}-]{+{U}+}, then leave."),
    (
        "power and toughness",
        "The oar gets +1/+1 today.",
        "The oar gets +2/+1 today.",
        "The oar gets [-+1/+1-]{++2/+1+} today.",
    ),
    (
        "a sentence moved",
        "The bell rings twice before noon. The clerk, the captain and the cook each count all coins of the day,"
        " then lock the box.",
        "The clerk, the captain and the cook each count all coins of the day, then lock the box. The bell rings"
        " twice before noon.",
        "[>The bell rings twice before noon. >]The clerk, the captain and the cook each count all coins of the"
        " day, then lock the box.{< The bell rings twice before noon.<}",
    ),
    (
        "four words do not move",
        "All wait here today. The clerk, the captain and the cook count the coins.",
        "The clerk, the captain and the cook count the coins. All wait here today.",
        "[-All wait here today. -]The clerk, the captain and the cook count the coins.{+ All wait here today.+}",
    ),
    (
        "four words do not move with the fifth, which stays",
        "Old keepers say bells ring at dusk here. The clerk, the captain and the cook each count all the coins.",
        "Nobody is here. The clerk, the captain and the cook each count all the coins and bells ring at dusk here.",
        "[-Old keepers say bells ring at dusk-]{+Nobody is+} here. The clerk, the captain and the cook each count all"
        " the coins{+ and bells ring at dusk here+}.",
    ),
    ("a paragraph", "1. A coin.\n2. A box.", "1. A coin.\n2. A bag.", "1. A coin.\n2. A [-box-]{+bag+}."),
    ("all of it", "", "A coin.", "{+A coin.+}"),
    ("nothing left", "A coin.", "", "[-A coin.-]"),
]
FRENCH = [
    ("an article stays apart", "L'objet part.", "L'encre part.", "L'[-objet-]{+encre+} part."),
    (
        "a wording",
        "Le passager donne une pièce de son sac.",
        "Le passager donne une pièce au guichet.",
        "Le passager donne une pièce [-de son sac-]{+au guichet+}.",
    ),
    (
        "a sentence",
        "La cloche sonne. Le bac part.",
        "La cloche sonne. Personne ne parle. Le bac part.",
        "La cloche sonne. {+Personne ne parle. +}Le bac part.",
    ),
    (
        "accents are letters",
        "Le guichet est fermé ici.",
        "Le guichet est ferme ici.",
        "Le guichet est [-fermé-]{+ferme+} ici.",
    ),
    ("a rule", "Voir la règle 704.5k.", "Voir la règle 704.5j.", "Voir la règle [-r704.5k-]{+r704.5j+}."),
]
JAPANESE = [
    ("a figure", "船客は札を1枚渡す。", "船客は札を2枚渡す。", "船客は札を[-1-]{+2+}枚渡す。"),
    ("a noun", "船客は札を窓口に渡す。", "船客は札を船長に渡す。", "船客は札を[-窓口-]{+船長+}に渡す。"),
    ("with its particle", "札は窓口に置く。", "札は船客の窓口に置く。", "札は{+船客の+}窓口に置く。"),
    ("katakana whole", "プレイヤーは待つ。", "プレインズの者は待つ。", "[-プレイヤー-]{+プレインズの者+}は待つ。"),
    (
        "a sentence",
        "鐘が鳴る。船が出る。",
        "鐘が鳴る。誰も話さない。船が出る。",
        "鐘が鳴る。{+誰も話さない。+}船が出る。",
    ),
    ("a rule", "規則704.5kを参照。", "規則704.5jを参照。", "規則[-r704.5k-]{+r704.5j+}を参照。"),
    (
        "a sentence moved",
        "船客は鐘が鳴る前に札を窓口に渡す。船長と料理人は毎朝すべての硬貨を数えてから大きな箱に鍵をかける。",
        "船長と料理人は毎朝すべての硬貨を数えてから大きな箱に鍵をかける。船客は鐘が鳴る前に札を窓口に渡す。",
        "[>船客は鐘が鳴る前に札を窓口に渡す。>]船長と料理人は毎朝すべての硬貨を数えてから大きな箱に鍵をかける。"
        "{<船客は鐘が鳴る前に札を窓口に渡す。<}",
    ),
]
TABLE = [
    *(("en", *row) for row in ENGLISH),
    *(("fr", *row) for row in FRENCH),
    *(("ja", *row) for row in JAPANESE),
]


@pytest.mark.parametrize(
    ("language", "old", "new", "expected"),
    [pytest.param(language, *row, id=f"{language}-{name}") for language, name, *row in TABLE],
)
def test_marks(language: str, old: str, new: str, expected: str) -> None:
    assert marked(old, new, language) == expected
    ops = diff(old, new, language)
    assert apply(old, new, ops) == new
    assert apply(new, old, mirrored(ops)) == old


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("The clerk's coin.", "The clerk’s coin.", "The [-tclerk's-]{+tclerk’s+} coin."),
        ("The clerk's", "The clerk’s", "The [-tclerk's-]{+tclerk’s+}"),
        ('A "coin" here.', "A “coin” here.", 'A [-t"-]{+t“+}coin[-t"-]{+t”+} here.'),
        ("Wait -- then go.", "Wait — then go.", "Wait [-t---]{+t—+} then go."),
        ("Wait--then go.", "Wait — then go.", "Wait[-t---]{+t — +}then go."),
        ("A  coin.", "A coin.", "A[-t  -]{+t +}coin."),
        ("Board(TM) game.", "Board game.", "Board[-t(TM) -]{+t +}game."),
        ("Pay {oT} now.", "Pay {T} now.", "Pay [-t{oT}-]{+t{T}+} now."),
        ("The clerk?s ?coin?", 'The clerk\'s "coin"', 'The [-tclerk?s-]{+tclerk\'s+} [-t?-]{+t"+}coin[-t?-]{+t"+}'),
        ("ferm\u00e9", "ferme\u0301", "[-tferm\u00e9-]{+tferme\u0301+}"),
    ],
)
def test_typography_is_told_apart(old: str, new: str, expected: str) -> None:
    assert marked(old, new, typography=True) == expected
    assert {op.weight for op in diff(old, new)} <= {Weight.NONE, Weight.TYPOGRAPHY}


def test_typography_beside_a_rewording_stays_quiet() -> None:
    assert marked('The clerk\'s "box" is his.', "The clerk’s “bag” is his.") == ("The clerk’s “[-box-]{+bag+}” is his.")
    # Where it is shown, its word is marked whole, as where no word changed.
    assert marked("Le clerc l’a vu.", "Le garde l'a vu.", "fr", True) == "Le [-clerc-]{+garde+} [-tl’a-]{+tl'a+} vu."


def test_a_space_that_folding_tells_apart_shows() -> None:
    assert marked("A coin .", "A coin.") == "A coin[- -]."


def test_equal_texts_have_no_edits() -> None:
    assert [op.kind for op in diff("A coin.", "A coin.")] == [OpKind.EQUAL]
    assert diff("", "") == []


def test_a_move_names_both_places() -> None:
    old = "All clerks count the coins daily. The ferry, the barge and the raft leave at noon if it is calm."
    new = "The ferry, the barge and the raft leave at noon if it is calm. All clerks count the coins daily."
    out, into = (op for op in diff(old, new) if op.kind in (OpKind.MOVE_OUT, OpKind.MOVE_IN))
    assert old[slice(*into.old)] == new[slice(*out.new)] == "All clerks count the coins daily."
    assert old[slice(*out.old)] == "All clerks count the coins daily. "
    assert new[slice(*into.new)] == " All clerks count the coins daily."


def test_long_texts_take_no_long_time() -> None:
    old = " ".join(f"Clerk {n} counts coin {n % 7} of box {n % 11}." for n in range(4000))
    new = " ".join(f"Clerk {n} counts coin {n % 5} of box {n % 11}." for n in range(4000))
    ops: list[Op] = []
    assert yardsticks(lambda: ops.extend(diff(old, new))) < 400
    assert apply(old, new, ops) == new
