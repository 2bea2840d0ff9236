"""Compose an edition from partial sources if there is no whole one; the order of imports does not matter."""

import datetime
from collections import defaultdict

from django.db.models import Q

from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.engine.parsing.number_repair import is_cut
from rulesbase.models import Edition, Entry, Example

_RULES = Q(kind__in=(Entry.Kind.RULE, Entry.Kind.SUBRULE))


def compose(edition: Edition) -> None:
    """Choose for each number one of the partial sources of the edition.

    Prefer a complete text to a truncated one, then the later stated date, then the larger source.
    """
    fields = ("number", "wording__text", "wording__heading", "source__stated_date", "source__rules", "source__terms")
    rows = Entry.objects.filter(source__edition=edition).values_list(
        "pk", "edition_id", "source_id", "source__sha256", *fields
    )
    best: dict[str, tuple[bool, datetime.date, int, str, int]] = {}
    for _pk, _edition, source, sha256, number, text, heading, date, rules, terms in rows:
        says = bool(text or heading) and not is_cut(text)
        # The digest makes the choice the same in whatever order the files came.
        candidate = (says, date or datetime.date.min, rules + terms, sha256, source)
        best[number] = max(candidate, best.get(number, candidate))
    moved: defaultdict[int | None, list[int]] = defaultdict(list)
    for pk, now, source, _sha256, number, *_ in rows:
        wanted = edition.pk if best[number][-1] == source else None
        if now != wanted:
            moved[wanted].append(pk)
    for wanted, pks in moved.items():
        Entry.objects.filter(pk__in=keys_subquery(pks)).update(edition=wanted)
    edition.text_source, edition.complete = None, False
    edition.rules = edition.entries.filter(_RULES).count()
    edition.terms = edition.entries.filter(kind=Entry.Kind.TERM).count()
    edition.examples = Example.objects.filter(entry__edition=edition).count()
    edition.save()
