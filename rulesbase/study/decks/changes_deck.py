"""The deck of a user with the rules that changed since the day on which they last studied them."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_noop

from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Deck, DeckQuestion, Enrolment, Question, StudyOptions
from rulesbase.study.decks.actions import set_questions
from rulesbase.study.questions.changed_rules import texts_since

SINCE = gettext_noop("What changed since %(day)s")


def changed_since(day: datetime.date) -> list[int]:
    """Return the keys of the questions about changes of substance since a day, in the order of the book."""
    versions = catalogue()
    rules = texts_since(versions, day, versions.latest) if versions.latest else {}
    rows = Question.objects.filter(kind=Question.Kind.CHANGED, retired_on=None, rule__in=rules)
    order = {rule: at for at, rule in enumerate(rules)}
    return [pk for pk, rule in sorted(rows.values_list("pk", "rule_id"), key=lambda row: order[row[1] or 0])]


def deck_of_changes(options: StudyOptions) -> Deck | None:
    """Create or refresh a user's deck of changes since the day they know, and study it.

    Without a day, empty the deck and return None. Call it when `knows` is set; `update_study` calls it for everybody.
    """
    slug = f"changed-{options.user_id}"
    if not options.knows:
        DeckQuestion.objects.filter(deck__slug=slug).delete()
        return None
    keys = changed_since(options.knows)
    with transaction.atomic():
        deck, made = Deck.objects.get_or_create(slug=slug, owner=options.user)
        # Stored in English; `deck_title` translates it on display.
        deck.name = SINCE % {"day": options.knows.isoformat()}
        deck.save(update_fields=["name"])
        set_questions(deck, keys)
        if made:
            Enrolment.objects.get_or_create(user=options.user, deck=deck)
    return deck
