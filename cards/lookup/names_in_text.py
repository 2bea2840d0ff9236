"""Find names of cards in English texts, with their printed names in a language."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import lru_cache

from django.db.models import F

from cards.models import Card, Face, PrintedName
from rulesbase.core.grouping import grouped
from rulesbase.engine.checks.types import CardName

# A name is capitalised words with small words between them.
_CAPITAL = r"[A-ZÀ-Þ][\w’'\-]*"
_LITTLE = r"(?:of|the|and|to|in|for|from|with|on|at|by|a|an|de|la|el|il|du|von|or|into|no|as|is|upon|//|&)"
_RUN = re.compile(rf"{_CAPITAL}(?:,?[ ](?:{_LITTLE}[ ])*{_CAPITAL})*[!?]?")
# Names of one word are also words of the rules (Island, Regeneration), so they count only in quotes.
_QUOTED = re.compile(rf"[“\"]({_CAPITAL})[,.]?[”\"]")
_MOST_WORDS = 8


def phrases_in(text: str) -> set[str]:
    """Return the phrases of an English text that may be names of cards."""
    found = {match[1].replace("’", "'") for match in _QUOTED.finditer(text)}
    for match in _RUN.finditer(text):
        run = match[0].replace("’", "'")
        words = run.split(" ")
        for start in range(len(words)):
            for end in range(start + 2, min(len(words), start + _MOST_WORDS) + 1):
                phrase = " ".join(words[start:end]).rstrip(",")
                found |= {phrase, phrase.removesuffix("'s")}
    return {phrase for phrase in found if phrase[:1].isupper()}


@lru_cache(maxsize=4096)
def card_names(_key: str, text: str, language: str) -> tuple[CardName, ...]:
    """Return the cards that an English text names; ``_key`` is the content version. Three queries at most."""
    phrases = phrases_in(text)
    return named_in(text, phrases, known_names(phrases, language))


def named_in(text: str, phrases: Collection[str], known: dict[str, CardName]) -> tuple[CardName, ...]:
    """Return the phrases of a text that name cards; the longest where one holds another."""
    plain = text.replace("’", "'")
    taken = [False] * len(plain)
    named: dict[int, CardName] = {}
    for phrase in sorted((phrase for phrase in phrases if phrase in known), key=len, reverse=True):
        for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", plain):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = [True] * len(phrase)
                named.setdefault(match.start(), known[phrase])
    return tuple(dict.fromkeys(named[at] for at in sorted(named)))


def known_names(phrases: Iterable[str], language: str) -> dict[str, CardName]:
    """Return by English name how the card or face is printed in a language."""
    wanted = set(phrases)
    owners: dict[str, set[tuple[int, int | None]]] = defaultdict(set)
    faces = Face.objects.filter(name__in=wanted, card__kind=Card.Kind.CARD)
    for name, card, face, position in faces.values_list("name", "card", "pk", "position"):
        owners[name].add((card, face))
        if position == 0:
            # Printed names of cards with one face have no face.
            owners[name].add((card, None))
    for name, card in Card.objects.in_play().filter(name__in=wanted).values_list("name", "pk"):
        owners[name].add((card, None))
    printed = _printed({card for places in owners.values() for card, _ in places}, language)
    return {
        name: CardName(name, tuple(dict.fromkeys(one for place in sorted(places, key=str) for one in printed[place])))
        for name, places in owners.items()
    }


def _printed(cards: Collection[int], language: str) -> defaultdict[tuple[int, int | None], list[str]]:
    """Return printed names by (card, face or None), the newest set first.

    For Chinese, names in both scripts are returned.
    """
    rows = PrintedName.objects.filter(card__in=cards, language__startswith=language[:2], flavor=False)
    newest_first = F("card_set__released").desc(nulls_last=True)
    # The name of the whole card is not the name of a face.
    rows = rows.exclude(name__contains=" // ")
    names = rows.order_by(newest_first, "pk").values_list("card", "face", "name")
    return grouped(((card, face), name) for card, face, name in names)
