"""The decks of name questions, `names-1` to `names-5`: drawn once, kept while their answers are plain, filled up."""

import datetime
from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import gettext_noop

from cards.drills.draw import LEVELS, PAST, DrawnQuestion, draw
from cards.drills.html import answered_question, data_of, stock_for
from cards.drills.shapes import proposed_question_of
from cards.models import Card
from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Deck, DeckQuestion, Entry, Question, Studied, Version
from rulesbase.study import update

SIZE = 100
# The decks hold the same questions wherever the data are the same.
SEED = 201
NAMES = {
    1: gettext_noop("Card names, level 1"),
    2: gettext_noop("Card names, level 2"),
    3: gettext_noop("Card names, level 3"),
    4: gettext_noop("Card names, level 4"),
    5: gettext_noop("Card names, level 5"),
}
ABOUT = {
    1: gettext_noop("Plain cards, and what they are called in other languages."),
    2: gettext_noop("Split, flip, double-faced and adventurer cards, wherever they are."),
    3: gettext_noop("Face down, renamed, with another title, with two names that are one; text that names its object."),
    4: gettext_noop("Names of a kind, tokens, copies, melded cards."),
    5: gettext_noop("The rules of an older day, and what they say now."),
}
GONE = gettext_noop("The rules give this question no plain answer any more.")
# Behind the decks that are made from the rules, before those of people.
_POSITION = 600_000
_CHAPTER = "201"
# Of what is drawn some may stand in another deck already.
_SPARE = 10


def register_decks() -> None:
    """Say that these decks are brought to new versions; done once, when the program starts."""
    update.register("names", fill_name_decks)


def fill_name_decks(version: Version) -> int:
    """Bring the decks to a version, the newest in force; how many questions they hold. Idempotent.

    What has no plain answer any more is retired. Whoever learnt a question whose answer is another one now is asked
    again at once. Without cards there is nothing to ask, and no deck.
    """
    rows = list(Question.objects.filter(kind=Question.Kind.NAME, owner=None).order_by("pk"))
    if not rows and not Card.objects.exists():
        return 0
    valid = _refreshed(rows, version)
    taken = {row.key for row in rows}
    count = 0
    for level in LEVELS:
        own = [row for row in valid if row.level == level][:SIZE]
        seen = sum(row.level == level for row in rows)
        drawn = draw(SEED, level, SIZE + seen + _SPARE) if len(own) < SIZE else []
        fresh = [one for one in drawn if one.key not in taken][: SIZE - len(own)]
        taken |= {one.key for one in fresh}
        own += Question.objects.bulk_create(_rows(fresh))
        _fill(level, own)
        count += len(own)
    return count


def _refreshed(rows: Sequence[Question], version: Version) -> list[Question]:
    """The questions that have a plain answer; the others are retired."""
    versions = catalogue()
    puts = {row.pk: proposed_question_of(row.data) for row in rows}
    stock = stock_for(puts.values())
    valid, changed, gone, others = [], [], [], []
    for row in rows:
        day = row.data.get("day")
        as_of = versions.on(datetime.date.fromisoformat(day) if day else version.date)
        answered = answered_question(puts[row.pk], stock, as_of, versions, is_past=bool(day)) if as_of else None
        if answered is None:
            gone.append(row)
            continue
        valid.append(row)
        if row.data.get("right") != answered.judged.right:
            others.append(row.pk)
            row.data = {**row.data, "right": answered.judged.right}
        elif row.retired_on is None:
            continue
        row.retired_on, row.retired_why = None, ""
        changed.append(row)
    for row in gone:
        if row.retired_on is None:
            row.retired_on, row.retired_why = version.date, GONE
    Question.objects.bulk_update([*changed, *gone], ["data", "retired_on", "retired_why"], batch_size=200)
    Studied.objects.filter(question__in=others, is_suspended=False).update(due=timezone.now(), buried_until=None)
    return valid


def _rows(drawn: Iterable[DrawnQuestion]) -> list[Question]:
    """Questions to be stored. They count under the chapter on names."""
    newest = catalogue().latest
    rules = Entry.objects.filter(edition=newest.main.pk, number=_CHAPTER, kind__lt=Entry.Kind.TERM) if newest else None
    chapter = rules.values_list("rule", flat=True).first() if rules is not None else None
    return [
        Question(
            key=one.key,
            kind=Question.Kind.NAME,
            chapter_id=chapter,
            day=one.day,
            data={**data_of(one.put, one.day if one.level == PAST else None), "right": one.right},
            level=one.level,
        )
        for one in drawn
    ]


def _fill(level: int, questions: Sequence[Question]) -> None:
    slug = f"names-{level}"
    deck = Deck.objects.filter(slug=slug).first()
    if deck is None and not questions:
        return
    deck = deck or Deck(slug=slug)
    deck.name, deck.about, deck.position = NAMES[level], ABOUT[level], _POSITION + level
    deck.save()
    wanted = [question.pk for question in questions]
    if list(deck.places.order_by("position").values_list("question_id", flat=True)) == wanted:
        return
    deck.places.all().delete()
    DeckQuestion.objects.bulk_create(
        [DeckQuestion(deck=deck, question_id=pk, position=at) for at, pk in enumerate(wanted, 1)], batch_size=500
    )
