"""Words for characteristics in British English, French and Japanese, as the American English words of the rules.

The table is `cards/data/characteristic_words.csv`. French words have no accents there.
"""

import re
import unicodedata

from rulesbase.engine.data_tables import data_rows


def _words(*languages: str) -> dict[str, str]:
    """Return the words of languages, each with the English word of the rules; empty for one without a meaning."""
    rows = data_rows("cards/data/characteristic_words.csv")
    return {word: row["english"] for row in rows if row["language"] in languages for word in row["words"].split()}


_WORDS = _words("en", "fr")
_JAPANESE = _words("ja")
# Phrases are replaced before words; accents are gone by then.
_PHRASES = (
    (r"\bcout converti de mana\b|\bvaleur de mana\b", "mana value"),
    (r"\bde base\b", "basic"),
    (r"\bn'est pas\b|\bne sont pas\b", "non"),
    (r"\bforce\b", "power"),
    (r"\bendurance\b", "toughness"),
    (r"\bsuperieure? ou egale? a\b|\bau moins\b", "at least"),
    (r"\binferieure? ou egale? a\b|\bau plus\b", "at most"),
    (r"\bsuperieure? a\b|\bplus grande? que\b", "greater than"),
    (r"\binferieure? a\b|\bplus petite? que\b", "less than"),
    (r"\begale? a\b", "equal to"),
    (r"\bou plus\b", "or greater"),
    (r"\bou moins\b", "or less"),
    (r"\bautres? (?:que\b|qu')|\bsauf\b", "other than "),
    (r"\b(mono|multi)[- ](?=colou?red\b)", r"\1"),
)
NUMBERS = dict(zip("zero one two three four five six seven eight nine ten".split(), range(11), strict=True))
NUMBERS |= dict(zip("zero un deux trois quatre cinq six sept huit neuf dix".split(), range(11), strict=True))
_IN_JAPANESE = re.compile("|".join(sorted(map(re.escape, _JAPANESE), key=len, reverse=True)))
_KANA_OR_KANJI = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
# What Japanese says after the number or type, English says before it.
_NUMBER_THAN = re.compile(r"(\d+) or (greater|less) than\b")
_TYPE_NON = re.compile(r"(\w+)\s+non\b")


def in_rules_words(text: str) -> str:
    """Return a text with the words for characteristics in lower-case American English: *artefact non bleu* gives
    *artifact non blue*.
    """
    plain = unicodedata.normalize("NFKC", text).lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if _KANA_OR_KANJI.search(plain):
        plain = _IN_JAPANESE.sub(lambda match: f" {_JAPANESE[match[0]]} ", plain)
        plain = _TYPE_NON.sub(r"non\1", _NUMBER_THAN.sub(r"\2 than \1", " ".join(plain.split())))
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
    plain = unicodedata.normalize("NFC", plain)
    for phrase, english in _PHRASES:
        plain = re.sub(phrase, english, plain)
    return re.sub(r"[a-z]+", lambda match: _WORDS.get(match[0], match[0]), plain)
