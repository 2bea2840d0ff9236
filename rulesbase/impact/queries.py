"""What a change of the rules touches: between two versions, or all that rests on one Rule."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.compare.queries import Pair, compare_pair, is_in
from rulesbase.core.content_version import ContentStamp, NotInKey
from rulesbase.engine.diff.versions import ItemChange
from rulesbase.impact.kinds import ImpactKind, Scope, impact_kinds
from rulesbase.models import Entry, Rule, User

# Changes of number that end or divide a text, whatever its words.
_ENDING = ("removed", "split", "merged")
# Kinds that only their owner sees.
PRIVATE = ("notes",)


class ChangedRule(NamedTuple):
    """A Rule that changed in substance: its numbers in the older and the newer version."""

    rule: int
    public_id: str
    old_numbers: tuple[str, ...]
    new_numbers: tuple[str, ...]

    @property
    def number(self) -> str:
        """Return the number to show: the newer one, of a removed rule the older."""
        return (*self.new_numbers, *self.old_numbers)[0]


class KindCount(NamedTuple):
    """A kind and the number of its items."""

    kind: ImpactKind
    total: int


def changed_rules(pair: Pair, part: str = "", number: str = "") -> tuple[ChangedRule, ...]:
    """Return the Rules that changed in substance between two versions, were removed, split or merged.

    ``part`` limits them to a section, a chapter or the glossary, ``number`` to one rule. Few queries, none if cached.
    """
    compared = compare_pair(pair)
    wanted = [one for one in compared.comparison.changes if _is_substantial(one) and is_in(part, one)]
    if number:
        wanted = [one for one in wanted if number in (*one.old_numbers, *one.new_numbers)]
    found: dict[int, ItemChange] = {}
    for change in wanted:
        # The Rule that goes on, and those of its entries of the older version.
        for rule in (change.rule, *(compared.old[at].rule for at in change.old_at)):
            if rule > 0:
                found.setdefault(rule, change)
    ids = dict(Rule.objects.filter(pk__in=found).values_list("pk", "public_id"))
    return tuple(
        ChangedRule(rule, ids[rule], change.old_numbers, change.new_numbers)
        for rule, change in found.items()
        if rule in ids
    )


def has_number(pair: Pair, number: str) -> bool:
    """Return whether one of two versions has a number or slug of a term."""
    compared = compare_pair(pair)
    return any(entry.number == number for entry in (*compared.old, *compared.new))


def _is_substantial(change: ItemChange) -> bool:
    return change.item != "example" and (change.weight == "substance" or change.kind in _ENDING)


def scope_of(pair: Pair, changed: Sequence[ChangedRule], user: User | None = None) -> Scope:
    """Return the scope of changed Rules; the older version comes first, whatever the order of the pair."""
    older, newer = sorted((pair.a, pair.b), key=lambda version: version.date)
    return Scope(pair.catalogue, older, newer, frozenset(one.rule for one in changed), user)


def rule_scope(versions: Catalogue, rule: Rule, user: User | None = None) -> Scope:
    """Return the scope of one Rule at the newest complete version that has it. One query."""
    having = set(rule.entries.exclude(edition=None).values_list("edition", flat=True))
    whole = versions.complete
    version = next((one for one in reversed(whole) if one.main.pk in having), whole[-1])
    return Scope(versions, version, version, frozenset((rule.pk,)), user)


def kind_counts(scope: Scope, without: Container[str] = ()) -> list[KindCount]:
    """Return the counts of the kinds that the user of the scope may see, except some; one or two queries a kind."""
    shown = [kind for kind in impact_kinds() if kind.code not in without and (scope.user or kind.code not in PRIVATE)]
    return [KindCount(kind, kind.rows(scope).count()) for kind in shown]


def public_counts(pair: Pair, without: frozenset[str] = frozenset()) -> Mapping[str, int]:
    """Return the counts by code of kind that everybody may see, except some kinds.

    None, or two dozen queries after content changed.
    """
    return _public_counts(pair.catalogue.stamp, NotInKey(pair), str(pair.a), str(pair.b), pair.language, without)


@lru_cache(maxsize=64)
def _public_counts(
    _stamp: ContentStamp, pair: NotInKey[Pair], _a: str, _b: str, _language: str, without: frozenset[str]
) -> Mapping[str, int]:
    scope = scope_of(pair.value, changed_rules(pair.value))
    return {one.kind.code: one.total for one in kind_counts(scope, without)}


def numbers_at(version: CatalogueVersion, rules: frozenset[int]) -> dict[int, str]:
    """Return the numbers of Rules in a version."""
    rows = Entry.objects.filter(edition=version.main.pk, rule__in=rules).order_by("-position")
    return {rule or 0: number for rule, number in rows.values_list("rule", "number")}
