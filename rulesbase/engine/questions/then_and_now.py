"""Questions "Then and now": a sentence of a rule with a gap in which something else stood before a change."""

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import NamedTuple

from rulesbase.engine.questions.decisive_words import DECISIVE
from rulesbase.engine.questions.version_index import IndexedWord, is_quoted, words_of
from rulesbase.engine.questions.which_rule import NEEDS_CONTEXT
from rulesbase.engine.text.sentences import is_see, sentences
from rulesbase.engine.text.stems import stem
from rulesbase.engine.text.tokens import LITTLE

# Words around the gap, and in it.
_FEWEST_AROUND, _MOST_WORDS, _MOST_CHANGED = 6, 60, 12
# Sentences less alike than this are two sentences, not one that changed.
_ALIKE = 0.55
# Changes that say the same: other grammar, other names of the same thing, other ways to include everybody.
SAME_MEANING = frozenset(
    map(
        stem,
        "first second third next he she or his her him they their them that which who player the a an is are"
        " was were has have had been be being this it its # see of to in on for by as from with and into onto"
        " would will any each every play cast played casting playing enters enter entering battlefield comes"
        " come into game removed exiled put local enchantment subtype type card whether when whenever if then"
        " also rule rules example section see described using abilities ability text printed word words name"
        " named called says said reads read means mean instance instances"
        " prevent preclude link connect activate activated represent converted value general edh castable playable"
        " transforming nonmodal option variant do don't does doesn't can can't cannot may".split(),
    )
)


# What a rule is about or does: a change of these words changes games.
_RULING = DECISIVE | frozenset(
    map(stem, "lose win leave creature permanent planeswalker battle token zone damage counter".split())
)


# A change that is worth a question: the rule was as long as this and is at most as long as that, and most words stayed.
_FEWEST_WORDS, _LONGEST, _STAYED = 10, 70, 0.7
# With another beginning, a text mostly took up that of another rule; with more gone, it was written
# anew; with few words added, another word only replaced one.
_SAME_HEAD, _MOST_GONE, _FEWEST_COME = 3, 2, 3
_LIST = re.compile(r"\b(?:types|supertypes|subtypes|cards|keywords) are\b")


def has_decisive_change(before: str, now: str) -> bool:
    """Return whether a rule of some length, not a list, changed a little and in decisive words."""
    old, new = ([word.key for word in _ruling_words(text)] for text in (before, now))
    if not _FEWEST_WORDS <= len(old) <= _LONGEST or not _FEWEST_WORDS <= len(new) <= _LONGEST or _LIST.search(now):
        return False
    stayed = SequenceMatcher(None, old, new, autojunk=False).ratio()
    if stayed < _STAYED or old[:_SAME_HEAD] != new[:_SAME_HEAD] or _needs_context(before, now):
        return False
    left, right = (Counter(map(stem, keys)) for keys in (old, new))
    gone, come = set(left - right) - SAME_MEANING, set(right - left) - SAME_MEANING
    is_moderate = len(come) >= _FEWEST_COME and len(gone) <= _MOST_GONE
    return is_moderate and bool((gone | come) & _RULING)


def _ruling_words(text: str) -> list[IndexedWord]:
    """Return the words of a text without quotations, and without sentences that only refer to other rules."""
    parts = [one for one in sentences(text) if not is_see(text[one.start : one.end])]
    return [word for one in parts for word in words_of(text, one.start, one.end) if not is_quoted(text, word.start)]


def _needs_context(before: str, now: str) -> bool:
    """Return whether the first sentence that changed, which the question shows, needs one before it."""
    stayed = {_folded(now[one.start : one.end]) for one in sentences(now)}
    gone = (before[one.start : one.end] for one in sentences(before))
    first = next((text for text in gone if _folded(text) not in stayed), "")
    return bool(NEEDS_CONTEXT.match(first))


class ThenAndNow(NamedTuple):
    """now[start:end] is the gap in the text of today, within now[first:last]; ``before`` stood in it."""

    first: int
    last: int
    start: int
    end: int
    before: str


def then_and_now(before: str, now: str) -> ThenAndNow | None:
    """Return the place that changed, if one sentence changed in one place only, and in more than grammar."""
    old = [before[one.start : one.end] for one in sentences(before)]
    unchanged = {_folded(one) for one in old}
    found: list[ThenAndNow] = []
    for one in sentences(now):
        sentence = now[one.start : one.end]
        words = words_of(now, one.start, one.end)
        if is_see(sentence) or _folded(sentence) in unchanged or len(words) > _MOST_WORDS:
            continue
        alike = ((_likeness(text, sentence), text) for text in old)
        likeness, nearest = max(alike, key=lambda pair: pair[0], default=(0.0, ""))
        if likeness >= _ALIKE and (gap := _gap(nearest, words)):
            found.append(ThenAndNow(one.start, one.end, *gap))
    return found[0] if len(found) == 1 else None


def _gap(old: str, words: list[IndexedWord]) -> tuple[int, int, str] | None:
    was = words_of(old)
    left, right = [word.key for word in was], [word.key for word in words]
    changes = [one for one in SequenceMatcher(None, left, right, autojunk=False).get_opcodes() if one[0] != "equal"]
    if len(changes) != 1:
        return None
    _kind, a, b, c, d = changes[0]
    if a == b or c == d or max(b - a, d - c) > _MOST_CHANGED or len(right) - (d - c) < _FEWEST_AROUND:
        return None
    gone, come = left[a:b], right[c:d]
    if any(not key.replace("'", "").replace("-", "").isalpha() for key in (*gone, *come)) or not _is_telling(
        gone, come
    ):
        return None
    return words[c].start, words[d - 1].end, old[was[a].start : was[b - 1].end]


def _is_telling(gone: list[str], come: list[str]) -> bool:
    """Return whether other content words make the difference, with a decisive one on each side."""
    before, after = ({stem(word) for word in some if word not in LITTLE and len(word) > 2} for some in (gone, come))
    old, new = (before - after) - SAME_MEANING, (after - before) - SAME_MEANING
    return bool(old & _RULING and new & _RULING)


def _folded(text: str) -> str:
    return " ".join(word.key for word in words_of(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, _folded(one).split(), _folded(other).split(), autojunk=False).ratio()
