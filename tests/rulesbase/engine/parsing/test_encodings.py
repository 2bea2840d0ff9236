"""How bytes become text: every mark, every kind of file that is none, every way lines end, and where the bounds are."""

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.encoding import ENCODINGS, decode

TEXT = "201.3. Two tolls count as one.\n"
KANA = "ふなびとはわたしせんをもやう"


@pytest.mark.parametrize(
    ("mark", "codec", "name"),
    [
        (b"\xff\xfe\x00\x00", "utf-32-le", "utf-32-le-bom"),
        (b"\x00\x00\xfe\xff", "utf-32-be", "utf-32-be-bom"),
        (b"\xef\xbb\xbf", "utf-8", "utf-8-sig"),
        (b"\xff\xfe", "utf-16-le", "utf-16-le-bom"),
        (b"\xfe\xff", "utf-16-be", "utf-16-be-bom"),
    ],
)
def test_marks_of_encodings(mark: bytes, codec: str, name: str) -> None:
    read = decode(mark + (TEXT + "é").encode(codec))
    assert read == (TEXT + "é", name, "LF", 0)


@pytest.mark.parametrize(
    ("head", "what"),
    [
        (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"\x1f\x8b", "a gzip archive; unpack it first"),
        (b"\xd0\xcf\x11\xe0", "an old Word document (.doc); save it as .docx or .txt"),
        (b"SQLite format 3", "a database"),
    ],
)
def test_what_is_no_text(head: bytes, what: str) -> None:
    with pytest.raises(NotRules) as refused:
        decode(head + TEXT.encode())
    assert str(refused.value) == f"The file is {what}."
    assert decode(b"x" + TEXT.encode()).encoding == "ascii"


@pytest.mark.parametrize(
    ("data", "encoding", "message"),
    [
        (b" \n", None, "The file is empty."),
        (b"x", "utf-7", "“utf-7” is not a supported encoding."),
        (b"x\x00" * 10, None, "The file is binary data, not text."),
    ],
)
def test_what_is_refused(data: bytes, encoding: str | None, message: str) -> None:
    with pytest.raises(NotRules) as refused:
        decode(data, encoding)
    assert str(refused.value) == message


def test_the_encodings_that_a_person_may_name() -> None:
    assert tuple("utf-8 cp1252 mac_roman shift_jis euc_jp iso2022_jp gb18030 big5 utf-16".split()) == ENCODINGS
    for name in ENCODINGS:
        assert decode(TEXT.encode(name), name)[:2] == (TEXT, name)
    assert decode(("\ufeff" + TEXT).encode(), "utf-8").text == TEXT
    assert decode(b"a\xffb", "utf-8").text == "a\ufffdb"


@pytest.mark.parametrize("codec", ["shift_jis", "euc_jp"])
def test_old_japanese_pages(codec: str) -> None:
    assert decode((KANA * 2).encode(codec))[:2] == (KANA * 2, codec)
    # Twenty kana are too few to decide, and so is a text where most signs are none.
    assert decode("あいうえおかきくけこさしすせそたちつてと".encode(codec)).encoding not in ("shift_jis", "euc_jp")
    assert decode("あいうえおかきくけこさしすせそたちつてとな".encode(codec)).encoding == codec
    assert decode((KANA * 2 + "船" * 80).encode(codec)).encoding != codec


def test_old_chinese_pages() -> None:
    text = "渡船人的收费" * 10
    assert decode(text.encode("gb18030"))[:2] == (text, "gb18030")
    assert decode(text.replace("的", "之").encode("gb18030")).encoding == "cp1252"
    assert decode("渡船人的收费".encode("gb18030")).encoding == "cp1252"
    assert decode(("渡船人的收费" * 3 + "渡的").encode("gb18030")).encoding == "cp1252"
    assert decode(("渡船人的收费" * 3 + "渡船的").encode("gb18030")).encoding == "gb18030"
    # In a Chinese text more than one sign of a hundred is the commonest one.
    assert decode(("的" + "船" * 98).encode("gb18030")).encoding == "gb18030"
    assert decode(("的" + "船" * 99).encode("gb18030")).encoding == "cp1252"
    assert decode("L’été à la rivière, où l’on a payé. ".encode("cp1252") * 9)[1] == "cp1252"


@pytest.mark.parametrize(
    ("data", "text", "ends"),
    [
        (b"a", "a", "none"),
        (b"a\nb", "a\nb", "LF"),
        (b"a\r\nb", "a\nb", "CRLF"),
        (b"a\rb", "a\nb", "CR"),
        (b"a\r\nb\r\nc\nd\re\r\nf\ng", "a\nb\nc\nd\ne\nf\ng", "CRLF+LF+CR"),
        (b"a\nb\nc\rd", "a\nb\nc\nd", "LF+CR"),
    ],
)
def test_ends_of_lines(data: bytes, text: str, ends: str) -> None:
    assert decode(data) == (text, "ascii", ends, 0)


def test_what_has_no_letter_but_ascii_is_reported() -> None:
    assert decode(b"toll").encoding == "ascii"
    assert decode("péage".encode()).encoding == "utf-8"
    assert decode("péage".encode("cp1252")).encoding == "cp1252"
    assert decode(b"p\x81age").text == "p\ufffdage"
