"""The table of epochs against the lineages: where a number changes, the rule is the same one, or the table says not."""

from itertools import pairwise

import pytest

from cards.engine.name_rules.rule_history import TABLE, NameRules
from rulesbase.archive.catalogue import catalogue
from rulesbase.citations.resolve import resolve_all

# Where another rule took over: face-down cards went from a keyword to the general chapter; split cards lost their
# two answers for combined characteristics, and the line on choosing them was cut from a longer one; double-faced cards
# were divided into transforming and modal ones; meld cards joined them; the line on several names was folded into
# the one before it.
TAKEN_OVER = {
    ("facedown", "2001-07-23"),
    ("facedown", "2009-05-01"),
    ("split", "2011-09-30"),
    ("split_choose_201", "2011-09-30"),
    ("dfc_front", "2020-04-17"),
    ("dfc_spell", "2020-04-17"),
    ("several", "2020-04-17"),
    ("meld", "2022-04-29"),
}


@pytest.mark.usefixtures("twelve")
def test_a_new_number_is_that_of_the_same_rule() -> None:
    versions = catalogue()
    moved, lost = 0, set()
    for old, new in pairwise(versions.all):
        before, after = NameRules(old.date), NameRules(new.date)
        moves = {
            topic: (before[topic].number, after[topic].number)
            for topic in TABLE
            if before[topic] and after[topic] and before[topic].number != after[topic].number
        }
        found = resolve_all(versions, {(number, old.date) for number, _to in moves.values()}, new)
        moved += len(moves)
        lost |= {
            (topic, str(old)) for topic, (number, to) in moves.items() if to not in found[number, old.date].numbers
        }
    assert moved > 80
    assert lost <= TAKEN_OVER, sorted(lost - TAKEN_OVER)
    assert len(lost) > len(TAKEN_OVER) // 2
