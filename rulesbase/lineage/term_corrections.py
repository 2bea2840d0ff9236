"""Curators' decisions on what a term of a rulebook of before 1999 became.

They are corrections of the lineage, from the rulebook to the first Comprehensive Rules, named by date and term: they
outlive imports, and are listed and withdrawn with the others.
"""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.text import slugify
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import COMPREHENSIVE_RULES, RULEBOOK, document_active
from rulesbase.engine.nodes import RuleNode
from rulesbase.engine.text.rulebook_terms import NewTerm, TermLink, link_terms, singular
from rulesbase.lineage.corrections import checked_reason
from rulesbase.models import Correction, Entry, Example, User
from rulesbase.models.editions import ENGINE_KINDS

_Verb = Correction.Verb
_RELATIONS = {_Verb.SAME: "same", _Verb.MERGE: "became", _Verb.APART: "gone"}


class RulebookTerms(NamedTuple):
    """The terms of a rulebook with what each became, and the glossary of the first version of the rules."""

    links: list[TermLink]
    newer: list[NewTerm]
    entries: tuple[EntryText, ...]
    first: CatalogueVersion


def rulebook_terms(day: datetime.date) -> RulebookTerms | None:
    """Return the terms of the rulebook of a day with curators' decisions; None without it or the rules. Six queries."""
    with document_active(RULEBOOK):
        rulebook = next((version for version in catalogue().all if version.date == day), None)
        nodes = _nodes(rulebook) if rulebook else []
    with document_active(COMPREHENSIVE_RULES):
        rules = catalogue().complete
        if rulebook is None or not rules:
            return None
        first = rules[0]
        entries = tuple(line for line in _lines(first) if line.kind == Entry.Kind.TERM and line.rule)
    newer = [NewTerm(line.number, line.heading, line.passage.text) for line in entries]
    return RulebookTerms(_with_corrections(link_terms(nodes, newer), newer, day, first.date), newer, entries, first)


def _lines(version: CatalogueVersion) -> tuple[EntryText, ...]:
    return lines_of(Entry.objects.filter(edition=version.main.pk), Example.objects.none())


def _nodes(version: CatalogueVersion) -> list[RuleNode]:
    """Return the entries of a rulebook as parsed ones."""
    return [
        RuleNode(line.number, ENGINE_KINDS[line.kind], line.heading, line.passage.text, (), 0)
        for line in _lines(version)
    ]


def key_of(name: str) -> str:
    """Return the name of a term in corrections: singular, with hyphens."""
    return slugify(singular(name))


def _rows(day: datetime.date, first: datetime.date) -> QuerySet[Correction]:
    return Correction.every.in_force().filter(document=RULEBOOK, old_date=day, new_date=first)


def _with_corrections(
    links: Sequence[TermLink], newer: Sequence[NewTerm], day: datetime.date, first: datetime.date
) -> list[TermLink]:
    """Return the links of a rulebook of a day with the curators' decisions. One query."""
    rows = {row.old_number: row for row in _rows(day, first).order_by("pk")}
    at = {term.number: term for term in newer}
    found = []
    for link in links:
        row = rows.get(key_of(link.name))
        if row is not None:
            successor = None if row.verb == _Verb.APART else at.get(row.new_number)
            link = link._replace(successor=successor, relation=_RELATIONS[_Verb(row.verb)], evidence=row.reason)
        found.append(link)
    return found


def correct_term(
    day: datetime.date, *, term: str, verb: str, successor: str, reason: str, by: User | None
) -> Correction:
    """Store a decision on a term of the rulebook of a day; it replaces an earlier one. Raises Refused.

    ``successor`` is the name or number of a term of the first Comprehensive Rules.
    """
    reason = checked_reason(reason)
    known = rulebook_terms(day)
    if known is None or not any(key_of(link.name) == key_of(term) for link in known.links):
        raise Refused(_("The rulebook has no term “%(term)s”.") % {"term": term})
    wanted = key_of(successor)
    named = next((one for one in known.newer if wanted in (key_of(one.name), key_of(one.plain), one.number)), None)
    if verb not in _RELATIONS:
        message = _("“%(verb)s” is not a type of correction. Allowed: %(verbs)s.")
        raise Refused(message % {"verb": verb, "verbs": ", ".join(_RELATIONS)})
    if verb != _Verb.APART and named is None:
        raise Refused(_("The glossary of 1999 has no term “%(term)s”.") % {"term": successor})
    with writing():
        for row in _rows(day, known.first.date).filter(old_number=key_of(term)):
            row.withdraw(by)
        return Correction.every.create(
            document=RULEBOOK,
            verb=verb,
            old_date=day,
            old_number=key_of(term),
            new_date=known.first.date,
            new_number=named.number if named and verb != _Verb.APART else "",
            reason=reason,
            made_by=by,
        )
