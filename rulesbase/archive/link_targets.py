"""Link targets of the numbers that texts name: the Rule, its present number, or an address in another document."""

import datetime
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import BigIntegerField, Value

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueVersion, catalogue
from rulesbase.archive.entries import LinkedText
from rulesbase.core.document_urls import document_url
from rulesbase.core.grouping import grouped
from rulesbase.engine.documents import document_active
from rulesbase.models import Entry, Reference


class LinkTargets(NamedTuple):
    """Link targets of the numbers in the texts of a page, in one edition.

    ``at`` maps existing numbers to their Rule. ``stale`` maps (fold, number) to the present number of the rule that
    the text meant, "" if it was removed. ``was`` maps renumbered references to the number in the translation.
    ``elsewhere`` maps references to other documents (``cr 103.4``) to the address of what they name on the date of this
    version, "" if that version lacks it.
    """

    at: Mapping[str, int | None] = MappingProxyType({})
    stale: Mapping[tuple[int, str], str] = MappingProxyType({})
    was: Mapping[tuple[int, str], str] = MappingProxyType({})
    elsewhere: Mapping[str, str] = MappingProxyType({})


# Kinds of rows in link_targets_of: existing number, Rule that a reference means.
_AT, _MEANT = Value(0, BigIntegerField()), Value(1, BigIntegerField())


def link_targets_of(passages: Iterable[tuple[int, LinkedText]], version: CatalogueVersion) -> dict[int, LinkTargets]:
    """Return edition -> link targets of the references in (edition, passage) pairs. One query; two with a stale one.

    Numbers missing in another language link to English.
    """
    passages = list(passages)
    numbers = {ref.number for _, passage in passages for ref in passage.refs}
    others = {number for number in numbers if " " in number}
    elsewhere = _elsewhere(others, version.date) if others else {}
    at: dict[int, dict[str, int | None]] = {edition: {} for edition, _ in passages}
    if not numbers:
        return dict.fromkeys(at, LinkTargets())
    english = version.text_in(DEFAULT_LANGUAGE)
    editions = {*at, *([english.pk] if english else [])}
    there = Entry.objects.filter(edition__in=editions, number__in=numbers, kind__lt=Entry.Kind.TERM)
    rows = there.values_list(_AT, "edition_id", "number", "rule_id")
    own = {passage.fold for edition, passage in passages if english and edition == english.pk and passage.refs}
    if own:
        meant = Reference.objects.filter(fold__in=own, meant__isnull=False)
        rows = rows.union(meant.values_list(_MEANT, "fold", "number", "meant_id"), all=True)
    then: dict[tuple[int, str], int] = {}
    for what, key, number, rule in rows:
        if what == _MEANT.value:
            then[key, number] = rule
            continue
        if key in at:
            at[key][number] = rule
        if english and key == english.pk:
            # Numbers of the English edition are targets in all editions.
            for targets in at.values():
                targets.setdefault(number, rule)
    link_targets = {edition: LinkTargets(targets, elsewhere=elsewhere) for edition, targets in at.items()}
    if english and own:
        stale = _stale_references(then, at[english.pk], english.pk)
        link_targets[english.pk] = link_targets[english.pk]._replace(stale=stale)
    return link_targets


def _stale_references(
    meant: Mapping[tuple[int, str], int], at: Mapping[str, int | None], edition: int
) -> dict[tuple[int, str], str]:
    """Return (fold, number) -> present number of the Rule that was meant, where ``at`` has another one at the number.

    A removed Rule has no number: "". If nothing else is at its number either, the reference is not stale. One query, or
    none.
    """
    elsewhere = {key: rule for key, rule in meant.items() if at.get(key[1]) != rule}
    if not elsewhere:
        return {}
    rows = Entry.objects.filter(edition=edition, rule__in=set(elsewhere.values()))
    now = dict(rows.values_list("rule_id", "number"))
    return {key: now.get(rule, "") for key, rule in elsewhere.items() if rule in now or key[1] in at}


def _elsewhere(numbers: Iterable[str], day: datetime.date) -> dict[str, str]:
    """Return the addresses of numbers of other documents, in the versions in force on a day. Two queries each."""
    wanted = grouped((document, number) for document, _space, number in (named.partition(" ") for named in numbers))
    found: dict[str, str] = {}
    for document, asked in wanted.items():
        with document_active(document):
            version = catalogue().on(day)
            if version is None:
                continue
            entries = Entry.objects.filter(edition=version.main.pk, number__in=asked, kind__lt=Entry.Kind.TERM)
            there = set(entries.values_list("number", flat=True))
        for number in asked:
            address = document_url(document, "place", version, number) if number in there else ""
            found[f"{document} {number}"] = address
    return found
