"""Words for characteristics in British English, French and Japanese, as the American English words of the rules."""

import re
import unicodedata

_FRENCH = {
    "creature": "creature creatures",
    "land": "terrain terrains",
    "artifact": "artefact artefacts",
    "enchantment": "enchantement enchantements",
    "instant": "ephemere ephemeres",
    "sorcery": "rituel rituels",
    "planeswalker": "arpenteur arpenteurs",
    "battle": "bataille batailles",
    "conspiracy": "conspiration conspirations",
    "legendary": "legendaire legendaires",
    "snow": "neigeux neigeuse neigeuses",
    "white": "blanc blanche blancs blanches",
    "blue": "bleu bleue bleus bleues",
    "black": "noir noire noirs noires",
    "red": "rouge rouges",
    "green": "vert verte verts vertes",
    "colorless": "incolore incolores",
    "multicolored": "multicolore multicolores",
    "monocolored": "monocolore monocolores unicolore unicolores",
    "colored": "colore coloree colores colorees",
    "historic": "historique historiques",
    "and": "et",
    "or": "ou",
    "non": "pas",
    "": "carte cartes nom noms un une le la les de d du des qui est avec",
}
_WORDS = {word: english for english, words in _FRENCH.items() for word in words.split()}
_WORDS |= {"colourless": "colorless", "coloured": "colored", "multicoloured": "multicolored"}
_WORDS |= {"monocoloured": "monocolored", "colour": "color", "colours": "colors"}
# Phrases are replaced before words; accents are gone by then.
_PHRASES = (
    (r"\bcout converti de mana\b|\bvaleur de mana\b", "mana value"),
    (r"\bnon[- ]base\b", "nonbasic"),
    (r"\bde base\b", "basic"),
    (r"\bn'est pas\b|\bne sont pas\b|\b(?:n'est |ne sont )?ni\b", "non"),
    (r"\b(?:neither|nor)(?: an?)?\b", "non"),
    (r"\b[dl]'", " "),
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
_JAPANESE_OF = {
    "mana value": "点数で見たマナ・コスト 点数で見たマナコスト マナ総量",
    "power": "パワー",
    "toughness": "タフネス",
    "planeswalker": "プレインズウォーカー",
    "artifact": "アーティファクト",
    "enchantment": "エンチャント",
    "instant": "インスタント",
    "permanent": "パーマネント",
    "creature": "クリーチャー",
    "sorcery": "ソーサリー",
    "battle": "バトル",
    "legendary": "伝説",
    "historic": "歴史的",
    "basic": "基本",
    "snow": "氷雪",
    "land": "土地",
    "tribal": "部族",
    "kindred": "同族",
    "colorless": "無色",
    "multicolored": "多色",
    "monocolored": "単色",
    "colored": "有色",
    "or": "または か",
    "non": "でない ではない 以外",
    "or greater": "以上",
    "or less": "以下",
    "or greater than": "より大きい",
    "or less than": "より小さい 未満",
    "white": "白",
    "blue": "青",
    "black": "黒",
    "red": "赤",
    "green": "緑",
    "": "という カード である かつ 名前 名 色 の な が で は 、 。 ・",
}
_JAPANESE = {word: english for english, words in _JAPANESE_OF.items() for word in words.split()}
_IN_JAPANESE = re.compile("|".join(sorted(map(re.escape, _JAPANESE), key=len, reverse=True)))
_KANA_OR_KANJI = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")
_NEITHER = re.compile(r"([^\s、。]+?)でも([^\s、。]+?)でもない")
_NOT_SO = re.compile(r"([^\s、。]+?)(以外|ではない|でない)")
# What Japanese says after the number or type, English says before it.
_NUMBER_THAN = re.compile(r"(\d+) or (greater|less) than\b")
_TYPE_NON = re.compile(r"(\w+)\s+non\b")


def _negation(match: re.Match[str]) -> str:
    """Return the negation of several words, such as 基本土地以外, as an English exclusion; that of one unchanged."""
    words = [word for found in _IN_JAPANESE.findall(match[1]) if (word := _JAPANESE[found])]
    if "or" in words or (match[2] == "以外" and len(words) > 1):
        return f" other than {match[1]}, "
    return match[0]


def in_rules_words(text: str) -> str:
    """Return a text with the words for characteristics in lower-case American English: *artefact non bleu* gives
    *artifact non blue*.
    """
    plain = unicodedata.normalize("NFKC", text).lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    if _KANA_OR_KANJI.search(plain):
        plain = _NOT_SO.sub(_negation, _NEITHER.sub(r"\1でない\2でない", plain))
        plain = _IN_JAPANESE.sub(lambda match: f" {_JAPANESE[match[0]]} ", plain)
        plain = _TYPE_NON.sub(r"non\1", _NUMBER_THAN.sub(r"\2 than \1", " ".join(plain.split())))
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
    plain = unicodedata.normalize("NFC", plain)
    for phrase, english in _PHRASES:
        plain = re.sub(phrase, english, plain)
    return re.sub(r"[a-z]+", lambda match: _WORDS.get(match[0], match[0]), plain)
