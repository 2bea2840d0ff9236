"""Curators' decisions on what a term of a rulebook of before 1999 became.

They are corrections of the lineage, from the rulebook to the first Comprehensive Rules, named by date and term: they
outlive imports, and are listed and withdrawn with the others.
"""

import datetime
from collections.abc import Sequence

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rulesbase.core.errors import Refused
from rulesbase.core.write_lock import writing
from rulesbase.engine.text.rulebook_terms import NewTerm, TermLink, singular
from rulesbase.models import Correction, User

_Verb = Correction.Verb
_RELATIONS = {_Verb.SAME: "same", _Verb.MERGE: "became", _Verb.APART: "gone"}


class TermCorrectionForm(forms.Form):
    """What a term of the rulebook became, and the reason."""

    term = forms.CharField(label=gettext_lazy("Term of the rulebook"), max_length=80)
    verb = forms.ChoiceField(
        label=gettext_lazy("In 1999"),
        choices=[
            (_Verb.SAME, gettext_lazy("the same term")),
            (_Verb.MERGE, gettext_lazy("became another term")),
            (_Verb.APART, gettext_lazy("is gone")),
        ],
    )
    successor = forms.CharField(label=gettext_lazy("Term of the glossary of 1999"), max_length=80, required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, help_text=gettext_lazy("Everybody can read it.")
    )


def key_of(name: str) -> str:
    """Return the name of a term in corrections: singular, with hyphens."""
    return slugify(singular(name))


def with_corrections(
    links: Sequence[TermLink], newer: Sequence[NewTerm], day: datetime.date, first: datetime.date
) -> list[TermLink]:
    """Return the links of a rulebook of a day with the curators' decisions. One query."""
    rows = {
        row.old_number: row for row in Correction.objects.in_force().filter(old_date=day, new_date=first).order_by("pk")
    }
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
    links: Sequence[TermLink],
    newer: Sequence[NewTerm],
    *,
    day: datetime.date,
    first: datetime.date,
    term: str,
    verb: str,
    successor: str,
    reason: str,
    by: User,
) -> Correction:
    """Store a decision; it replaces an earlier one on the same term. Raises Refused."""
    link = next((link for link in links if key_of(link.name) == key_of(term)), None)
    if link is None:
        raise Refused(_("The rulebook has no term “%(term)s”.") % {"term": term})
    named = next((one for one in newer if key_of(successor) in (key_of(one.name), key_of(one.plain), one.number)), None)
    if verb != _Verb.APART and named is None:
        raise Refused(_("The glossary of 1999 has no term “%(term)s”.") % {"term": successor})
    with writing():
        for row in Correction.objects.in_force().filter(old_date=day, old_number=key_of(term), new_date=first):
            row.withdraw(by)
        return Correction.objects.create(
            verb=verb,
            old_date=day,
            old_number=key_of(term),
            new_date=first,
            new_number=named.number if named and verb != _Verb.APART else "",
            reason=" ".join(reason.split()),
            made_by=by,
        )
