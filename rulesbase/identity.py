"""Which Rule each entry is: the seam between the lineage engine and the tables.

Each complete English edition is linked with the one before and the one after it; an edition that comes in
between cuts and joins again, so the grouping of entries does not depend on the order of imports.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from rulesbase.engine import lineage
from rulesbase.engine.folding import fold_number
from rulesbase.engine.lineage import Item
from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.models import Change, Edition, Entry, Example, Reference, Rule, Version, Wording

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
        self.rules: list[int | None] = [entry.rule_id for entry in entries]

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
        items = [
            Item.of(node)._replace(number=entry.number) for node, entry in zip(nodes, entries, strict=True)
        ]
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
    _name_rules(book, earlier, later)
    for entry, rule in zip(entries, book.rules, strict=True):
        entry.rule_id = rule
    if earlier:
        _tell_changes(earlier, book)
    else:
        Change.objects.filter(version=edition.version).delete()
    if later:
        _join_later(book, later)
        _tell_changes(book, later)
    _note_meanings(book)


def _name_rules(book: _Book, earlier: _Book | None, later: _Book | None) -> None:
    """Rules of a book: that of the linked entry before, else of the linked one after if it begins there, else a new one."""
    names: dict[int, int | None] = {}
    if earlier:
        names = {pair.new: earlier.rules[pair.old] for pair in lineage.link(earlier.items, book.items)}
    if later:
        old_rules = set(earlier.rules) if earlier else set()
        for pair in lineage.link(book.items, later.items):
            rule = later.rules[pair.new]
            if pair.old not in names and rule is not None and rule not in old_rules:
                names[pair.old] = rule
    unnamed = [at for at in range(len(book.entries)) if names.get(at) is None]
    for at, rule_row in zip(unnamed, Rule.objects.bulk_create([Rule() for _ in unnamed]), strict=True):
        names[at] = rule_row.pk
    book.rules = [names[at] for at in range(len(book.entries))]


def _join_later(book: _Book, later: _Book) -> None:
    """Let the entries from ``later`` on share the Rules of the entries that they are linked with here."""
    linked = {pair.new: book.rules[pair.old] for pair in lineage.link(book.items, later.items)}
    here = set(book.rules)
    alone = [rule for at, rule in enumerate(later.rules) if at not in linked]
    older = Entry.objects.filter(rule__in=alone, edition__version__date__lt=later.edition.version.date)
    taken = here | set(older.values_list("rule_id", flat=True))
    moves: dict[int, int] = {}
    for at, rule in enumerate(later.rules):
        wanted = linked.get(at)
        if wanted is None and rule in taken:
            wanted = Rule.objects.create().pk
        if wanted is not None and rule is not None and wanted != rule:
            moves[rule] = wanted
    _move_tails(moves, later.edition.version)
    later.rules = [moves.get(rule or 0, rule) for rule in later.rules]


def _move_tails(moves: dict[int, int], since: Version) -> None:
    """From a version on, give every row of one Rule to another; all at once, so that exchanged Rules do not meet."""
    entries = list(Entry.objects.filter(rule__in=moves, edition__version__date__gte=since.date))
    changes = list(Change.objects.filter(rule__in=moves, version__date__gt=since.date))
    references = list(Reference.objects.filter(meant__in=moves, since__date__gte=since.date))
    Change.objects.filter(pk__in=[change.pk for change in changes]).delete()
    for entry in entries:
        entry.rule_id = moves[entry.rule_id or 0]
    for change in changes:
        change.rule_id = moves[change.rule_id]
        change.pk = None
    for reference in references:
        reference.meant_id = moves[reference.meant_id or 0]
    Entry.objects.bulk_update(entries, ["rule"], batch_size=400)
    Change.objects.bulk_create(changes)
    Reference.objects.bulk_update(references, ["meant"], batch_size=400)


def _tell_changes(old: _Book, new: _Book) -> None:
    """Store what happened between two neighbouring editions; what is wholly unchanged is not stored."""
    place_of = {rule: at for at, rule in enumerate(old.rules)}
    links = [lineage.Link(place_of[rule], at, 1.0) for at, rule in enumerate(new.rules) if rule in place_of]
    version = new.edition.version
    Change.objects.filter(version=version).delete()
    rows: list[Change] = []
    for what in lineage.outcomes(old.items, new.items, links):
        if (what.kind, what.weight) == ("unchanged", "none"):
            continue
        before = old.entries[what.old] if what.old is not None else None
        after = new.entries[what.new] if what.new is not None else None
        rule = new.rules[what.new] if what.new is not None else old.rules[what.old or 0]
        shown = after or before
        if shown is None or rule is None:
            continue
        rows.append(
            Change(
                version=version,
                rule_id=rule,
                item=_item(shown.kind),
                kind=what.kind,
                weight=what.weight,
                old_number=before.number if before else "",
                new_number=after.number if after else "",
            )
        )
    Change.objects.bulk_create(rows)


def _item(kind: int) -> str:
    if kind == Entry.Kind.TERM:
        return "glossary"
    return "heading" if kind in (Entry.Kind.SECTION, Entry.Kind.CHAPTER) else "rule"


def _note_meanings(book: _Book) -> None:
    """What the numbers in the book's texts mean: the Rule at that number in the first version with that text."""
    at_number = {entry.number: rule for entry, rule in zip(book.entries, book.rules, strict=True)}
    version = book.edition.version
    folds = {fold_number("", example) for item in book.items for example in item.raw_examples.split("\n") if example}
    folds |= set(
        Wording.objects.filter(pk__in={entry.wording_id for entry in book.entries}).values_list("fold", flat=True)
    )
    unknown = Reference.objects.filter(fold__in=folds).filter(Q(since=None) | Q(since__date__gt=version.date))
    changed: list[Reference] = []
    for reference in unknown.select_related("since"):
        reference.since, reference.meant_id = version, at_number.get(reference.number)
        changed.append(reference)
    Reference.objects.bulk_update(changed, ["since", "meant"], batch_size=300)


def bind_translation(edition: Edition) -> None:
    """Give the entries of other languages at this version the Rules of the English entries, number by number."""
    english = dict(
        Entry.objects.filter(edition__version=edition.version, edition__language="en").values_list("number", "rule_id")
    )
    if not english:
        return
    foreign = Entry.objects.filter(edition__version=edition.version, kind__lte=Entry.Kind.SUBRULE).exclude(
        edition__language="en"
    )
    changed: list[Entry] = []
    for entry in foreign.only("number", "rule_id"):
        if (rule := english.get(entry.number)) and rule != entry.rule_id:
            entry.rule_id = rule
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["rule"], batch_size=400)
