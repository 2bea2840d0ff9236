"""Search for cards by typed names: in any language and spelling, in part, or mistyped."""

import json
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from heapq import nlargest
from itertools import accumulate
from typing import Any

from cards.engine.lookup.edit_distance import NearTexts
from cards.engine.lookup.normalize import fold, is_unspaced, key_of, words_of
from cards.engine.lookup.ranking import Hit, NameMatch, ranked
from cards.engine.lookup.types import Candidate, CardKind, IndexedCard, IndexedName, MatchReason, NameKind
from cards.engine.lookup.words import MISTYPED, Vocabulary, word_columns
from rulesbase.engine.languages import AND_WORDS
from rulesbase.engine.messages import Message


class PartIndex:
    """Sorted texts without line ends, searchable by substring: joined into one text. Immutable."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._text = "\n".join(texts)
        self._offsets = array("I", accumulate((len(text) + 1 for text in texts), initial=0))

    def holding(self, part: str, most: int) -> set[int]:
        """Return the positions of texts that contain a part: the first if there are more than ``most``."""
        found: set[int] = set()
        start = self._text.find(part)
        while start >= 0 and len(found) < most:
            at = bisect_right(self._offsets, start) - 1
            found.add(at)
            start = self._text.find(part, self._offsets[at + 1])
        return found


# No name is half as long; longer input would take too much time.
LONGEST = 400
_MOST_PARTS = 400
# A beginning this long may be a name in short.
_SHORTEST_WORD = 3
# A name with the same words comes after the whole name, also after that of a helper card such as The Monarch.
_BELOW_WHOLE = 85.0
# Enough keys to fill a list although cards have several names.
_SPARE = 8
# Separators of a name and its translation, flavor name or other half: 稲妻/Lightning Bolt.
PARTED = re.compile(r"[/()（）／《》]+")
# Words between the halves of a split card in speech.
_AND = frozenset((*AND_WORDS, "&"))


def name_columns(
    cards: Iterable[IndexedCard], names: Iterable[IndexedName]
) -> Mapping[str, "Sequence[str] | array[Any]"]:
    """Return the columns of a NameIndex: cards, names sorted by key (see ``normalize``), keys and words of names."""
    cards = list(cards)
    place = {card.card: at for at, card in enumerate(cards)}
    given = [name for name in names if name.card in place]
    folded = [fold(name.name) for name in given]
    keys = [key_of(name) for name in folded]
    order = sorted(range(len(given)), key=keys.__getitem__)
    languages = sorted({name.language for name in given})
    number = {language: at for at, language in enumerate(languages)}
    # The first row of each key.
    firsts = [row for row, at in enumerate(order) if row == 0 or keys[at] != keys[order[row - 1]]]
    warnings = ((row, warning) for row, at in enumerate(order) if (warning := given[at].warning))
    return {
        "card_ids": [card.card for card in cards],
        "card_names": [card.name for card in cards],
        "card_kinds": array("B", [card.kind for card in cards]),
        "languages": languages,
        "names": [given[at].name for at in order],
        "card": array("I", [place[given[at].card] for at in order]),
        "language": array("B", [number[given[at].language] for at in order]),
        "kind": array("B", [given[at].kind for at in order]),
        "warnings": [json.dumps([row, warning.message, warning.values]) for row, warning in warnings],
        "keys": [keys[order[row]] for row in firsts],
        "starts": array("I", [*firsts, len(order)]),
        **word_columns(_spoken((folded[order[row]], given[order[row]].name) for row in firsts)),
    }


def _spoken(names: Iterable[tuple[str, str]]) -> Iterator[Iterable[str]]:
    """Yield the words of names, each given folded and as it is; names without spaces have none."""
    for folded, name in names:
        words = [] if is_unspaced(folded) else words_of(folded)
        yield (*words, *_epithet(name, words)) if words else ()


class NameIndex:
    """All names of all cards, searchable. Immutable, so threads may share it."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        """Read columns that `name_columns` made, perhaps in another process."""
        ids, names = columns["card_ids"], columns["card_names"]
        self._cards = [IndexedCard(*row) for row in zip(ids, names, map(CardKind, columns["card_kinds"]), strict=True)]
        self._languages: Sequence[str] = columns["languages"]
        self._names: Sequence[str] = columns["names"]
        self._card, self._language, self._kind = columns["card"], columns["language"], columns["kind"]
        self._warnings = {
            row: Message(message, values) for row, message, values in map(json.loads, columns["warnings"])
        }
        self._keys: Sequence[str] = columns["keys"]
        self._starts = columns["starts"]
        self._vocabulary = Vocabulary(columns["words"], columns["word_starts"], columns["word_keys"])

    @cached_property
    def _near(self) -> NearTexts:
        return NearTexts(self._keys)

    @cached_property
    def _parts(self) -> PartIndex:
        return PartIndex(self._keys)

    # ---- Finding ----

    def find(self, typed: str, *, language: str | None = None, limit: int = 10) -> list[Candidate[str]]:
        """Return cards that may be meant, the likeliest first; none for text that is no name.

        Names in ``language`` come before equally good others; without it those in English.
        """
        if len(typed) > LONGEST or limit < 1:
            return []
        folded = fold(typed)
        key = key_of(folded)
        return self._best(self._hits(typed, folded, key), language, limit) if key else []

    def _best(self, hits: Mapping[int, Hit], language: str | None, limit: int) -> list[Candidate[str]]:
        best = nlargest(limit * _SPARE, hits.items(), key=lambda item: (item[1].score, -len(self._keys[item[0]])))
        rows = (self._row(row, hit) for at, hit in best for row in range(self._starts[at], self._starts[at + 1]))
        return ranked(list(rows), language, limit)

    def named(self, typed: str, *, language: str | None = None, limit: int = 10) -> list[Candidate[str]]:
        """Return cards with that name or one that begins so; without guesses, so much faster than ``find``."""
        folded = fold(typed) if len(typed) <= LONGEST else ""
        key = key_of(folded)
        if not key or limit < 1:
            return []
        hits = {at: self._begun(folded, key, at) for at in self._beginning(key)}
        hits.update((at, Hit(100.0, MatchReason.EXACT)) for at in self._exact(folded, key))
        return self._best(hits, language, limit)

    def _hits(self, typed: str, folded: str, key: str) -> dict[int, Hit]:
        """Return how well the names match, by position of their keys: the best reason for each."""
        hits = {at: Hit(100.0, MatchReason.EXACT) for at in self._exact(folded, key)}
        if not hits and PARTED.search(typed):
            hits = self._pieces(typed)
        whole = any(hit.reason == MatchReason.EXACT for hit in hits.values())
        for at, hit in self._guesses(folded, key, whole):
            if at not in hits or hits[at].score < hit.score:
                hits[at] = hit
        return hits

    def _pieces(self, typed: str) -> dict[int, Hit]:
        """Return names separated by a slash or the like; where one of them is unknown, it may be mistyped."""
        pieces = [piece for piece in map(fold, PARTED.split(typed)) if piece]
        found = [at for piece in pieces if (at := self._at(key_of(piece))) is not None]
        hit = Hit(98.0, MatchReason.EXACT) if len(found) == len(pieces) else Hit(80.0, MatchReason.PART)
        return dict.fromkeys(found, hit)

    def _guesses(self, folded: str, key: str, whole: bool) -> Iterator[tuple[int, Hit]]:
        """Yield names that contain the input or nearly; only longer ones if it is a ``whole`` name."""
        for at in self._beginning(key):
            yield at, self._begun(folded, key, at)
        near = [] if whole else self._near.to(key)
        short = 20 if len(key) < 8 and not is_unspaced(key) else 0
        for at, distance in near:
            # People rarely mistype the first letter.
            first = self._keys[at][:1] != key[:1]
            # A swap is the likeliest error: half an error, in short names too.
            swapped = distance == 1 and sorted(self._keys[at]) == sorted(key)
            errors, less = (0.5, 0) if swapped else (distance, short)
            yield at, Hit(100 - 100 * errors / len(key) - less - first, MatchReason.TYPING_ERROR)
        words = words_of(folded)
        if len(words) > 1 or not whole:
            for at, quality in self._vocabulary.matches(words, mistyped=not near).items():
                cover = min(1.0, len(key) / len(self._keys[at]))
                reason = MatchReason.TYPING_ERROR if quality <= MISTYPED else MatchReason.WORDS
                score = 40 + 20 * quality + 30 * cover * quality
                yield at, Hit(min(score, _BELOW_WHOLE) if whole else score, reason)
        for at in () if whole else self._holding(folded, key):
            yield at, Hit(40 + 35 * len(key) / len(self._keys[at]), MatchReason.PART)

    def _at(self, key: str) -> int | None:
        at = bisect_left(self._keys, key)
        return at if at < len(self._keys) and self._keys[at] == key else None

    def _exact(self, folded: str, key: str) -> Iterator[int]:
        """Yield the position of the key, and of the split card whose halves a word joins."""
        at = self._at(key)
        if at is not None:
            yield at
        words = folded.split()
        for middle, word in enumerate(words[1:-1], 1):
            if word in _AND:
                at = self._at(key_of("".join(words[:middle] + words[middle + 1 :])))
                if at is not None and "/" in self._names[self._starts[at]]:
                    yield at

    def _beginning(self, key: str) -> range:
        return range(bisect_left(self._keys, key), bisect_right(self._keys, key + "\U0010ffff"))

    def _begun(self, folded: str, key: str, at: int) -> Hit:
        """Return how well the beginning of a name matches: best where a comma follows, then a space, then the rest."""
        ratio = len(key) / len(self._keys[at])
        name = self._names[self._starts[at]]
        if len(key) < _SHORTEST_WORD or not fold(name).startswith(f"{folded} "):
            return Hit(60 + 35 * ratio, MatchReason.PREFIX)
        comma = fold(name.partition(",")[0]) == folded
        return Hit(86 + 2 * comma + 8 * ratio, MatchReason.PREFIX)

    def _holding(self, folded: str, key: str) -> set[int]:
        """Return positions of names with this part, or with all these parts in unspaced scripts."""
        if not is_unspaced(folded):
            return self._parts.holding(key, _MOST_PARTS) if len(key) > 2 else set()
        parts = [self._parts.holding(key_of(part), _MOST_PARTS) for part in folded.split()[:8] if key_of(part)]
        return self._parts.holding(key, _MOST_PARTS) | set.intersection(*parts)

    def _row(self, row: int, hit: Hit) -> NameMatch:
        card = self._cards[self._card[row]]
        language, kind = self._languages[self._language[row]], NameKind(self._kind[row])
        return NameMatch(card, self._names[row], language, kind, hit, self._warnings.get(row))


def _epithet(name: str, words: Sequence[str]) -> Iterable[str]:
    """Return the initials of the words after the comma, as players say them: tms of ``Jace, the Mind Sculptor``."""
    _, comma, after = name.partition(",")
    if not comma:
        return ()
    initials = "".join(word[0] for word in words[-len(after.split()) :])
    return (initials,) if len(initials) > 2 else ()
