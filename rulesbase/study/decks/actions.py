"""Decks: which one studies, and one's own. The deck of another who does not share it is as if it did not exist."""

import unicodedata
import uuid
from collections.abc import Iterable, Sequence
from typing import Any, TypeGuard

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rulesbase.core.errors import Refused
from rulesbase.core.user_lock import lock_user
from rulesbase.models import Deck, DeckQuestion, Enrolment, Question, User

MOST_DECKS = 200
# Of one deck. At ten new cards a day it lasts three years.
MOST_CARDS = 10_000
# Own cards of one person, in all decks: two hundred decks as long as one may be would fill a disk.
MOST_OWN = 20_000
# Of one side of an own card.
LONGEST_SIDE = 2_000
LONGEST_NAME = 120
LONGEST_ABOUT = 300
# Line ends, tabs, and what joins letters or keeps them apart, in scripts and pictures that need it.
_ALLOWED_CONTROLS = "\n\t\u200c\u200d"


class DeckNotFound(Refused):
    """There is no such deck, or not for this person: pages answer 404."""


def visible(user: User | None) -> QuerySet[Deck]:
    """The decks that a person may see: the program's, those that are shared, and their own; None is anybody."""
    found = Q(owner=None) | Q(is_shared=True)
    return Deck.objects.filter(found if user is None else found | Q(owner=user))


def deck_of(user: User | None, public_id: object) -> Deck:
    """The deck of that id, if this person may see it. Raises NoDeck."""
    found = visible(user).filter(public_id=public_id).first() if _may_be_id(public_id) else None
    if found is None:
        raise DeckNotFound(_("There is no such deck."))
    return found


def own_deck(user: User, public_id: object) -> Deck:
    """The person's own deck of that id. Raises NoDeck."""
    found = Deck.objects.filter(owner=user, public_id=public_id).first() if _may_be_id(public_id) else None
    if found is None:
        raise DeckNotFound(_("There is no such deck among your own."))
    return found


def _may_be_id(given: object) -> TypeGuard[str]:
    # What comes as JSON may hold signs that no database takes, not even to look for them.
    return isinstance(given, str) and given.isprintable()


def questions_of(user: User | None, deck: Deck) -> QuerySet[Question]:
    """The questions of a deck in their order, without the own cards of others."""
    mine = Q(owner=None) if user is None else Q(owner=None) | Q(owner=user)
    return Question.objects.filter(mine, places__deck=deck).order_by("places__position", "places__pk")


def enrol(user: User, deck: Deck) -> Enrolment:
    """Study a deck from now on; again changes nothing. Raises NoDeck for one that this person may not see."""
    deck_of(user, deck.public_id)
    with transaction.atomic():
        # Its owner may be deleting it in this moment; on SQLite whoever writes is alone.
        if Deck.objects.select_for_update(of=("self",), no_key=True).filter(pk=deck.pk).first() is None:
            raise DeckNotFound(_("There is no such deck."))
        enrolment, made = Enrolment.objects.get_or_create(user=user, deck=deck)
    if not made and enrolment.ended_at is not None:
        enrolment.ended_at = None
        enrolment.save(update_fields=["ended_at"])
    return enrolment


def leave(user: User, deck: Deck) -> None:
    """Learn nothing new from a deck. What is remembered of its cards stays, and they are asked when they are due."""
    Enrolment.objects.filter(user=user, deck=deck, ended_at=None).update(ended_at=timezone.now())


def make(user: User, name: str, about: str = "") -> Deck:
    """Make an own deck, and study it. Raises Refused."""
    name, about = _checked_name(name), _checked_about(about)
    with transaction.atomic():
        lock_user(user)
        if Deck.objects.filter(owner=user).count() >= MOST_DECKS:
            raise Refused(_("You have %(most)d decks already, and more are not kept.") % {"most": MOST_DECKS})
        deck = Deck.objects.create(owner=user, name=name, about=about, position=_LAST)
        Enrolment.objects.create(user=user, deck=deck)
    return deck


def rename(user: User, public_id: str, name: str, about: str = "") -> Deck:
    """Give an own deck another name. Raises Refused."""
    deck = own_deck(user, public_id)
    deck.name, deck.about = _checked_name(name), _checked_about(about)
    deck.save(update_fields=["name", "about"])
    return deck


def share(user: User, public_id: str, *, shared: bool) -> Deck:
    """Let others see an own deck, or no more. Its own cards are never seen by others. Raises Refused."""
    deck = own_deck(user, public_id)
    deck.is_shared = shared
    deck.save(update_fields=["is_shared"])
    return deck


def delete(user: User, public_id: str) -> None:
    """Delete an own deck, and the own cards that stand in no other. Raises Refused."""
    with transaction.atomic():
        deck = _locked_deck(user, public_id, to_go=True)
        cards = Question.objects.filter(owner=user, places__deck=deck)
        alone = list(cards.exclude(places__deck__in=Deck.objects.exclude(pk=deck.pk)).values_list("pk", flat=True))
        deck.delete()
        Question.objects.filter(pk__in=alone).delete()


def add(user: User, public_id: str, questions: Iterable[str]) -> int:
    """Put questions, by their public ids, at the end of an own deck; returns how many are new there. Raises Refused."""
    named = list(dict.fromkeys(questions))
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        mine = Question.objects.filter(Q(owner=None) | Q(owner=user), public_id__in=named[: MOST_CARDS + 1])
        found = {question.public_id: question for question in mine}
        if len(found) < len(named):
            raise Refused(_("There is no such card."))
        there = set(
            DeckQuestion.objects.filter(deck=deck, question__in=found.values()).values_list("question", flat=True)
        )
        new = [found[name] for name in named if found[name].pk not in there]
        _append(deck, new)
    return len(new)


def remove(user: User, public_id: str, question: str) -> None:
    """Take a question out of an own deck; an own card that stands in no other deck goes with it. Raises Refused."""
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        place = DeckQuestion.objects.filter(deck=deck, question__public_id=question).select_related("question").first()
        if place is None:
            raise Refused(_("This card is not in the deck."))
        place.delete()
        if place.question.owner_id == user.pk and not place.question.places.exists():
            place.question.delete()


def write_cards(user: User, public_id: str, cards: Sequence[tuple[str, str]]) -> list[Question]:
    """Make own cards, each a question and its answer in plain text, at the end of an own deck. Raises Refused."""
    rows = [_own_card(user, ask, answer) for ask, answer in cards]
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        _room_for(deck, len(rows))
        if Question.objects.filter(owner=user).count() + len(rows) > MOST_OWN:
            raise Refused(_("More than %(most)d own cards are not kept.") % {"most": MOST_OWN})
        made = Question.objects.bulk_create(rows, batch_size=500)
        _append(deck, made)
    return made


def rewrite_card(user: User, question: str, ask: str, answer: str) -> Question:
    """Change an own card; what is remembered of it stays. Raises Refused."""
    card = Question.objects.filter(owner=user, kind=Question.Kind.OWN, public_id=question).first()
    if card is None:
        raise Refused(_("There is no such card."))
    card.data = _own_card(user, ask, answer).data
    card.save(update_fields=["data"])
    return card


# Own decks come behind those of the program.
_LAST = 1_000_000


def _own_card(user: User, ask: str, answer: str) -> Question:
    sides = [_plain(ask), _plain(answer)]
    if not all(sides):
        raise Refused(_("A card needs a question and an answer."), "answer" if sides[0] else "ask")
    if max(map(len, sides)) > LONGEST_SIDE:
        message = _("Each side of a card has at most %(most)d characters.") % {"most": LONGEST_SIDE}
        raise Refused(message, "ask" if len(sides[0]) > LONGEST_SIDE else "answer")
    data: dict[str, Any] = {"ask": sides[0], "answer": sides[1]}
    return Question(key=f"own-{uuid.uuid4().hex}", kind=Question.Kind.OWN, owner=user, data=data)


def _append(deck: Deck, questions: Sequence[Question]) -> None:
    _room_for(deck, len(questions))
    last = DeckQuestion.objects.filter(deck=deck).aggregate(last=Max("position"))["last"]
    start = 0 if last is None else last + 1
    DeckQuestion.objects.bulk_create(
        (DeckQuestion(deck=deck, question=question, position=at) for at, question in enumerate(questions, start)),
        batch_size=500,
    )


def set_questions(deck: Deck, keys: Sequence[int]) -> None:
    """Let a deck have exactly these questions, in this order."""
    if list(deck.places.order_by("position").values_list("question_id", flat=True)) != list(keys):
        deck.places.all().delete()
        DeckQuestion.objects.bulk_create(
            (DeckQuestion(deck=deck, question_id=key, position=at) for at, key in enumerate(keys, 1)), batch_size=1000
        )


def _room_for(deck: Deck, count: int) -> None:
    if DeckQuestion.objects.filter(deck=deck).count() + count > MOST_CARDS:
        raise Refused(too_many())


def too_many() -> str:
    """The sentence for a deck with more cards than are kept."""
    return ngettext("A deck holds at most %(most)d card.", "A deck holds at most %(most)d cards.", MOST_CARDS) % {
        "most": MOST_CARDS
    }


def _locked_deck(user: User, public_id: str, *, to_go: bool = False) -> Deck:
    """An own deck, held until the transaction ends, so that two who add to it at once keep to its limit.

    The decks of one person take turns: an own card goes with the last deck it stands in. Of one that is ``to_go``
    nobody begins to study meanwhile.
    """
    lock_user(user)
    deck = own_deck(user, public_id)
    locked = Deck.objects.select_for_update(no_key=not to_go).filter(pk=deck.pk).first()
    if locked is None:
        # Another window has just deleted it.
        raise DeckNotFound(_("There is no such deck among your own."))
    return locked


def _checked_name(name: str) -> str:
    name = " ".join(_plain(name).split())
    if not name:
        raise Refused(_("A deck needs a name."), "name")
    if len(name) > LONGEST_NAME:
        raise Refused(_("The name is too long: at most %(most)d characters.") % {"most": LONGEST_NAME}, "name")
    return name


def _checked_about(about: str) -> str:
    about = _plain(about)
    if len(about) > LONGEST_ABOUT:
        raise Refused(_("What it holds is told in at most %(most)d characters.") % {"most": LONGEST_ABOUT}, "about")
    return about


def _plain(text: str) -> str:
    """Text without the control characters that no database and no page wants."""
    cleaned = "".join(
        sign for sign in text if sign in _ALLOWED_CONTROLS or sign.isprintable() or _is_space(sign)
    ).strip()
    return cleaned if any(sign.isprintable() and sign != " " for sign in cleaned) else ""


def _is_space(sign: str) -> bool:
    # Wide ones, and those that do not break: without them two words would be one.
    return unicodedata.category(sign) == "Zs"
