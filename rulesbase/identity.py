"""Which Rule each entry is: the seam between the lineage engine and the tables.

Each complete English edition is linked with the one before and the one after it; an edition that comes in
between cuts and joins again, so the grouping of entries does not depend on the order of imports.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.engine import changes
from rulesbase.engine.branching import Lineage, lineage
from rulesbase.engine.folding import fold_number
from rulesbase.engine.lineage import Item, Link
from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.meanings import find_meanings, forget_meanings, note_meanings
from rulesbase.models import Change, Edition, Entry, Example, Kinship, Reference, Rule, Version, Wording

_KINDS = {int(Entry.Kind[kind.name]): kind for kind in Kind}


class _Row(NamedTuple):
    """An entry that is stored."""

    number: str
    kind: int
    wording_id: int
    rule_id: int | None


class _Book:
    """A complete edition as the lineage engine sees it, with its rows in the same order."""

    def __init__(self, edition: Edition, entries: Sequence[Entry | _Row], items: list[Item]) -> None:
        self.edition, self.entries, self.items = edition, entries, items
        # 0 until the lineage has named it.
        self.rules: list[int] = [entry.rule_id or 0 for entry in entries]

    @classmethod
    def stored(cls, edition: Edition) -> "_Book":
        """Read back from the tables."""
        examples: defaultdict[int, list[str]] = defaultdict(list)
        of_edition = Example.objects.filter(entry__edition=edition).order_by("position")
        for entry, text in of_edition.values_list("entry_id", "wording__text"):
            examples[entry].append(text)
        rows: list[_Row] = []
        items: list[Item] = []
        fields = ("pk", "number", "kind", "wording_id", "rule_id", "wording__heading", "wording__text")
        for pk, number, kind, wording, rule, heading, text in Entry.objects.of(edition).values_list(*fields):
            rows.append(_Row(number, kind, wording, rule))
            items.append(Item.made(number, _KINDS[kind], heading, text, examples.get(pk, ())))
        return cls(edition, rows, items)

    @classmethod
    def parsed(cls, edition: Edition, text: RulesText, entries: Sequence[Entry]) -> "_Book":
        """Just parsed, and not stored yet."""
        nodes = [*text.entries, *text.glossary]
        items = [Item.of(node)._replace(number=entry.number) for node, entry in zip(nodes, entries, strict=True)]
        return cls(edition, entries, items)


def _neighbours(version: Version) -> tuple[Edition | None, Edition | None]:
    complete = Edition.objects.filter(language="en", complete=True).select_related("version")
    before = complete.filter(version__date__lt=version.date).order_by("-version__date").first()
    after = complete.filter(version__date__gt=version.date).order_by("version__date").first()
    return before, after


def place_in_lineage(edition: Edition, text: RulesText, entries: Sequence[Entry]) -> None:
    """Give the entries of a new English edition, not stored yet, their Rules, and tell what changed around it."""
    before, after = _neighbours(edition.version)
    book = _Book.parsed(edition, text, entries)
    earlier = _Book.stored(before) if before else None
    later = _Book.stored(after) if after else None
    since = lineage(earlier.items, book.items) if earlier else Lineage([], [])
    until = lineage(book.items, later.items) if later else Lineage([], [])
    _name_rules(book, earlier, since.links, later, until.links)
    for entry, rule in zip(entries, book.rules, strict=True):
        entry.rule_id = rule
    _forget_changes(edition.version)
    if earlier:
        _tell_changes(earlier, book, since)
    if later:
        _join_later(book, later, until.links)
        _forget_changes(later.edition.version)
        _tell_changes(book, later, until)
    forgotten = forget_meanings(edition.version)
    at_number = {entry.number: rule for entry, rule in zip(book.entries, book.rules, strict=True)}
    note_meanings(edition.version, at_number, _folds(book))
    find_meanings(forgotten)


def _name_rules(
    book: _Book, earlier: _Book | None, since: Sequence[Link], later: _Book | None, until: Sequence[Link]
) -> None:
    """Rules of a book: that of the entry before, else of the one after if it begins there, else a new one."""
    names: dict[int, int] = {}
    if earlier:
        names = {pair.new: earlier.rules[pair.old] for pair in since}
    if later:
        old_rules = set(earlier.rules) if earlier else set()
        for pair in until:
            rule = later.rules[pair.new]
            if pair.old not in names and rule and rule not in old_rules:
                names[pair.old] = rule
    _keep_rules(book, names, {*(earlier.rules if earlier else ()), *(later.rules if later else ())})
    unnamed = [at for at in range(len(book.entries)) if not names.get(at)]
    for at, rule_row in zip(unnamed, Rule.objects.bulk_create([Rule() for _ in unnamed]), strict=True):
        names[at] = rule_row.pk
    book.rules = [names[at] for at in range(len(book.entries))]


def _keep_rules(book: _Book, names: dict[int, int], around: set[int]) -> None:
    """What a correction leaves without a link keeps the Rule that the replaced text had for these words or there."""
    if book.edition.text_source is None:
        return
    replaced = Entry.objects.filter(source=book.edition.text_source, rule__isnull=False).exclude(rule__in=around)
    known: dict[tuple[int, str, int], int | None] = {}
    for kind, number, wording, rule in replaced.values_list("kind", "number", "wording_id", "rule_id"):
        known[kind, number, wording] = known[kind, "", wording] = known[kind, number, 0] = rule
    taken = set(names.values())
    for by_number, by_words in ((True, True), (False, True), (True, False)):
        for at, entry in enumerate(book.entries):
            place = entry.kind, entry.number if by_number else "", entry.wording_id if by_words else 0
            rule = known.get(place) or 0
            if rule and not names.get(at) and rule not in taken:
                names[at] = rule
                taken.add(rule)


def _join_later(book: _Book, later: _Book, until: Sequence[Link]) -> None:
    """Let the entries from ``later`` on share the Rules of the entries that they are linked with here."""
    linked = {pair.new: book.rules[pair.old] for pair in until}
    here = set(book.rules)
    alone = [rule for at, rule in enumerate(later.rules) if at not in linked]
    older = Entry.objects.filter(rule__in=alone, edition__version__date__lt=later.edition.version.date)
    taken = here | set(older.values_list("rule_id", flat=True))
    moves: dict[int, int] = {}
    for at, rule in enumerate(later.rules):
        wanted = linked.get(at)
        if wanted is None and rule in taken:
            wanted = Rule.objects.create().pk
        if wanted is not None and rule and wanted != rule:
            moves[rule] = wanted
    _move_tails(moves, later.edition.version)
    later.rules = [moves.get(rule, rule) for rule in later.rules]


def _move_tails(moves: dict[int, int], since: Version) -> None:
    """From a version on, give every row of one Rule to another; all at once, so that exchanged Rules do not meet."""
    if not moves:
        return
    entries = list(Entry.objects.filter(rule__in=moves, edition__version__date__gte=since.date))
    changed = list(Change.objects.filter(rule__in=moves, version__date__gt=since.date))
    references = list(Reference.objects.filter(meant__in=moves, since__date__gte=since.date))
    kin = list(Kinship.objects.filter(Q(old__in=moves) | Q(new__in=moves), version__date__gt=since.date))
    Change.objects.filter(pk__in=[change.pk for change in changed]).delete()
    Kinship.objects.filter(pk__in=[row.pk for row in kin]).delete()
    for entry in entries:
        entry.rule_id = moves[entry.rule_id or 0]
    for change in changed:
        change.rule_id = moves[change.rule_id]
        change.pk = None
    for reference in references:
        reference.meant_id = moves[reference.meant_id or 0]
    for row in kin:
        row.old_id, row.new_id = moves.get(row.old_id, row.old_id), moves.get(row.new_id, row.new_id)
        row.pk = None
    Entry.objects.bulk_update(entries, ["rule"], batch_size=400)
    Change.objects.bulk_create(changed)
    Reference.objects.bulk_update(references, ["meant"], batch_size=400)
    Kinship.objects.bulk_create(kin)


def _forget_changes(version: Version) -> None:
    Change.objects.filter(version=version).delete()
    Kinship.objects.filter(version=version).delete()


def _tell_changes(old: _Book, new: _Book, between: Lineage) -> None:
    """Store what happened between two neighbouring editions; what is wholly unchanged is not stored."""
    version = new.edition.version
    pairs = {pair.new: pair for pair in between.links}
    split = {b: branch for branch in between.branches if branch.kind == "split" for b in branch.new}
    merged = {a: branch for branch in between.branches if branch.kind == "merge" for a in branch.old}
    rows: list[Change] = []
    for what in changes.outcomes(old.items, new.items, between.links):
        branch = split.get(what.new if what.new is not None else -1) or merged.get(
            what.old if what.old is not None else -1
        )
        if branch is None and (what.kind, what.weight) == ("unchanged", "none"):
            continue
        a = what.old if what.old is not None else branch.old[0] if branch and branch.kind == "split" else None
        b = what.new if what.new is not None else branch.new[0] if branch and branch.kind == "merge" else None
        rule = new.rules[what.new] if what.new is not None else old.rules[what.old or 0]
        pair = pairs.get(what.new if what.new is not None else -1)
        rows.append(
            Change(
                version=version,
                rule_id=rule,
                item=_item(new.entries[b].kind if b is not None else old.entries[a or 0].kind),
                kind={"split": "split", "merge": "merged"}[branch.kind] if branch else what.kind,
                weight=what.weight,
                old_number=old.entries[a].number if a is not None else "",
                new_number=new.entries[b].number if b is not None else "",
                confidence=branch.confidence if branch else pair.confidence if pair else 1.0,
                evidence=pair.evidence[:200] if pair else "",
            )
        )
    Change.objects.bulk_create(rows)
    Kinship.objects.bulk_create(_kinships(old, new, between))


def _kinships(old: _Book, new: _Book, between: Lineage) -> list[Kinship]:
    """A row for each part that a split brought, and for each Rule that a merge ended."""
    version = new.edition.version
    rows: list[Kinship] = []
    for branch in between.branches:
        if branch.kind == "split":
            pairs = [(old.rules[branch.old[0]], new.rules[b]) for b in branch.new[1:]]
        else:
            pairs = [(old.rules[a], new.rules[branch.new[0]]) for a in branch.old[1:]]
        rows += [
            Kinship(version=version, kind=branch.kind, old_id=a, new_id=b, confidence=branch.confidence)
            for a, b in pairs
        ]
    return rows


def _item(kind: int) -> str:
    if kind == Entry.Kind.TERM:
        return "glossary"
    return "heading" if kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER) else "rule"


def _folds(book: _Book) -> set[int]:
    """Those of all texts of a book, its examples too."""
    folds = {fold_number("", example) for item in book.items for example in item.raw_examples.split("\n") if example}
    wordings = Wording.objects.filter(pk__in={entry.wording_id for entry in book.entries})
    return folds | set(wordings.values_list("fold", flat=True))


def bind_translation(edition: Edition) -> None:
    """Give the entries of other languages at this version the Rules of the English entries, number by number."""
    english = dict(
        Entry.objects.filter(edition__version=edition.version, edition__language="en")
        .order_by("-position")
        .values_list("number", "rule_id")
    )
    if not english:
        return
    foreign = Entry.objects.filter(edition__version=edition.version, kind__lte=Entry.Kind.SUBRULE).exclude(
        edition__language="en"
    )
    changed: list[Entry] = []
    for entry in foreign.only("number", "rule_id"):
        # None where a correction took the number out of the English text.
        if (rule := english.get(entry.number)) != entry.rule_id:
            entry.rule_id = rule
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["rule"], batch_size=400)
