"""What people ask for: `python -m tests.site.load.mix COUNT SEED`, of the archive and the cards of DATABASE_URL.

Seventy of a hundred visits are to rules, chapters and terms over all versions, ten to comparisons, ten to searches,
eight to questions of names and what a field suggests while somebody types; two are writes of curators. Versions,
places, words and cards follow Zipf's law. Prints JSON: [kind, address, headers] of each visit in order; a write has
no address, as it depends on what stands there then.
"""

import csv
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlencode

import django

T = TypeVar("T")
SHARES = {"reading": 70, "compare": 10, "search": 10, "names": 4, "suggest": 4, "write": 2}
READING = "reading"
_SEARCHES = Path(__file__).resolve().parents[2] / "score" / "searches.csv"
# Of a hundred readers so many have the interface in another language, see columns, or open one of the largest pages.
_OTHER_INTERFACE, _COLUMNS, _LARGE = 5, 5, 2
# A page of names sends requests by script while somebody changes the form, else by its address.
_LIVE = {"HX-Request": "true"}


class Visitors:
    """Draws visits, always the same for the same archive, cards and seed."""

    def __init__(self, seed: int) -> None:
        """Read what there is to ask for."""
        from cards.models import Card
        from rulesbase.models import Entry, Translation
        from tests.bench import zipf

        self.chance = random.Random(seed)
        self.zipf = zipf
        self.archive = zipf.Archive()
        self.dates = [edition.version.date.isoformat() for edition in self.archive.editions]
        large = Entry.objects.filter(edition__language="en", number=zipf.LARGE_CHAPTER)
        self.large = set(map(str, large.values_list("edition__version__date", flat=True)))
        approved = Translation.objects.filter(status=Translation.Status.APPROVED).order_by()
        self.languages = sorted(approved.values_list("language", flat=True).distinct())
        self.cards = zipf.by_fame(Card.objects.filter(kind=Card.Kind.CARD).values_list("name", flat=True))
        with _SEARCHES.open(encoding="utf-8") as file:
            languages = {row["question"]: row["language"] for row in csv.DictReader(file)}
        self.searches = [(languages[question], question) for question in zipf.by_fame(languages)]
        self.seed = seed

    def visits(self, count: int) -> Iterator[tuple[str, str, dict[str, str]]]:
        """Yield visits in their order."""
        reading = self.reading(count)
        address_of: dict[str, Callable[[], str]] = {
            READING: partial(next, reading),
            "compare": self.comparison,
            "search": self.search,
            "names": self.question,
            "suggest": self.suggestion,
            "write": str,
        }
        for kind in self.chance.choices(list(SHARES), list(SHARES.values()), k=count):
            yield kind, address_of[kind](), dict(self.chance.choice([_LIVE, {}])) if kind == "names" else {}

    def reading(self, count: int) -> Iterator[str]:
        """Addresses of reading pages; see tests/bench/zipf.py."""
        for address in self.zipf.visits(self.archive, count, self.seed):
            roll = self.chance.random() * 100
            date = address.split("/")[2]
            if roll < _LARGE:
                large = [f"/glossary/{date}/"]
                if date in self.large:
                    large.append(f"/rules/{date}/{self.zipf.LARGE_CHAPTER}/")
                yield self.chance.choice(large)
            elif roll < _LARGE + _COLUMNS and self.languages:
                yield f"{address}?lang=en,{self.chance.choice(self.languages)}"
            elif roll < _LARGE + _COLUMNS + _OTHER_INTERFACE:
                yield f"/{self.chance.choice(['fr', 'ja'])}{address}"
            else:
                yield address

    def _one(self, things: Sequence[T]) -> T:
        return self.zipf.ranked(self.chance, things)

    def comparison(self) -> str:
        """Half with the version before, a third with that in force, the rest any two; half of them of one section."""
        at = self.dates.index(self._one(self.dates))
        roll = self.chance.random()
        if roll < 0.5:
            old, new = self.dates[min(at + 1, len(self.dates) - 1)], self.dates[at]
        elif roll < 0.8:
            old, new = self.dates[at], self.dates[0]
        else:
            old, new = sorted((self.dates[at], self.chance.choice(self.dates)))
        section = f"?section={self.chance.randint(1, 9)}" if self.chance.random() < 0.5 else ""
        return f"/compare/{old}/{new}/{section}"

    def search(self) -> str:
        """Words as people look for them, one in ten in all versions; one in five a number or a card."""
        roll = self.chance.random()
        if roll < 0.1:
            numbers = self.archive.famous(self.archive.editions[0], "rule")
            return "/search/?" + urlencode({"q": self._one(numbers)})
        if roll < 0.2 and self.cards:
            return "/search/?" + urlencode({"q": self._one(self.cards)})
        language, words = self._one(self.searches)
        query = {"q": words, "lang": language} if language != "en" else {"q": words}
        return "/search/?" + urlencode(query | ({"version": "all"} if roll > 0.9 else {}))

    def question(self) -> str:
        """A question of the name checker."""
        if not self.cards:
            return "/names/"
        one, other = self._one(self.cards), self._one(self.cards)
        ask = self.chance.choice(["same", "choose", "english", "refers", "play"])
        cards = [one, other] if ask == "same" else [one]
        return "/names/?" + urlencode([("ask", ask), *(("card", card) for card in cards)])

    def suggestion(self) -> str:
        """The first letters of a name, one in four with a typing error."""
        name = self._one(self.cards) if self.cards else "Ninth"
        typed = name[: self.chance.randint(2, 9)]
        if len(typed) > 4 and self.chance.random() < 0.25:
            at = self.chance.randrange(1, len(typed))
            typed = typed[:at] + typed[at + 1 :]
        return "/names/suggest/?" + urlencode({"q": typed})


def main() -> None:
    """Print visits of the whole mix or, with a third word, only those to reading pages."""
    django.setup()
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    people = Visitors(seed)
    if sys.argv[3:] == [READING]:
        print(json.dumps([(READING, address, {}) for address in people.reading(count)]))
    else:
        print(json.dumps(list(people.visits(count))))


if __name__ == "__main__":
    main()
