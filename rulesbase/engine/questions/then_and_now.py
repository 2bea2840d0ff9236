"""Questions "Then and now": a sentence of a rule with a gap in which something else stood before a change."""

from difflib import SequenceMatcher
from typing import NamedTuple

from rulesbase.engine.questions.version_index import IndexedWord, stem, words_of
from rulesbase.engine.text.sentences import is_see, sentences
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
        " named called says said reads read means mean instance instances".split(),
    )
)


class ThenAndNow(NamedTuple):
    """now[start:end] is the gap in the text of today, within now[first:last]; ``before`` stood in it."""

    first: int
    last: int
    start: int
    end: int
    before: str


def then_and_now(before: str, now: str) -> ThenAndNow | None:
    """Return the sentence that changed in one place, if that is all that changed in it and more than grammar."""
    old = [before[one.start : one.end] for one in sentences(before)]
    unchanged = {_line(one) for one in old}
    found: list[ThenAndNow] = []
    for one in sentences(now):
        sentence = now[one.start : one.end]
        words = words_of(now, one.start, one.end)
        if is_see(sentence) or _line(sentence) in unchanged or len(words) > _MOST_WORDS:
            continue
        nearest = max(old, key=lambda text: _likeness(text, sentence), default="")
        if _likeness(nearest, sentence) >= _ALIKE and (gap := _gap(nearest, now, words)):
            found.append(ThenAndNow(one.start, one.end, *gap))
    return found[0] if len(found) == 1 else None


def _gap(old: str, now: str, words: list[IndexedWord]) -> tuple[int, int, str] | None:
    was = words_of(old)
    left, right = [word.key for word in was], [word.key for word in words]
    changes = [one for one in SequenceMatcher(None, left, right, autojunk=False).get_opcodes() if one[0] != "equal"]
    if len(changes) != 1:
        return None
    _kind, a, b, c, d = changes[0]
    if a == b or c == d or max(b - a, d - c) > _MOST_CHANGED or len(right) - (d - c) < _FEWEST_AROUND:
        return None
    gone, come = left[a:b], right[c:d]
    if "#" in gone or "#" in come or not _is_telling(gone, come):
        return None
    return words[c].start, words[d - 1].end, old[was[a].start : was[b - 1].end]


def _is_telling(gone: list[str], come: list[str]) -> bool:
    """Return whether other content words make the difference, and each side has one."""
    before, after = ({stem(word) for word in some if word not in LITTLE and len(word) > 2} for some in (gone, come))
    return bool((before - after) - SAME_MEANING and (after - before) - SAME_MEANING)


def _line(text: str) -> str:
    return " ".join(word.key for word in words_of(text))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, _line(one).split(), _line(other).split(), autojunk=False).ratio()
