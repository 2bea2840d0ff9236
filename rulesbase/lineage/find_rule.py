"""Find the rule that an id, a number or a number with a date means."""

from rulesbase.archive.catalogue import Catalogue, VersionNotFound, catalogue
from rulesbase.core.document_urls import named_document
from rulesbase.engine.documents import document_active
from rulesbase.engine.text.numbers import canonical
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import Entry, Rule

_LONGEST_NAME = 90


def entry_named(versions: Catalogue, named: str) -> Entry | None:
    """Return the English entry, with its Rule, for an id, ``201.3``, ``201.3@2006-05-01`` or the slug of a term.

    Without a date return the newest entry with that number or id. Three queries at most.
    """
    if len(named) > _LONGEST_NAME:
        return None
    rows = Entry.objects.filter(edition__in=versions.complete_order, rule__isnull=False)
    newest = rows.select_related("rule", "edition__version", "wording").order_by("-edition__version__date", "-position")
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


def entry_in_any_document(named: str) -> Entry | None:
    """Return the entry of `entry_named` in any document: ``MTR 3.9@2022-05-06``, ``103.4`` of the rules, or an id."""
    document, named = named_document(named)
    if rule := Rule.every.filter(public_id=named).first():
        document = rule.document
    with document_active(document):
        return entry_named(catalogue(), named)
