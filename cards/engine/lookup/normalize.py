"""Normalisation of names: case, accents, width, kana, punctuation, hidden characters.

A folded name has lower-case words with a space between them and apostrophes: ``bolas's citadel``. Its key has neither
spaces nor apostrophes: ``bolasscitadel``. Equal keys are equal names.
"""

import re
import unicodedata

# Invisible characters: soft hyphens, joiners, fillers, direction marks, variation selectors.
_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e0fff]+"
)
# Accents of Latin, Greek and Cyrillic. The voicing marks of kana stay.
_ACCENTS = re.compile("[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+")
_APART = re.compile(r"[^\w']+|_+")

_SMALL_KANA = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
_LETTERS: dict[int, str | None] = {
    **{ord(katakana): chr(ord(katakana) - 0x60) for katakana in map(chr, range(0x30A1, 0x30F7))},
    # Small kana become large ones: old printings do not distinguish them.
    **{ord(small): large for small, large in _SMALL_KANA.items()},
    **{ord(small) + 0x60: large for small, large in _SMALL_KANA.items()},
    # The long vowel mark is often left out or written as a dash.
    ord("ー"): None,
    **{ord(quote): "'" for quote in "‘’‚‛′ʹʻʼ´`＇"},
    **{ord(letter): plain for letter, plain in {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d"}.items()},
    **{ord(letter): plain for letter, plain in {"ł": "l", "þ": "th", "ı": "i", "ħ": "h", "ŋ": "n"}.items()},
}
# Unspaced scripts: kana, ideographs and their marks.
_UNSPACED = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def _lowered(text: str) -> str:
    if text.isascii():
        return text.lower()
    # NFKD would make a space of this accent, which is typed as an apostrophe.
    plain = _HIDDEN.sub("", text).replace("´", "'")
    plain = unicodedata.normalize("NFKD", plain).casefold()
    return unicodedata.normalize("NFC", _ACCENTS.sub("", plain)).translate(_LETTERS)


def fold(name: str) -> str:
    """Return a name as comparable words: ``"Ætherling's"`` gives ``aetherling's``."""
    folded = _APART.sub(" ", _lowered(name).replace("`", "'")).strip()
    # A name of punctuation alone (there is one) is compared as it is.
    return folded or "".join(unicodedata.normalize("NFKC", _HIDDEN.sub("", name)).split())


def key_of(folded: str) -> str:
    """Return the key that all spellings of a name share."""
    return folded.replace(" ", "").replace("'", "")


def is_unspaced(folded: str) -> bool:
    """Return whether a name is written without spaces, wholly or in part."""
    return not folded.isascii() and _UNSPACED.search(folded) is not None


def words_of(folded: str) -> list[str]:
    """Return the words that find a name: those of ``l'esprit d'urza`` are lesprit, esprit, durza, urza."""
    if "'" not in folded:
        return folded.split()
    words = []
    for word in folded.split():
        pieces = [piece for piece in word.split("'") if piece]
        if len(pieces) > 1:
            words.append("".join(pieces))
        words += [piece for piece in pieces if len(piece) > 1 or len(pieces) == 1]
    return words
