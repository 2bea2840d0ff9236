"""The English texts at cited numbers."""

import datetime
from collections import defaultdict
from collections.abc import Collection

from django.db.models import Q

from rulesbase.archive.catalogue import Catalogue
from rulesbase.models import Entry

# A date in ISO form, None where no version is known, and a number.
VersionNumber = tuple[str | None, str]


def texts_at(versions: Catalogue, places: Collection[VersionNumber]) -> dict[VersionNumber, dict[str, str]]:
    """Return version, number, heading and text of the entries at numbers of versions. One query."""
    wanted: defaultdict[int, set[str]] = defaultdict(set)
    for date, number in places:
        if date and (version := versions.on(datetime.date.fromisoformat(date))):
            wanted[version.main.pk].add(number)
    if not wanted:
        return {}
    named = Q()
    for edition, numbers in wanted.items():
        named |= Q(edition=edition, number__in=numbers)
    rows = Entry.objects.filter(named, kind__lt=Entry.Kind.TERM).order_by("-position")
    found: dict[VersionNumber, dict[str, str]] = {}
    for edition, number, heading, text in rows.values_list("edition", "number", "wording__heading", "wording__text"):
        # If a version has a number twice, the first entry stays.
        date = str(versions.of_text[edition])
        found[date, number] = {"version": date, "number": number, "heading": heading, "text": text}
    return found
