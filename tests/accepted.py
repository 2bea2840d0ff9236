"""``python -m tests.accepted [part ...]``: what do the engines make of real texts now, beside what was accepted?

Prints what is different and renews the table, of all parts or of those named; ``show PART PLACE [PIECE]`` prints what
comes out of one, to be compared with what came out before. Real texts are needed: RULESBASE_CORPUS.
"""

import csv
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.engine.accepting import COLUMNS, TABLE, Accepted, accepted, differences, said, sums_of
from tests.engine.every_part import PARTS


def renewed(corpus: Path, parts: Sequence[str]) -> tuple[Accepted, list[str]]:
    """The table with these parts made anew, and what is different."""
    known = accepted() if TABLE.exists() else {}
    table: Accepted = {}
    told: list[str] = []
    for part, one in PARTS.items():
        for place in one.places:
            before = known.get((part, place), {})
            if part in parts or not before:
                table[part, place] = sums_of(one.made(corpus, place))
                told += differences(part, place, table[part, place], before)
            else:
                table[part, place] = before
    told += [f"{part} {place}: is no more" for part, place in known if (part, place) not in table]
    return table, told


def write(table: Accepted) -> None:
    """Write the table in the order of parts and places."""
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(COLUMNS)
        rows.writerows((*where, piece, *one) for where, sums in table.items() for piece, one in sums.items())


def main(words: Sequence[str]) -> int:
    """Show one, or renew the table; 2 where something unknown is asked."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    unknown = [part for part in (words[1:2] if words[:1] == ["show"] else words) if part not in PARTS]
    if not named or unknown or (words[:1] == ["show"] and words[2:3] == []):
        print(f"{unknown[0]} is none of {', '.join(PARTS)}" if unknown else __doc__, file=sys.stderr)
        return 2
    corpus = Path(named)
    if words[:1] == ["show"]:
        for piece, things in PARTS[words[1]].made(corpus, words[2]).items():
            if words[3:4] in ([], [piece]):
                print(*(f"{piece}: {said(thing)}" for thing in things), sep="\n")
        return 0
    table, told = renewed(corpus, words or list(PARTS))
    print("\n".join(told) if told else "As accepted.")
    write(table)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
