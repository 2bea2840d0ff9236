"""Names that hold a part of what was typed, wherever in them it stands."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence


class Parts:
    """Sorted texts without line ends, in which parts are looked for. Nothing changes once it is made."""

    def __init__(self, texts: Sequence[str]) -> None:
        # Where all letters are of one byte, parts are found several times as fast.
        self._plain = _Whole((at for at, text in enumerate(texts) if text.isascii()), texts)
        self._other = _Whole((at for at, text in enumerate(texts) if not text.isascii()), texts)

    def holding(self, part: str, most: int) -> set[int]:
        """The places of texts that hold a part: the first of them where there are more than ``most``."""
        found = [*self._other.holding(part, most)]
        if part.isascii():
            found += self._plain.holding(part, most)
        return set(sorted(found)[:most])


class _Whole:
    """Some texts as one."""

    def __init__(self, places: Iterable[int], texts: Sequence[str]) -> None:
        self._places = array("I", places)
        self._text = "\n".join(texts[at] for at in self._places)
        self._offsets = array("I", [0])
        for at in self._places:
            self._offsets.append(self._offsets[-1] + len(texts[at]) + 1)

    def holding(self, part: str, most: int) -> Iterator[int]:
        """The places of the first texts with a part, in their order."""
        start = self._text.find(part)
        while start >= 0 and most > 0:
            at = bisect_right(self._offsets, start) - 1
            yield self._places[at]
            most -= 1
            start = self._text.find(part, self._offsets[at + 1])
