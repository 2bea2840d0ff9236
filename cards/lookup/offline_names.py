"""Write the names of all cards as lines of JSON for use offline."""

import json
from collections import defaultdict
from collections.abc import Iterator

from cards.models import Card, Face, PrintedName

_ROWS = 5000


def name_lines() -> Iterator[str]:
    """Yield for each card ``[slug, name, kind, {language: [names]}]``; kind is empty for cards proper. Three queries.

    ``en`` holds names of faces and flavor names that differ from the card's name.
    """
    names: defaultdict[int, dict[str, dict[str, None]]] = defaultdict(dict)
    for of, name in Face.objects.order_by("card_id", "position").values_list("card_id", "name").iterator(_ROWS):
        names[of].setdefault("en", {})[name] = None
    printed = PrintedName.objects.order_by("card_id", "language", "name").values_list("card_id", "language", "name")
    for of, language, name in printed.distinct().iterator(_ROWS):
        names[of].setdefault(language, {})[name] = None
    rows = Card.objects.order_by("name", "pk").values_list("pk", "slug", "name", "kind")
    for pk, slug, name, kind in rows.iterator(_ROWS):
        others = {language: [one for one in given if one != name] for language, given in names[pk].items()}
        line = [
            slug,
            name,
            "" if kind == Card.Kind.CARD else kind,
            {code: found for code, found in others.items() if found},
        ]
        yield json.dumps(line, ensure_ascii=False, separators=(",", ":"))
