"""Languages of printed cards: the names that MTGJSON uses and the codes that Scryfall uses, to codes of our own."""

_CODES = {
    "english": "en",
    "french": "fr",
    "japanese": "ja",
    "german": "de",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "portuguese (brazil)": "pt",
    "russian": "ru",
    "korean": "ko",
    "chinese simplified": "zh-hans",
    "chinese traditional": "zh-hant",
    "phyrexian": "ph",
    "latin": "la",
    "ancient greek": "grc",
    "arabic": "ar",
    "hebrew": "he",
    "sanskrit": "sa",
    "quenya": "qya",
    "jp": "ja",
    "kr": "ko",
    "cn": "zh-hans",
    "sp": "es",
    "zhs": "zh-hans",
    "zht": "zh-hant",
    "zh_cn": "zh-hans",
    "zh_tw": "zh-hant",
    "zh-cn": "zh-hans",
    "zh-tw": "zh-hant",
    "pt-br": "pt",
}


def language_code(given: str) -> str:
    """Return the code of a language by its name or code; an unknown one is kept, cut to eight letters."""
    folded = given.strip().lower()
    return _CODES.get(folded, folded[:8])
