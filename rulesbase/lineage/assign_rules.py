"""Which Rule each entry is: the seam between the lineage engine and the tables.

Each complete English edition is linked with the one before and the one after it; an edition that comes in
between cuts and joins again, so the grouping of entries does not depend on the order of imports. What was taken
out and comes back is joined after that (``returns``). Curators' corrections have the last word on each step.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence

from django.db.models import QuerySet

from rulesbase.engine.lineage.link import Link
from rulesbase.engine.lineage.splits_and_merges import lineage
from rulesbase.engine.nodes import RulesText
from rulesbase.lineage.apply_corrections import Forced, Told, corrected
from rulesbase.lineage.edition_items import Book, edition_after, edition_before, followed_editions
from rulesbase.lineage.reassign import Ledger, move_tails, settle
from rulesbase.lineage.reference_targets import find_meanings, forget_meanings, note_meanings
from rulesbase.lineage.reinstated_rules import join_returns
from rulesbase.lineage.store_changes import forget_changes, tell_changes
from rulesbase.models import Correction, Edition, Entry, Rule, Version


def place_in_lineage(edition: Edition, text: RulesText, entries: Sequence[Entry]) -> Ledger:
    """Give the entries of a new English edition, not stored yet, their Rules, and tell what changed around it.

    Once they are stored, ``finish_lineage`` has to be called with what was moved by then.
    """
    ledger = Ledger()
    before, after = edition_before(edition.version), edition_after(edition.version)
    book = Book.parsed(edition, text, entries)
    earlier = Book.stored(before) if before else None
    later = Book.stored(after) if after else None
    since = _between(earlier, book) if earlier else None
    names = {pair.new: earlier.rules[pair.old] for pair in since.links} if earlier and since else {}
    # What a correction says of an older version is followed by Rule, so these come before the step to the later.
    book.rules = [names.get(at, 0) for at in range(len(entries))]
    until = _between(book, later) if later else None
    _name_rules(book, names, earlier, later, until.links if until else ())
    for entry, rule in zip(entries, book.rules, strict=True):
        entry.rule_id = rule
    forget_changes(edition.version)
    if earlier and since:
        tell_changes(earlier, book, since)
    if later and until:
        _join_later(book, later, until.links, ledger)
        forget_changes(later.version)
        tell_changes(book, later, until)
    forgotten = forget_meanings(edition.version)
    at_number = {entry.number: rule for entry, rule in zip(book.entries, book.rules, strict=True)}
    note_meanings(edition.version, at_number, book.folds())
    find_meanings(forgotten)
    return ledger


def finish_lineage(version: Version, ledger: Ledger) -> None:
    """Once a version that was placed is stored: join what comes back, follow the corrections that reach across it."""
    _relink_across(version, ledger)
    settle(ledger)


def relink(version: Version, spare: Iterable[int] = ()) -> list[int]:
    """Compute one step, from the version before to this one, and those whose corrections reach across it.

    Public ids stay where most of their entries stay; ``spare`` are Rules without entries that may come back.
    The Rules that ended.
    """
    ledger = Ledger()
    _relink_step(version, ledger)
    _relink_across(version, ledger)
    return settle(ledger, spare)


def rebuild_lineage(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Compute all steps, in the order of dates; the number of steps. ``progress`` is told (done, all)."""
    editions = list(followed_editions().order_by("version__date"))
    ledger = Ledger()
    earlier = Book.stored(editions[0]) if editions else None
    joined = datetime.date.min
    for done, edition in enumerate(editions[1:], 1):
        if _corrections_across(editions[done - 1].version.date, edition.version.date).exists():
            # They follow a Rule from an older version, so it has to be known by now what came back.
            join_returns(joined, edition.version.date, ledger)
            joined, earlier = edition.version.date, None
        earlier = earlier or Book.stored(editions[done - 1])
        book = Book.stored(edition)
        _relink_books(earlier, book, ledger)
        earlier = book
        progress(done, len(editions) - 1)
    join_returns(joined, ledger=ledger)
    settle(ledger)
    return max(len(editions) - 1, 0)


def _corrections_across(earlier: datetime.date, later: datetime.date) -> QuerySet[Correction]:
    """Corrections of the step to the later version that start before the earlier one."""
    return Correction.objects.in_force().filter(new_date=later, old_date__lte=earlier)


def _relink_step(version: Version, ledger: Ledger) -> None:
    edition = followed_editions().filter(version=version).first()
    before = edition_before(version)
    if edition and before:
        _relink_books(Book.stored(before), Book.stored(edition), ledger)


def _relink_books(earlier: Book, book: Book, ledger: Ledger) -> None:
    told = _between(earlier, book)
    forget_changes(book.version)
    _join_later(earlier, book, told.links, ledger)
    tell_changes(earlier, book, told)


def _relink_across(version: Version, ledger: Ledger) -> None:
    """Relink later steps whose corrections start at a step that was relinked or before; join what comes back since."""
    last = version.date
    reaching = Correction.objects.in_force().filter(new_date__gt=last).order_by("new_date")
    for new_date, old_date in reaching.values_list("new_date", "old_date"):
        if new_date > last >= old_date and (found := Version.objects.filter(date=new_date).first()):
            join_returns(last, new_date, ledger)
            _relink_step(found, ledger)
            last = new_date
    join_returns(last, ledger=ledger)


def _between(older: Book, newer: Book) -> Told:
    """What links two neighbouring books: as computed, with the corrections whose places are there."""
    found = lineage(older.items, newer.items)
    forced: list[Forced] = []
    at = newer.at_number()
    for row in Correction.objects.in_force().filter(new_date=newer.version.date):
        new = at.get(row.new_number)
        if new is None:
            continue
        old, ended = _heir_of_old_place(row, older)
        if old is not None:
            forced.append(Forced(row.verb, old, new, row.reason))
        elif ended and row.verb == Correction.Verb.SAME:
            forced.append(Forced("returns", -1, new, row.reason))
    return corrected(found, forced)


def _heir_of_old_place(row: Correction, older: Book) -> tuple[int | None, bool]:
    """(where the old place of a correction goes on in the book before its new one, whether it ended before that)."""
    if row.old_date == older.version.date:
        return older.at_number().get(row.old_number), False
    if row.old_date > older.version.date:
        return None, False
    there = Entry.objects.filter(edition__in=followed_editions().filter(version__date=row.old_date))
    entry = there.filter(number=row.old_number).order_by("position").last()
    rule = entry.rule_id if entry else None
    return (older.rules.index(rule), False) if rule and rule in older.rules else (None, rule is not None)


def _name_rules(
    book: Book, names: dict[int, int], earlier: Book | None, later: Book | None, until: Sequence[Link]
) -> None:
    """Rules of a book: that of the entry before, else of the one after if it begins there, else a new one."""
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


def _keep_rules(book: Book, names: dict[int, int], around: set[int]) -> None:
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


def _join_later(book: Book, later: Book, until: Sequence[Link], ledger: Ledger | None = None) -> None:
    """Let the entries from ``later`` on share the Rules of the entries that they are linked with here."""
    linked = {pair.new: book.rules[pair.old] for pair in until}
    here = set(book.rules)
    alone = [rule for at, rule in enumerate(later.rules) if at not in linked]
    older = Entry.objects.filter(rule__in=alone, edition__version__date__lt=later.version.date)
    taken = here | set(older.values_list("rule_id", flat=True))
    moves: dict[int, int] = {}
    for at, rule in enumerate(later.rules):
        wanted = linked.get(at)
        if wanted is None and rule in taken:
            wanted = Rule.objects.create().pk
        if wanted is not None and rule and wanted != rule:
            moves[rule] = wanted
    # A Rule that gets a tail and came back after that would be told of twice; `join_returns` finds it again.
    gaining = set(moves.values()) - moves.keys()
    back = Entry.objects.filter(rule__in=gaining, edition__version__date__gt=later.version.date)
    for rule in sorted({rule or 0 for rule in back.values_list("rule_id", flat=True)}):
        moves[rule] = Rule.objects.create().pk
    move_tails(moves, later.version.date, ledger)
    later.rules = [moves.get(rule, rule) for rule in later.rules]
