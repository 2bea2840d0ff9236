"""An archive whose lineage once cut a rule in two: after `rebuild_lineage` nothing on either part is lost."""

import datetime

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from rulesbase.imports.import_file import import_source
from rulesbase.lineage.corrections import DatedNumbers, correct
from rulesbase.lineage.move_entries import move_from
from rulesbase.models import (
    Entry,
    Question,
    ReadingItem,
    ReadingList,
    Rule,
    RuleNote,
    Studied,
    TranslatedPlace,
    Translation,
    Watch,
)
from rulesbase.study.update import update_study
from tests.support.make import make_user
from tests.support.texts import Book, Place

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

DAYS = [datetime.date(2020 + at, 3, 1) for at in range(4)]
PLACES = [Place(f"rule-{at}", "A ferry is a boat.") for at in range(8)]
KINDS = (Question, RuleNote, ReadingItem, Studied, Translation, TranslatedPlace)


def entry_of(day: datetime.date) -> Entry:
    return Entry.objects.select_related("rule").get(edition__version__date=day, number="100.3")


def fill_rows(ended: Rule) -> None:
    """Put watches, notes, list items, a translation and studied cards on both parts of the rule."""
    ulla, other = make_user("ulla"), make_user("otto")
    listed = ReadingList.objects.create(owner=ulla, name="Ferries")
    for at, day in enumerate((DAYS[0], DAYS[3])):
        entry = entry_of(day)
        place = {"rule": entry.rule, "number": entry.number, "day": day}
        for user in (ulla, other)[: 2 - at]:
            Watch.objects.create(user=user, kind="rule", known=[], **place)
        RuleNote.objects.create(user=ulla, wording=entry.wording, language="en", note=f"note {at}", **place)
        ReadingItem.objects.create(of=listed, position=at, wording=entry.wording, **place)
    made = Translation.objects.create(
        original=entry_of(DAYS[0]).wording,
        language="fr",
        wording=entry_of(DAYS[0]).wording,
        status="approved",
        origin="curator",
        revision=1,
    )
    TranslatedPlace.objects.create(translation=made, entry=entry_of(DAYS[0]))
    for question in Question.objects.filter(rule=ended):
        Studied.objects.create(
            user=ulla, question=question, state=2, due=timezone.now(), learnt_from=question.made_from
        )
    assert Studied.objects.exists()


def test_rows_follow_the_older_id(client: Client) -> None:
    for day in DAYS:
        import_source(Book(day).with_chapter(100, *PLACES).bytes(), name=f"{day}.txt")
    # The older program ended the rule in 2021 and began another one in 2022.
    first = entry_of(DAYS[0]).rule
    assert first is not None
    second = Rule.objects.create()
    move_from({first.pk: second.pk}, since=DAYS[2])
    update_study()
    fill_rows(second)
    before = {kind: kind.objects.count() for kind in KINDS}

    call_command("rebuild_lineage", json=True)

    assert {kind: kind.objects.count() for kind in KINDS} == before
    assert {entry_of(day).rule for day in DAYS} == {first}
    second.refresh_from_db()
    assert second.merged_into == first
    for kind in (RuleNote, ReadingItem):
        assert set(kind.objects.values_list("rule", flat=True)) == {first.pk}
    # Of two watches of one person one is enough.
    assert sorted(Watch.objects.values_list("user__username", "rule")) == [("otto", first.pk), ("ulla", first.pk)]
    assert set(Studied.objects.values_list("question__rule", "question__retired_on")) == {(first.pk, None)}
    answer = client.get(f"/rule/{second.public_id}/")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/rule/{first.public_id}/")


def test_an_ended_rule_comes_back_when_the_entries_it_went_to_are_parted() -> None:
    for day in DAYS:
        import_source(Book(day).with_chapter(100, *PLACES).bytes(), name=f"{day}.txt")
    joined = entry_of(DAYS[0]).rule
    ended = Rule.objects.create(merged_into=joined)

    correct("apart", DatedNumbers(DAYS[1], "100.3", DAYS[2], "100.3"), reason="Another boat.", by=None)

    assert [entry_of(day).rule for day in DAYS] == [joined, joined, ended, ended]
    ended.refresh_from_db()
    assert ended.merged_into is None
