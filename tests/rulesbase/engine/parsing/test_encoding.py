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


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_texts_without_a_mark(codec: str) -> None:
    assert decode((TEXT + "é").encode(codec)) == (TEXT + "é", codec, "LF", 0)
    assert decode(TEXT.encode(codec) + b"\xd8")[:2] == (TEXT + "\ufffd", codec)
    assert decode((TEXT * 9 + "\x01" + KANA).encode(codec))[::3] == (TEXT * 9 + KANA, 1)
    # A tenth of the letters at most may be of another script.
    assert decode(("x" * 81 + KANA[:1] * 19).encode(codec)).encoding == codec


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b" \n", "The file is empty."),
        (b"\x89PNG" + TEXT.encode(), "The file is a PNG picture. Import a text file instead."),
        (b"\xd0\xcf\x11\xe0", "The file is an old Word document (.doc); save it as .docx or .txt."),
        (b"{\\rtf1 " + TEXT.encode(), "The file is an RTF document; save it as .docx or .txt."),
        (b"x\x00" * 10, "The file is binary data, not text. Import a text file instead."),
    ],
)
def test_what_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(NotRules) as refused:
        decode(data)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["L’été à la rivière, où l’on a payé. ", "渡し守は夜に休む。"])
def test_a_file_in_utf_8_may_be_damaged_or_cut_off(text: str) -> None:
    data = (text * 9).encode()
    for damaged in (data[:-2] if text[-1] > "z" else data + "é".encode()[:1], data[:60] + b"\xff" + data[60:]):
        assert decode(damaged).encoding == "utf-8"
        assert "\ufffd" in decode(damaged).text
    assert decode("A lamp \ufffd".encode())[:2] == ("A lamp \ufffd", "utf-8")


def test_the_encodings_that_a_person_may_name() -> None:
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


def test_japanese_pages_of_ascii_bytes() -> None:
    text = f"201.3 {KANA}\n"
    assert decode(text.encode("iso2022_jp")) == (text, "iso2022_jp", "LF", 0)


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


@pytest.mark.parametrize(("encoding", "at"), [("utf-8", 5), ("utf-16", 25_000), ("cp1252", 5), ("shift_jis", 25_000)])
def test_control_signs_are_left_out_wherever_they_stand(encoding: str, at: int) -> None:
    whole = (TEXT + "201.4. " + KANA * (encoding == "shift_jis") + "\n") * 900
    assert decode((whole[:at] + "\x00\x1f\x7f" + whole[at:]).encode(encoding))[::3] == (whole, 3)


def test_tabs_and_ends_of_lines_and_pages_stay() -> None:
    assert decode(b"201.3.\tTolls\x0b\x0c\r\n")[::3] == ("201.3.\tTolls\x0b\x0c\n", 0)
    # This encoding shifts by control characters.
    assert decode(KANA.encode("iso2022_jp"), "iso2022_jp")[::3] == (KANA, 0)
