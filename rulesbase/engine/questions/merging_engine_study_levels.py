"""How hard a question is, 1 to 5.

Each kind begins where most judges stand: knowing a word or a chapter is easier (1 or 2) than filling a gap in a rule
(2), telling which rule says something (3), or naming all that a rule rests on (4). From there:

- what is long takes longer to hold together: more than 45 words make it harder;
- what is rare is not met with in play: a word that stands in three rules or fewer makes it harder, one that stands
  in more than a hundred easier;
- what others rest on is learnt first: a rule that five or more others cite is easier;
- sections 8 and 9 are about variants and casual formats, which few know: harder.
"""

_FIRST = {
    "term": 1,
    "keyword": 2,
    "heading": 2,
    "definition": 2,
    "cloze": 2,
    "translation": 2,
    "which": 3,
    "changed": 3,
    "rests": 4,
}
_LONG, _RARE, _COMMON, _CITED = 45, 3, 100, 5


def level_of(kind: str, *, words: int = 0, rarity: int = _RARE + 1, cited: int = 0, number: str = "") -> int:
    """The level: ``words`` shown, in how many rules the answer's rarest word stands, how many cite the rule."""
    level = _FIRST[kind]
    level += words > _LONG
    level += (rarity <= _RARE) - (rarity > _COMMON)
    level -= cited >= _CITED
    level += number[:1] in ("8", "9")
    return min(5, max(1, level))
