"""Questions on terms, their definitions and translations, and on what keywords do."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.languages import text_language
from rulesbase.engine.questions.decisive_words import decisive
from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.version_index import IndexedWord, VersionIndex, is_title, runs_of, words_of
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import parent_of
from rulesbase.engine.text.sentences import is_see, sentences, without_see
from rulesbase.engine.text.stems import stem
from rulesbase.engine.text.terms import names_of
from rulesbase.engine.text.tokens import LITTLE

_SENSE = re.compile(r"\d{1,2}\.(?:\s+|$)")
_OBSOLETE = re.compile(r"\(obsolete\)", re.I)
_REMOVED = re.compile(r"\b(?:was|were|has been|have been) removed\b", re.I)
# The definition of a keyword is only where to look; the questions on keywords ask for the rules themselves.
_KEYWORD = re.compile(
    r"(?:\d\. )?(?:[\w ]+ is )?(?:An?|Obsolete) (?:informal |obsolete )?keyword (?:ability|action)\b", re.I
)
# Parts of a card and ways to play, which decide nothing in a game.
_DECIDES_NOTHING = re.compile(
    r"(?:\d\. )?(?:An? (?:\w+ )?(?:casual |variant|way of)|A part|A characteristic|Information"
    r"|Part of the turn|The standard component|The collection|The primary|A zone for|A (?:card |sub|super)?type\b)",
    re.I,
)
# A definition with fewer words of its own fits too many terms.
_FEWEST, _FEWEST_CLUES = 4, 6
# A shorter definition is too vague to be applied.
_FEWEST_WORDS = 12
# A term in fewer rules decides little.
_FEWEST_USES = 8
_FEWEST_DECISIVE = 2
# Maximum overlap of two definitions; maximum share of gaps in a definition.
_ALIKE, _MOST_BLANK = 0.6, 0.25
# More gaps show the form of the term.
_MOST_BLANKS = 1
# Words that identify no term.
_SORTS = frozenset("a an the of to in on or and for with that this it its is are card cards object player".split())
_UNINFORMATIVE = re.compile(r"(?:multiple|more than one) instances? of", re.I)
_SORT_OF = re.compile(r"\bis an? (?:\w+[ -]){0,4}(?:ability|keyword|action)\b\.?$", re.I)
_KEYWORD_CHAPTERS = ("keyword actions", "keyword abilities")
# Maximum characters shown of a keyword's rules.
_SHOWN = 700


def definition(text: str) -> str:
    """Return a definition without sentences that are only cross-references."""
    lines = without_see(text).split("\n")
    return "\n".join(line for line in lines if _SENSE.sub("", line, count=1).strip())


def terms(index: VersionIndex) -> Iterable[DraftQuestion]:
    """Yield term to meaning: every term whose definition is more than a cross-reference."""
    for at in index.terms:
        entry = index.entries[at]
        words = words_of(definition(entry.text))
        if len(words) < _FEWEST or _REMOVED.search(entry.text):
            continue
        level = level_of("term", words=len(words), rarity=index.uses[entry.number])
        if _OBSOLETE.search(entry.heading):
            level = max(level, 4)
        yield DraftQuestion("term", at, (), {}, level, _worth(index, entry, len(words)), entry.heading.lower())


def _worth(index: VersionIndex, entry: VersionEntry, words: int) -> float:
    """Return 1 if many rules use a term and its only definition has decisive words, else 0."""
    is_used = index.uses[entry.number] >= _FEWEST_USES and words >= _FEWEST_WORDS
    decides = len(decisive(word.key for word in words_of(definition(entry.text)))) >= _FEWEST_DECISIVE
    is_other = any(sort.match(entry.text) for sort in (_KEYWORD, _DECIDES_NOTHING, _SENSE))
    return float(is_used and decides and not is_other)


# ---- Meaning to term ----


def definitions(index: VersionIndex) -> Iterable[DraftQuestion]:
    """Yield meaning to term: definitions that fit one term and do not name it."""
    asked: dict[int, tuple[list[list[int]], str]] = {}
    meanings: dict[int, list[tuple[str, bool]]] = {}
    for at in index.terms:
        entry = index.entries[at]
        words = words_of(entry.text)
        blanks = _blanks(entry.heading, entry.text, words)
        meanings[at] = _meaning(entry.text, blanks)
        is_gone = _OBSOLETE.search(entry.heading) or _REMOVED.search(entry.text)
        if not is_gone and _is_enough(meanings[at]):
            shown = [word.key for word in words if not _within(word.start, blanks)]
            asked[at] = blanks, " ".join(shown)
    alike = _alike(meanings)
    plain = {at: _plain(index.entries[at].text) for at in index.terms}
    for at, (blanks, line) in asked.items():
        entry = index.entries[at]
        if alike[at] <= _ALIKE and not _fits_another(
            entry.text, blanks, [plain[other] for other in plain if other != at]
        ):
            level = level_of("definition", words=len(line.split()), rarity=index.uses[entry.number])
            is_open = len(blanks) <= _MOST_BLANKS
            worth = _worth(index, entry, len(line.split())) if is_open else 0.0
            data = {"gaps": blanks, "said": _own_spans(entry.text)}
            yield DraftQuestion("definition", at, (), data, level, worth, line)


def _meaning(text: str, blanks: list[list[int]]) -> list[tuple[str, bool]]:
    """Return the words of a definition without cross-references, and whether each is in a blank."""
    words = (word for start, end in _own_spans(text) for word in words_of(text, start, end))
    return [(word.key, _within(word.start, blanks)) for word in words]


def _fits_another(text: str, blanks: list[list[int]], others: Iterable[str]) -> bool:
    """Return whether the shown words occur in order in the text of another term, with other words in the gaps."""
    pieces: list[str] = []
    for start, end in _own_spans(text):
        edges = [start, *(place for blank in blanks if start <= blank[0] < end for place in blank), end]
        pieces += (_plain(text[a:b]) for a, b in zip(edges[::2], edges[1::2], strict=True))
    return any(_in_order(pieces, other) for other in others)


def _plain(text: str) -> str:
    return fold(text).lower()


def _in_order(pieces: Iterable[str], text: str) -> bool:
    at = 0
    for piece in pieces:
        found = text.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def _own_spans(text: str) -> list[list[int]]:
    """Return the offsets of the sentences that are shown: all but cross-references."""
    return [list(one) for one in sentences(text) if not is_see(text[one.start : one.end])]


def _within(place: int, spans: Iterable[list[int]]) -> bool:
    return any(start <= place < end for start, end in spans)


def _blanks(heading: str, text: str, words: Sequence[IndexedWord]) -> list[list[int]]:
    """Return where a definition names its term or a content word of it: offsets of those words."""
    names = [name.split() for name in names_of(heading, "en")] or [heading.lower().split()]
    stems = {stem(part) for name in names for word in name for part in (word, *re.split(r"[-/]", word)) if part}
    stems -= {stem(word) for word in LITTLE}
    if any(len(name) > 1 for name in names):
        stems -= {stem(word) for word in _SORTS}
    found: list[list[int]] = []
    for word in words:
        parts = {stem(part) for part in (word.key, *re.split(r"[-/]", word.key)) if part}
        if parts & stems or any(_same_root(part, one) for part in parts for one in stems):
            # Neighbouring words are one gap: their number would help.
            if found and text[found[-1][1] : word.start] in (" ", "-", "/"):
                found[-1][1] = word.end
            else:
                found.append([word.start, word.end])
    return found


def _same_root(word: str, other: str) -> bool:
    """Return whether two words share a root: cast and casting by stem, defend and defender by this."""
    short, long = sorted((word, other), key=len)
    return len(short) >= 5 and long.startswith(short[: max(5, len(short) - 2)]) and len(long) - len(short) <= 4


def _is_enough(meaning: Sequence[tuple[str, bool]]) -> bool:
    """Return whether the words that are not blank say enough."""
    shown = [key for key, is_blank in meaning if not is_blank]
    clues = {stem(key) for key in shown if key not in LITTLE and key not in _SORTS}
    return len(clues) >= _FEWEST_CLUES and len(meaning) - len(shown) <= _MOST_BLANK * len(meaning)


def _alike(meanings: Mapping[int, Sequence[tuple[str, bool]]]) -> dict[int, float]:
    """Return how much of each definition, without its own name, occurs in that of another term."""
    lines = {at: runs_of(["_" if is_blank else key for key, is_blank in meaning]) for at, meaning in meanings.items()}
    having: defaultdict[str, list[int]] = defaultdict(list)
    for at, runs in lines.items():
        for run in runs:
            having[run].append(at)
    found: dict[int, float] = {}
    for at, runs in lines.items():
        counts = Counter(other for run in runs for other in having[run] if other != at)
        found[at] = max(counts.values(), default=0) / len(runs) if runs else 1.0
    return found


# ---- Keywords ----


def keywords(index: VersionIndex) -> Iterable[DraftQuestion]:
    """Yield keyword to meaning: the subrules of the keyword's rule that explain it."""
    below: defaultdict[str, list[int]] = defaultdict(list)
    for at, entry in enumerate(index.entries):
        below[parent_of(entry.number)].append(at)
    for at, entry in enumerate(index.entries):
        chapter = index.chapter(at)
        if chapter is None or chapter.heading.lower() not in _KEYWORD_CHAPTERS or not is_title(entry):
            continue
        if parts := _parts(index, below[entry.number]):
            words = sum(len(index.entries[part].text.split()) for part in parts)
            level = level_of("keyword", words=words // 2, rarity=index.rarity([entry.text.lower()]))
            data = {"title": at, "parts": parts[1:]}
            reveals = f"{entry.text.lower()} {chapter.heading.lower()}"
            yield DraftQuestion("keyword", parts[0], (), data, level, 1.0, reveals)


def _parts(index: VersionIndex, below: list[int]) -> list[int]:
    """Return the subrules that explain a keyword, without those that only give its kind of ability."""
    parts = [at for at in below if not _UNINFORMATIVE.match(index.entries[at].text)]
    while len(parts) > 1 and _SORT_OF.search(index.entries[parts[0]].text):
        parts = parts[1:]
    found: list[int] = []
    length = 0
    for at in parts:
        length += len(index.entries[at].text)
        if found and length > _SHOWN:
            break
        found.append(at)
    return found


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


def translations(index: VersionIndex, names: Mapping[int, str], language: str) -> Iterable[DraftQuestion]:
    """Yield both directions for every term whose name in a language (by position of its entry) is unique."""
    english = {at: _plain_term(index.entries[at].heading) for at in index.terms}
    plain = {at: plain_name(name, language) for at, name in names.items()}
    theirs = Counter(_plain_term(name) for name in plain.values() if name)
    ours = Counter(english.values())
    for at, name in plain.items():
        entry, own = index.entries[at], _plain_term(name)
        is_unique = theirs[own] == 1 and ours[english[at]] == 1
        if not name or own == english[at] or not names_of(entry.heading, "en") or not is_unique:
            continue
        level = level_of("translation", rarity=index.uses[entry.number])
        for side, asked in ((language, own), ("en", english[at])):
            data = {"language": language, "ask": side, "name": name}
            yield DraftQuestion("translation", at, (language, side), data, level, 1.0, f"{language} {side} {asked}")


def _plain_term(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return re.sub(r"[\s“”\"'’«»「」]+", " ", folded).strip()
