"""Assign a Rule to each entry: store the results of the lineage engine.

Each complete English edition is linked with the one before and the one after it. An edition that comes between two
others is linked with both anew, so the order of imports does not matter. Reinstated rules are joined after that.
Corrections of curators override each step.
"""

import datetime
from collections.abc import Callable, Iterable, Sequence

from rulesbase.engine.lineage.lineage import lineage
from rulesbase.engine.lineage.match_entries import Link
from rulesbase.engine.nodes import RulesText
from rulesbase.lineage.apply_corrections import CorrectedLineage, LocatedCorrection, apply_corrections
from rulesbase.lineage.followed_editions import EditionItems, edition_after, edition_before, followed_editions
from rulesbase.lineage.move_entries import MovedRules, assign_public_ids, move_from
from rulesbase.lineage.reference_targets import clear_targets, restore_targets, set_targets
from rulesbase.lineage.reinstated_rules import join_reinstated
from rulesbase.lineage.store_changes import delete_changes, store_changes
from rulesbase.models import Correction, Edition, Entry, Rule, Version


def place_in_lineage(edition: Edition, text: RulesText, entries: Sequence[Entry]) -> MovedRules:
    """Give the unsaved entries of a new English edition their Rules; store the changes before and after it.

    Call ``finish_lineage`` with the result after the entries are stored.
    """
    moved = MovedRules()
    before, after = edition_before(edition.version), edition_after(edition.version)
    current = EditionItems.parsed(edition, text, entries)
    earlier = EditionItems.stored(before) if before else None
    later = EditionItems.stored(after) if after else None
    since = _between(earlier, current) if earlier else None
    # Corrections that start in an older version follow the Rule, so set these before the step to the later edition.
    if earlier and since:
        for pair in since.links:
            current.rules[pair.new] = earlier.rules[pair.old]
    until = _between(current, later) if later else None
    _choose_rules(current, earlier, later, until.links if until else ())
    for entry, rule in zip(entries, current.rules, strict=True):
        entry.rule_id = rule
    delete_changes(edition.version)
    if earlier and since:
        store_changes(earlier, current, since)
    if later and until:
        _join_later(current, later, until.links, moved)
        delete_changes(later.version)
        store_changes(current, later, until)
    cleared = clear_targets(edition.version)
    at_number = {entry.number: rule for entry, rule in zip(current.entries, current.rules, strict=True)}
    set_targets(edition.version, at_number, current.folds())
    restore_targets(cleared)
    return moved


def finish_lineage(version: Version, moved: MovedRules) -> None:
    """Join reinstated rules, apply corrections that reach across a version, and let rows of users find their Rules.

    Call it after the entries of the version are stored.
    """
    _relink_across(version, moved)
    _assign_ids_and_call_hooks(moved)


_after_lineage: list[Callable[[], object]] = []


def register_after_lineage(find_rules: Callable[[], object]) -> None:
    """Register what finds the Rules of rows with a date and number again; called once at start."""
    _after_lineage.append(find_rules)


def _assign_ids_and_call_hooks(moved: MovedRules, spare: Iterable[int] = ()) -> list[int]:
    """Assign public ids, and let the rows of users find their Rules again; return the ended Rules."""
    ended = assign_public_ids(moved, spare)
    for find_rules in _after_lineage:
        find_rules()
    return ended


def relink(version: Version, spare: Iterable[int] = ()) -> list[int]:
    """Compute the step to a version again, and the steps whose corrections reach across it; return the ended Rules.

    A public id stays with most of its entries. ``spare`` are Rules without entries to use before new ones are made.
    """
    moved = MovedRules()
    _relink_step(version, moved)
    _relink_across(version, moved)
    return _assign_ids_and_call_hooks(moved, spare)


def rebuild_lineage(progress: Callable[[int, int], None] = lambda done, total: None) -> int:
    """Compute all steps by date; return their number. ``progress`` gets (done, total)."""
    editions = list(followed_editions().order_by("version__date"))
    moved = MovedRules()
    earlier = EditionItems.stored(editions[0]) if editions else None
    joined = datetime.date.min
    for done, edition in enumerate(editions[1:], 1):
        date = edition.version.date
        step = Correction.objects.in_force().filter(new_date=date)
        if step.filter(old_date__lte=editions[done - 1].version.date).exists():
            # These corrections follow a Rule from an older version, so join its spans first.
            join_reinstated(moved, joined, date)
            joined, earlier = date, None
        earlier = earlier or EditionItems.stored(editions[done - 1])
        current = EditionItems.stored(edition)
        _relink_editions(earlier, current, moved)
        earlier = current
        progress(done, len(editions) - 1)
    join_reinstated(moved, joined)
    _assign_ids_and_call_hooks(moved)
    return max(len(editions) - 1, 0)


def _relink_step(version: Version, moved: MovedRules) -> None:
    edition = followed_editions().filter(version=version).first()
    before = edition_before(version)
    if edition and before:
        _relink_editions(EditionItems.stored(before), EditionItems.stored(edition), moved)


def _relink_editions(earlier: EditionItems, current: EditionItems, moved: MovedRules) -> None:
    step = _between(earlier, current)
    delete_changes(current.version)
    _join_later(earlier, current, step.links, moved)
    store_changes(earlier, current, step)


def _relink_across(version: Version, moved: MovedRules) -> None:
    """Relink later steps whose corrections start at or before a relinked step; join reinstated rules since then."""
    last = version.date
    reaching = Correction.objects.in_force().filter(new_date__gt=last).order_by("new_date")
    for new_date, old_date in reaching.values_list("new_date", "old_date"):
        if new_date > last >= old_date and (found := Version.objects.filter(date=new_date).first()):
            join_reinstated(moved, last, new_date)
            _relink_step(found, moved)
            last = new_date
    join_reinstated(moved, last)


def _between(older: EditionItems, newer: EditionItems) -> CorrectedLineage:
    """Return the links between two neighbouring editions: computed, then corrected."""
    found = lineage(older.items, newer.items)
    located: list[LocatedCorrection] = []
    at = newer.at_number()
    for row in Correction.objects.in_force().filter(new_date=newer.version.date):
        new = at.get(row.new_number)
        if new is None:
            continue
        old, ended = _successor_of_old_place(row, older)
        if old is not None:
            located.append(LocatedCorrection(row.verb, old, new, row.reason))
        elif ended and row.verb == Correction.Verb.SAME:
            located.append(LocatedCorrection("returns", -1, new, row.reason))
    return apply_corrections(found, located)


def _successor_of_old_place(row: Correction, older: EditionItems) -> tuple[int | None, bool]:
    """Return (position of the successor of a correction's old entry, whether that rule ended earlier)."""
    if row.old_date == older.version.date:
        return older.at_number().get(row.old_number), False
    if row.old_date > older.version.date:
        return None, False
    there = Entry.objects.filter(edition__in=followed_editions().filter(version__date=row.old_date))
    entry = there.filter(number=row.old_number).order_by("position").last()
    rule = entry.rule_id if entry else None
    return (older.rules.index(rule), False) if rule and rule in older.rules else (None, rule is not None)


def _choose_rules(
    current: EditionItems, earlier: EditionItems | None, later: EditionItems | None, until: Sequence[Link]
) -> None:
    """Set the Rules of entries without a link to the entry before.

    They get the Rule of the entry after if it begins there, else that of the replaced text, else a new one.
    """
    old_rules = set(earlier.rules) if earlier else set()
    new_rules = later.rules if later else []
    for pair in until:
        rule = new_rules[pair.new]
        if not current.rules[pair.old] and rule not in old_rules:
            current.rules[pair.old] = rule
    _reuse_rules(current, old_rules.union(new_rules))
    unnamed = [at for at, rule in enumerate(current.rules) if not rule]
    for at, rule_row in zip(unnamed, Rule.objects.bulk_create([Rule() for _ in unnamed]), strict=True):
        current.rules[at] = rule_row.pk


def _reuse_rules(current: EditionItems, around: set[int]) -> None:
    """Give entries without a Rule the one that the replaced text had for the same wording or number."""
    if current.edition.text_source is None:
        return
    replaced = Entry.objects.filter(source=current.edition.text_source, rule__isnull=False).exclude(rule__in=around)
    known: dict[tuple[int, str, int], int | None] = {}
    for kind, number, wording, rule in replaced.values_list("kind", "number", "wording_id", "rule_id"):
        known[kind, number, wording] = known[kind, "", wording] = known[kind, number, 0] = rule
    taken = set(current.rules)
    for by_number, by_words in ((True, True), (False, True), (True, False)):
        for at, entry in enumerate(current.entries):
            place = entry.kind, entry.number if by_number else "", entry.wording_id if by_words else 0
            rule = known.get(place) or 0
            if not current.rules[at] and rule not in taken:
                current.rules[at] = rule
                taken.add(rule)


def _join_later(current: EditionItems, later: EditionItems, until: Sequence[Link], moved: MovedRules) -> None:
    """Give the entries from ``later`` on the Rules of the entries that they are linked with."""
    linked = {pair.new: current.rules[pair.old] for pair in until}
    here = set(current.rules)
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
    # A Rule that gets later entries and was reinstated after them would count twice; `join_reinstated` joins it again.
    gaining = set(moves.values()) - moves.keys()
    back = Entry.objects.filter(rule__in=gaining, edition__version__date__gt=later.version.date)
    for rule in sorted({rule or 0 for rule in back.values_list("rule_id", flat=True)}):
        moves[rule] = Rule.objects.create().pk
    move_from(moves, later.version.date, moved)
    later.rules = [moves.get(rule, rule) for rule in later.rules]
