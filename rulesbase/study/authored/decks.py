"""The decks of written questions: one a level, and one a tag."""

from collections import defaultdict
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_noop

from rulesbase.models import Deck, DeckQuestion, WrittenRevision
from rulesbase.models.authored_questions import LEVELS

NAMES = {
    1: gettext_noop("Written questions, level 1"),
    2: gettext_noop("Written questions, level 2"),
    3: gettext_noop("Written questions, level 3"),
    4: gettext_noop("Written questions, level 4"),
    5: gettext_noop("Written questions, level 5"),
}
ABOUT = gettext_noop("Situations as they come up, written by hand, with the answer and the rules it rests on.")
_OF_LEVELS, _OF_TAGS = "written-", "written-tag-"
# Behind the decks that are made from the rules, before those of people.
_POSITION = 500_000


def fill_written_decks() -> int:
    """Make the decks what they should be; how many there are. A deck without questions stays while it is studied."""
    with transaction.atomic():
        # Decks of a new level or tag first: there is nothing of them to hold yet, and another may make them too.
        for slug in sorted(_wanted()):
            Deck.objects.get_or_create(slug=slug, defaults={"name": _name(slug)})
        # Two who publish at once take turns: the second sees what the first published.
        mine = Deck.objects.filter(owner=None, slug__startswith=_OF_LEVELS).order_by("pk")
        rows = {deck.slug: deck for deck in mine.select_for_update(no_key=True)}
        return _filled(rows, _wanted())


def _filled(rows: Mapping[str, Deck], wanted: Mapping[str, list[int]]) -> int:
    for position, (slug, questions) in enumerate(sorted(wanted.items())):
        deck = rows.get(slug) or Deck.objects.get_or_create(slug=slug, defaults={"name": _name(slug)})[0]
        deck.name, deck.about, deck.position = _name(slug), ABOUT, _POSITION + position
        deck.save()
        _fill(deck, questions)
    over = [deck.pk for slug, deck in rows.items() if slug not in wanted]
    DeckQuestion.objects.filter(deck__in=over).delete()
    Deck.objects.filter(pk__in=over, enrolments=None).delete()
    return len(wanted)


def _wanted() -> Mapping[str, list[int]]:
    """The questions of each deck, by its slug; those of a tag from easy to hard."""
    rows = WrittenRevision.objects.published().filter(written__question__isnull=False)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for level, tags, question in rows.order_by("level", "written").values_list("level", "tags", "written__question"):
        if question is not None:
            for slug in (f"{_OF_LEVELS}{level}", *(f"{_OF_TAGS}{tag}" for tag in tags)):
                found[slug].append(question)
    return found


def _name(slug: str) -> str:
    if slug.startswith(_OF_TAGS):
        return slug.removeprefix(_OF_TAGS)
    level = int(slug.removeprefix(_OF_LEVELS))
    return NAMES[level] if level in LEVELS else slug


def _fill(deck: Deck, questions: list[int]) -> None:
    there = list(deck.places.order_by("position").values_list("question_id", flat=True))
    if there != questions:
        deck.places.all().delete()
        DeckQuestion.objects.bulk_create(
            DeckQuestion(deck=deck, question_id=question, position=at) for at, question in enumerate(questions, 1)
        )


def tags_in_use() -> list[str]:
    """The tags of what is published, in the order of the alphabet."""
    rows = WrittenRevision.objects.published().values_list("tags", flat=True)
    return sorted({str(tag) for tags in rows for tag in tags})
