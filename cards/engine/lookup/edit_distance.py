"""Search for words and names within a small edit distance."""

from array import array
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from types import ModuleType

from rapidfuzz import process
from rapidfuzz.distance import OSA, Levenshtein

from cards.engine.lookup.normalize import is_unspaced


def most_errors(typed: str) -> int:
    """Return the most errors allowed in a word or name of this length: none in short ones."""
    length = len(typed)
    if is_unspaced(typed):
        # One of these characters counts like a syllable or a word.
        return 0 if length < 4 else 1 if length < 8 else 2
    return 0 if length < 4 else 1 if length < 8 else 2 if length < 16 else 3


class NearTexts:
    """Sorted texts by length, to compare only texts of similar length.

    A text split into one part more than the allowed errors has at least one part unchanged, at nearly the same
    position. So only texts with such a part are compared.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        of_length: defaultdict[int, list[int]] = defaultdict(list)
        for at, text in enumerate(texts):
            of_length[len(text)].append(at)
        # Parts are found several times faster in single-byte text.
        self._columns = {
            length: [
                _Column(length, [at for at in ats if texts[at].isascii() is plain], texts) for plain in (True, False)
            ]
            for length, ats in of_length.items()
        }

    def to(self, typed: str) -> list[tuple[int, int]]:
        """Return positions and distances of near texts: letters added, lost, swapped or wrong.

        Two errors are searched only where no text is within one.
        """
        most = most_errors(typed)
        if not most:
            return []
        return self._with_one(typed) or (self._within(typed, most) if most > 1 else [])

    def _with_one(self, typed: str) -> list[tuple[int, int]]:
        # Twice as fast as the distance that counts a swap as one; here a swap counts as two.
        found = self._found(typed, 1, Levenshtein, 2)
        return [(at, 1) for at, text, _ in found if OSA.distance(typed, text, score_cutoff=1) == 1]

    def _within(self, typed: str, most: int) -> list[tuple[int, int]]:
        return [(at, distance) for at, _, distance in self._found(typed, most, OSA, most)]

    def _found(self, typed: str, errors: int, scorer: ModuleType, most: int) -> Iterator[tuple[int, str, int]]:
        parts = _parts(typed, errors)
        for length in range(len(typed) - errors, len(typed) + errors + 1):
            found = [
                (int(distance), column.places[rows[at]], text)
                for column in self._columns.get(length, ())
                for rows in (column.with_a_part(parts, length - len(typed), errors),)
                for text, distance, at in process.extract(
                    typed,
                    [column.texts[row] for row in rows],
                    scorer=scorer.distance,
                    processor=None,
                    score_cutoff=most,
                    limit=None,
                )
            ]
            for distance, place, text in sorted(found):
                yield place, text, distance


def _parts(typed: str, errors: int) -> list[tuple[int, str]]:
    """Return one part more than the allowed errors, with positions: every near text contains one.

    One letter between parts belongs to none, because a swap counts as one error.
    """
    length, longer = divmod(len(typed) - errors, errors + 1)
    found, start = [], 0
    for at in range(errors + 1):
        end = start + length + (at < longer)
        found.append((start, typed[start:end]))
        start = end + 1
    return found


class _Column:
    """Sorted texts of one length."""

    def __init__(self, length: int, places: Sequence[int], texts: Sequence[str]) -> None:
        self.places = array("I", places)
        self.texts = [texts[at] for at in places]
        self._wide = length + 1
        self._whole = "".join(f"{text}\n" for text in self.texts)

    def with_a_part(self, parts: Sequence[tuple[int, str]], longer: int, errors: int) -> list[int]:
        """Return the rows of texts with one of the parts where it can occur, given the difference in length."""
        (_, begin), *middle, (_, end) = parts
        first = bisect_left(self.texts, begin)
        found = set(range(first, bisect_right(self.texts, begin + "\U0010ffff", first)))
        found.update(self._with(f"{end}\n", self._wide - 1 - len(end), self._wide - 1 - len(end)))
        # Letters added before a part and removed behind it are both errors.
        moves = [by for by in range(-errors, errors + 1) if abs(by) + abs(longer - by) <= errors]
        for start, part in middle:
            found.update(self._with(part, start + moves[0], start + moves[-1]))
        return sorted(found)

    def _with(self, part: str, first: int, last: int) -> Iterator[int]:
        """Yield rows that have a part at one of several positions."""
        row = 0
        at = self._whole.find(part, first)
        while at >= 0:
            row, place = divmod(at, self._wide)
            if place > last:
                at = self._whole.find(part, (row + 1) * self._wide + first)
            elif place < first:
                at = self._whole.find(part, row * self._wide + first)
            else:
                yield row
                at = self._whole.find(part, (row + 1) * self._wide + first)
