"""Characters that a Word document names by font and code (w:sym), as Unicode."""

import unicodedata

# The encoding of the font Symbol, as published by Adobe, from 0x20 and from 0xA0. A line feed marks an unused code or
# one of three pieces of a bracket.
_SYMBOL = {
    0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…\n\n↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊⟨®©™∑\n\n\n\n\n\n\n\n\n\n\n⟩∫⌠\n⌡",
}
# Of Wingdings only characters with a meaning: bullets, circled digits, arrows and ticks. The rest are pictures.
_WINGDINGS = {
    0x20: " ",
    0x45: "☜☞☝☟",
    0x6C: "●",
    0x6E: "■□□❑❒",
    0x74: "◆◆❖◆",
    0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿",
    0x9E: "·•",
    0xA0: "▪○○○",
    0xA7: "▪□",
    0xAB: "★",
    0xD7: "◄►▲▼",
    0xDF: "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳",
    0xFB: "✗✓☒☑",
}


def _read(table: dict[int, str]) -> dict[int, str]:
    """Return the table by code point."""
    return {first + at: sign for first, row in table.items() for at, sign in enumerate(row) if sign != "\n"}


_FONTS = {"symbol": _read(_SYMBOL), "wingdings": _read(_WINGDINGS)}
# Picture fonts without a table here.
_PICTURES = frozenset(("webdings", "wingdings 2", "wingdings 3", "marlett", "mt extra", "zapf dingbats"))
# Text fonts, whatever a converter did to their code points.
_ORDINARY = frozenset(
    (
        "arial", "arial narrow", "book antiqua", "bookman old style", "calibri", "calibri light", "cambria", "candara",
        "century", "century gothic", "consolas", "constantia", "corbel", "courier", "courier new", "garamond",
        "georgia", "helvetica", "liberation sans", "liberation serif", "palatino linotype", "segoe ui", "tahoma",
        "times", "times new roman", "trebuchet ms", "verdana",
    )
)  # fmt: skip


def letter_of(font: str, code: str) -> str:
    """Return the character for a hexadecimal code point of a font; empty if unknown.

    Word writes codes 0x20 to 0xFF of a font as F020 to F0FF, in the private use area (ECMA-376, 17.3.3.30).
    """
    try:
        at = int(code, 16)
    except ValueError:
        return ""
    name = " ".join(font.casefold().split())
    place = at - 0xF000 if 0xF000 <= at <= 0xF0FF else at
    if name in _FONTS and place <= 0xFF:
        return _FONTS[name].get(place, "")
    if name in _ORDINARY and 0x80 <= place <= 0x9F:
        letter = bytes((place,)).decode("cp1252", "ignore")
    elif name in _ORDINARY or (place > 0xFF and name not in _PICTURES):
        letter = chr(place) if 0 < place <= 0x10FFFF else ""
    else:
        return ""
    # Control characters, half surrogates, private use and unassigned code points are no characters.
    return letter if letter and unicodedata.category(letter)[0] != "C" else ""
