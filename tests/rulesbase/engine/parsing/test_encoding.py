"""Signs that no text has."""

import pytest

from rulesbase.engine.parsing.encoding import decode

TEXT = "201.3. Two tolls count as one if the ferry turns back.\n"
JAPANESE = "201.3. 書記は渡し船の料金を二度は受け取らない。\n"


@pytest.mark.parametrize("sign", ["\x00", "\x01", "\x08", "\x0e", "\x1f", "\x7f"])
@pytest.mark.parametrize(
    ("text", "encoding"),
    [(TEXT, "utf-8"), (TEXT, "utf-16"), (TEXT + "¶ “toll”", "cp1252"), (JAPANESE, "shift_jis"), (JAPANESE, "utf-8")],
)
@pytest.mark.parametrize("before", [0, 25_000], ids=["near", "far"])
def test_control_signs_are_left_out_wherever_they_stand(sign: str, text: str, encoding: str, before: int) -> None:
    whole = text * (before // len(text) + 4)
    at = max(before, 5)
    read = decode((whole[:at] + sign + whole[at:]).encode(encoding))
    assert (read.text, read.removed) == (whole, 1)


def test_tabs_and_ends_of_lines_and_pages_stay() -> None:
    assert decode(b"201.3.\tTolls\x0b\x0c\r\n").text == "201.3.\tTolls\x0b\x0c\n"
    assert decode(b"201.3.\tTolls\x0b\x0c\r\n").removed == 0


def test_in_an_encoding_that_shifts_by_control_signs_nothing_is_lost() -> None:
    read = decode(JAPANESE.encode("iso2022_jp"), "iso2022_jp")
    assert (read.text, read.removed) == (JAPANESE, 0)
