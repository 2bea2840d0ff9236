"""Questions on terms in other languages: to English and back, where both names are unique."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping

from rulesbase.engine.languages import text_language
from rulesbase.engine.questions.definitions import _uses
from rulesbase.engine.questions.draft import Draft, level_of
from rulesbase.engine.questions.version_index import VersionIndex
from rulesbase.engine.text.terms import names_of

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]{3,}")


def plain_name(heading: str, language: str) -> str:
    """Return the name of a term without the English that some editions append; empty if none is left."""
    if not text_language(language).is_spaced:
        parts = re.split(r"\s*[/／(（［\[]\s*|\s{2,}", heading)
        own = [part.strip(" )）］]") for part in parts if _CJK.search(part)]
        if not own:
            return ""
        name = own[0]
        latin = _LATIN.search(name)
        return name[: latin.start()].strip(" ,，、:：-–—") if latin and latin.start() else "" if latin else name
    return re.sub(r"\s*[(（\[][^)）\]]*[)）\]]", "", heading).strip()


def translations(book: VersionIndex, names: Mapping[int, str], language: str) -> Iterable[Draft]:
    """Yield both directions for every term whose name in a language (by position of its entry) is unique."""
    english = {at: _plain(book.leaves[at].heading) for at in book.terms}
    plain = {at: plain_name(name, language) for at, name in names.items()}
    theirs = Counter(_plain(name) for name in plain.values() if name)
    ours = Counter(english.values())
    for at, name in plain.items():
        leaf = book.leaves[at]
        same = _plain(name) == english[at]
        if not name or same or theirs[_plain(name)] > 1 or ours[english[at]] > 1 or not names_of(leaf.heading, "en"):
            continue
        level = level_of("translation", rarity=_uses(book)[leaf.number])
        for side in (language, "en"):
            asked = _plain(name) if side == language else english[at]
            data = {"language": language, "ask": side, "name": name}
            yield Draft("translation", at, (language, side), data, level, 1.0, f"{language} {side} {asked}")


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s“”\"'’«»「」]+", " ", folded).strip()
