"""Find the rule that an id, a number or a number with a date means."""

from rulesbase.archive.catalogue import Catalogue, VersionNotFound
from rulesbase.engine.text.numbers import canonical
from rulesbase.lineage.traversal import english, rule_named
from rulesbase.models import Entry

_LONGEST_NAME = 90


def rule_place(versions: Catalogue, named: str) -> Entry | None:
    """The English entry that an id, ``201.3``, ``201.3@2006-05-01`` or a term's slug means; its Rule is selected.

    Without a day it is the newest that has the number; of an id the Rule's newest entry. Three queries at most.
    """
    if len(named) > _LONGEST_NAME:
        return None
    editions = {version.main.pk: version.date for version in english(versions)}
    rows = Entry.objects.filter(edition__in=editions, rule__isnull=False).select_related("rule", "edition__version")
    newest = rows.select_related("wording").order_by("-edition__version__date", "-position")
    number, mark, day = named.partition("@")
    if not mark and (rule := rule_named(named)):
        return newest.filter(rule=rule).first()
    number = canonical(number) or number
    if not mark:
        return newest.filter(number=number).first()
    try:
        version = versions.find(day)
    except VersionNotFound:
        return None
    return newest.filter(number=number, edition=version.main.pk).first()
