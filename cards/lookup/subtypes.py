"""All subtypes that any version of the rules or any card has."""

import re

from cards.lookup.find_cards import cached_by_state
from cards.models import Face
from rulesbase.models import Entry, Wording

_DASH = re.compile(r"\s[\N{EM DASH}\N{EN DASH}-]\s")
# A name in a list of the rules: “Attraction (see rule 717), Blood, Bobblehead and Time Lord.”
_LISTED = re.compile(r"\b([A-Z][\w'’-]*(?: [A-Z][\w'’-]*)?)(?= \(see|,|\.| and )")
_SUBTYPE_RULES = "205.3"


@cached_by_state
def known_subtypes() -> frozenset[str] | None:
    """Return the words of all subtypes in lower case; None without rules. Three queries after a write, else one."""
    entries = Entry.objects.filter(number__startswith=_SUBTYPE_RULES, edition__language="en").values("wording")
    texts = Wording.objects.filter(pk__in=entries).values_list("text", flat=True)
    of_rules = [word for text in texts for name in _LISTED.findall(text) for word in name.split()]
    if not of_rules:
        return None
    lines = Face.objects.exclude(type_line="").values_list("type_line", flat=True).distinct()
    halves = (half for line in lines for half in line.split("//"))
    of_cards = [word for half in halves for behind in _DASH.split(half, maxsplit=1)[1:] for word in behind.split()]
    return frozenset(word.lower().replace("’", "'") for word in (*of_rules, *of_cards))
