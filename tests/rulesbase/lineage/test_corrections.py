"""Curators' word on the lineage: what it changes, what withdrawing restores, what is refused."""

import pytest

from rulesbase.core.errors import Refused
from rulesbase.imports.import_file import import_source
from rulesbase.lineage.corrections import effects, withdraw
from rulesbase.lineage.follow_rule import rule_named
from rulesbase.models import Change, Correction, Kinship, Reference, State
from tests.rulesbase.lineage.corrected import BOOKS, change_at, public_id, rule_at, say, store
from tests.support.lending import lent
from tests.support.make import make_user
from tests.support.snapshots import half_editions, snapshot

_archive = lent("corrected", store, autouse=True)


def leads_to(name: str) -> str:
    found = rule_named(name)
    assert found
    return found.public_id


def test_same_joins_two_rules() -> None:
    assert rule_at("101.2@2019") != rule_at("101.2@2020")
    generation = State.objects.get().generation
    say("same", "101.2@2019", "101.2@2020")
    assert rule_at("101.2@2018") == rule_at("101.2@2019") == rule_at("101.2@2020") == rule_at("101.3@2021")
    change = change_at("101.2@2020")
    assert (change.kind, change.weight, change.confidence) == ("unchanged", "substance", 1.0)
    assert change.evidence == "corrected: The bulletin says so."
    assert not Change.objects.filter(kind="removed", old_number="101.2", version__date="2020-03-01").exists()
    assert State.objects.get().generation == generation + 1
    assert half_editions() == []


def test_apart_parts_one_rule_in_two() -> None:
    reference = Reference.objects.get(number="101.1")
    say("apart", "101.1@2018", "101.1@2020")
    assert rule_at("101.1@2018") == rule_at("101.1@2019") != rule_at("101.1@2020") == rule_at("101.2@2021")
    assert change_at("101.1@2020").kind == "added"
    assert change_at("101.1@2020").evidence == "corrected: The bulletin says so."
    reference.refresh_from_db()
    assert reference.meant_id == rule_at("101.1@2018")


def test_split_makes_a_rule_a_part_of_another() -> None:
    part = rule_at("101.3@2020")
    say("split", "101.1@2019", "101.3@2020")
    relatives = Kinship.objects.get()
    assert (str(relatives.version), relatives.kind, relatives.confidence) == ("2020-03-01", "split", 1.0)
    assert (relatives.old_id, relatives.new_id) == (rule_at("101.1@2020"), rule_at("101.3@2020"))
    assert rule_at("101.3@2020") == part
    change = change_at("101.3@2020")
    assert (change.kind, change.old_number) == ("split", "101.1")
    assert change.evidence == "corrected: The bulletin says so."
    assert change_at("101.1@2020").kind == "split"


def test_merge_lets_a_rule_end_in_another() -> None:
    say("merge", "101.2@2018", "101.1@2020")
    relatives = Kinship.objects.get()
    assert (str(relatives.version), relatives.kind, relatives.confidence) == ("2020-03-01", "merge", 1.0)
    assert (relatives.old_id, relatives.new_id) == (rule_at("101.2@2019"), rule_at("101.1@2020"))
    ended = Change.objects.get(version__date="2020-03-01", old_number="101.2")
    assert (ended.kind, ended.new_number, ended.evidence) == ("merged", "101.1", "corrected: The bulletin says so.")


def test_public_ids_stay_where_most_entries_stay() -> None:
    import_source(BOOKS[3].dated(2022).bytes(), name="rules.txt")
    many, few = public_id("100.1@2020"), public_id("101.2@2019")
    # Of five entries three go on alone; the two of 101.2 take the place of the others.
    say("same", "101.2@2019", "100.1@2020")
    assert public_id("101.2@2018") == public_id("100.1@2020") == public_id("100.1@2022") == many
    assert public_id("100.1@2018") == public_id("100.1@2019") not in {many, few}
    assert leads_to(few) == many


def test_a_rule_that_ended_leads_on_and_comes_back() -> None:
    import_source(BOOKS[3].dated(2022).bytes(), name="rules.txt")
    before = snapshot()
    long, short = public_id("101.3@2022"), public_id("101.2@2019")
    made = say("same", "101.2@2019", "101.2@2020")
    assert public_id("101.2@2018") == public_id("101.3@2022") == long
    assert leads_to(short) == long
    withdraw(made.pk, by=None)
    assert snapshot() == before
    assert (public_id("101.2@2019"), public_id("101.2@2020")) == (short, long)
    assert leads_to(short) == short


@pytest.mark.parametrize(
    "result",
    [
        ("same", "101.2@2019", "101.2@2020"),
        ("same", "100.1@2018", "100.2@2020"),
        ("apart", "101.1@2019", "101.1@2020"),
        ("apart", "harbour@2019", "harbour@2020"),
        ("split", "101.1@2018", "101.3@2020"),
        ("split", "101.1@2019", "100.2@2020"),
        ("merge", "101.2@2019", "101.1@2020"),
        ("merge", "100.5@2019", "101.1@2020"),
    ],
    ids=" ".join,
)
def test_withdrawing_restores_all(result: tuple[str, str, str]) -> None:
    before, ids = snapshot(), {place: public_id(place) for place in ("100.1@2018", "101.1@2021", "100.2@2020")}
    made = say(*result)
    assert snapshot() != before
    assert effects([made]) == {made.pk: True}
    user = make_user("jane")
    withdraw(made.pk, by=user)
    assert snapshot() == before
    assert {place: public_id(place) for place in ids} == ids
    made.refresh_from_db()
    assert (made.withdrawn_by, made.withdrawn_at is None) == (user, False)
    with pytest.raises(Refused, match="already removed"):
        withdraw(made.pk, by=user)


REFUSALS = [
    (("same", "101.2@2020", "101.2@2019"), "must be earlier than the version of the new rule number"),
    (("same", "101.2@2019", "101.2@2019"), "must be earlier than the version of the new rule number"),
    (("same", "101.9@2019", "101.2@2020"), "has no rule or term 101.9"),
    (("same", "101.2@2019", "101.2@2025"), "no complete English text for the version of 2025-03-01"),
    (("merge", "101.2@2018", "101.1@2021"), "was removed before the version of 2021-03-01"),
    (("split", "101.2@2019", "101.2@2020"), "is not linked to a rule other than"),
    (("merge", "101.2@2019", "101.3@2020"), "is not linked to another rule of the older version"),
    (("swap", "101.2@2019", "101.2@2020"), "not a type of correction"),
    *((("same", "101.2@2019", "101.2@2020", reason), "reason") for reason in ("", "  \n", "x" * 301)),
]


def test_a_correction_that_makes_no_sense_is_refused() -> None:
    before = snapshot()
    for given, sentence in REFUSALS:
        with pytest.raises(Refused, match=sentence):
            say(*given)
    assert not Correction.objects.exists()
    assert snapshot() == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("same", "101.2@2019", "101.2@2020"), ("same", "101.2@2019", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("same", "101.2@2018", "101.3@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("same", "100.1@2019", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("apart", "101.2@2018", "101.2@2020")),
        (("same", "101.2@2019", "101.2@2020"), ("merge", "101.2@2019", "101.1@2020")),
        (("split", "101.1@2019", "101.3@2020"), ("same", "101.2@2019", "101.3@2020")),
        (("split", "101.1@2019", "101.3@2020"), ("split", "100.1@2019", "101.3@2020")),
        (("merge", "101.2@2019", "101.1@2020"), ("merge", "101.2@2018", "100.1@2020")),
    ],
)
def test_contradictions_are_refused(first: tuple[str, str, str], second: tuple[str, str, str]) -> None:
    made = say(*first)
    before = snapshot()
    with pytest.raises(Refused, match="Remove the other correction first"):
        say(*second)
    assert (snapshot(), Correction.objects.count()) == (before, 1)
    withdraw(made.pk, by=None)
    say(*second)


def test_a_correction_without_effect_still_contradicts_one_of_the_same_numbers() -> None:
    say("split", "101.1@2018", "101.3@2020")
    # The rule of 2018 now ends before the step of the split.
    say("apart", "101.1@2018", "101.1@2019")
    with pytest.raises(Refused, match="Remove the other correction first"):
        say("same", "101.1@2018", "101.3@2020")
