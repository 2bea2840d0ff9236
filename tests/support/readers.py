"""Somebody who wrote beside the rules, for tests of what is held of a person."""

import datetime

from rulesbase.models import PathStep, ReadingItem, ReadingList, ReadItem, RuleNote, User


def note_everything(user: User, word: str) -> None:
    """Leave a row in every table of notes, lists and the path, with a word of the person's in each text."""
    day = datetime.date(2012, 3, 1)
    RuleNote.objects.create(user=user, number="201.7", day=day, phrase="so it ends", note=f"{word} noted this")
    made = ReadingList.objects.create(owner=user, name=f"{word} reads", about=word, is_shared=True)
    item = ReadingItem.objects.create(of=made, position=1, number="201.7", day=day, comment=f"{word} says so")
    ReadItem.objects.create(user=user, item=item)
    PathStep.objects.create(user=user, step="golden")
