"""The table of text languages: all facts about a language are here or in its module.

``TEXTS`` are the languages in which rules are read, ``LANGUAGES`` also those of cards alone. Interface languages are in
`config.interface_languages`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from rulesbase.engine.languages.attributes import TextLanguage
from rulesbase.engine.languages.chinese import CHINESE, SIMPLIFIED, TRADITIONAL
from rulesbase.engine.languages.english import ENGLISH
from rulesbase.engine.languages.french import FRENCH
from rulesbase.engine.languages.japanese import JAPANESE
from rulesbase.engine.messages import gettext_noop as _

# The code of a text language, such as fr, grc, pt-br or zh-Hant, in file names, addresses and the API.
CODE_PATTERN = "[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?"

TEXTS: dict[str, TextLanguage] = {one.code: one for one in (ENGLISH, FRENCH, JAPANESE, CHINESE)}
# Languages of cards. Their typography serves translations made on this site.
_OF_CARDS = (
    TextLanguage(
        code="de", name=_("German"), own_name="Deutsch", alpha_3="deu", aliases=("german",), and_words=("und",),
        length=1.12, quotes="„“‚‘",
    ),
    TextLanguage(
        code="es", name=_("Spanish"), own_name="Español", alpha_3="spa", aliases=("spanish", "sp"),
        and_words=("y", "e"), small_types=True, length=1.12, quotes="«»“”",
    ),
    TextLanguage(
        code="it", name=_("Italian"), own_name="Italiano", alpha_3="ita", aliases=("italian",), and_words=("e",),
        small_types=True, length=1.1,
    ),
    TextLanguage(
        code="pt", name=_("Portuguese"), own_name="Português", alpha_3="por",
        aliases=("portuguese", "portuguese (brazil)", "pt-br"), and_words=("e",), small_types=True, length=1.08,
    ),
    TextLanguage(
        code="ko", name=_("Korean"), own_name="한국어", script="Kore", aliases=("korean", "kr"), length=0.52,
    ),
    TextLanguage(
        code="ru", name=_("Russian"), own_name="Русский", script="Cyrl", aliases=("russian",), length=1.08,
        quotes="«»„“",
    ),
    SIMPLIFIED,
    TRADITIONAL,
    TextLanguage(code="he", name=_("Hebrew"), script="Hebr", aliases=("hebrew",)),
    TextLanguage(code="la", name=_("Latin"), aliases=("latin",)),
    TextLanguage(code="grc", name=_("Ancient Greek"), script="Grek", aliases=("ancient greek",)),
    TextLanguage(code="ar", name=_("Arabic"), script="Arab", aliases=("arabic",)),
    TextLanguage(code="sa", name=_("Sanskrit"), script="Deva", aliases=("sanskrit",)),
    TextLanguage(code="ph", name=_("Phyrexian"), tag="art-x-phyrexian", aliases=("phyrexian",)),
    TextLanguage(code="qya", aliases=("quenya",)),
)  # fmt: skip
# A language with texts uses the row of its module.
LANGUAGES: dict[str, TextLanguage] = {one.code: one for one in _OF_CARDS} | TEXTS
# Languages without spaces, searched where unspaced letters are typed.
UNSPACED = tuple(code for code, one in TEXTS.items() if not one.is_spaced)


@lru_cache(maxsize=256)
def text_language(code: str) -> TextLanguage:
    """Return the row of a language; for an unknown one a row with only the code.

    ``fr-CA`` and ``fr_CA`` are French.
    """
    base = code.replace("_", "-").partition("-")[0]
    return LANGUAGES.get(code) or LANGUAGES.get(base) or TextLanguage(code=code)


def language_codes(typed: str, known: Iterable[str]) -> list[str]:
    """Return the language codes of ``en,fr`` once each, those of ``known`` in their spelling.

    Addresses are read in any case, and some codes have capitals: zh-Hant.
    """
    spelled = {code.lower(): code for code in known}
    codes = dict.fromkeys(code.strip().lower() for code in typed.split(","))
    return [spelled.get(code, code) for code in codes if code]


def either(*patterns: str) -> str:
    """Join patterns of several languages into one without a group: each once, longer ones first."""
    return "|".join(sorted(dict.fromkeys(filter(None, patterns)), key=len, reverse=True))


# ---- Patterns of all languages that more than one reader uses ----

RULE_WORD = either(*(one.rule for one in TEXTS.values()))
RULE_WORDS = either(*(pattern for one in TEXTS.values() for pattern in (one.rules, one.rule)))
JOINS = either(*(word for one in TEXTS.values() for word in one.joins))
RANGES = either(*(word for one in TEXTS.values() for word in one.ranges))
EDITS = either(*(one.pages.edit for one in TEXTS.values()))
AND_WORDS = frozenset(word for one in LANGUAGES.values() for word in one.and_words)
EXAMPLE = re.compile(rf"(?:{either(*(one.example for one in TEXTS.values()))})\s*[:：]", re.I)
# Kana and Chinese characters.
CJK = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
