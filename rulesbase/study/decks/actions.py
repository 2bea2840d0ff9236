"""Decks: study one, or change an own one. An unshared deck of another user counts as missing."""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from rulesbase.core.database.user_lock import lock_user
from rulesbase.core.errors import Refused
from rulesbase.engine.text.typed_markup import visible_text
from rulesbase.models import Deck, DeckQuestion, Enrolment, Question, User

MOST_DECKS = 200
# Own cards of one user, in all decks.
MOST_OWN = 20_000
# One side of an own card.
LONGEST_SIDE = 2_000
LONGEST_NAME = 120
LONGEST_ABOUT = 300


class DeckNotFound(Refused, Http404):
    """There is no such deck, or not for this user: pages answer 404."""


def visible(user: User | None) -> QuerySet[Deck]:
    """Return the decks that a user may see: generated, shared, and own ones."""
    return Deck.objects.filter(Q(owner=None) | Q(owner=user) | Q(is_shared=True))


def deck_of(user: User | None, public_id: str) -> Deck:
    """Return the deck of an id, if this user may see it. Raises DeckNotFound."""
    if found := visible(user).filter(public_id=public_id).first():
        return found
    raise DeckNotFound(_("There is no such study deck."))


def own_decks(user: User) -> QuerySet[Deck]:
    """Return the decks that a user created; the deck of changes since a day is generated for them."""
    return Deck.objects.filter(owner=user, slug="")


def own_deck(user: User, public_id: str) -> Deck:
    """Return the user's own deck of an id. Raises DeckNotFound."""
    if found := own_decks(user).filter(public_id=public_id).first():
        return found
    raise DeckNotFound(_("This study deck does not exist or is not yours."))


def questions_of(user: User | None, deck: Deck) -> QuerySet[Question]:
    """Return the questions of a deck in order, without the own cards of others."""
    return Question.objects.visible_to(user).filter(places__deck=deck).order_by("places__position", "places__pk")


def enrol(user: User, deck: Deck) -> Enrolment:
    """Study a deck from now on; again changes nothing. The caller has checked that the user may see it."""
    return Enrolment.objects.update_or_create(user=user, deck=deck, defaults={"ended_at": None})[0]


def stop_studying(user: User, deck: Deck) -> None:
    """Stop new cards of a deck. Its learnt cards stay, and are asked when they are due."""
    Enrolment.objects.filter(user=user, deck=deck, ended_at=None).update(ended_at=timezone.now())


def create_deck(user: User, name: str, about: str = "") -> Deck:
    """Create an own deck and study it. Raises Refused."""
    name, about = _checked_name(name), _checked_about(about)
    with transaction.atomic():
        lock_user(user)
        if Deck.objects.filter(owner=user).count() >= MOST_DECKS:
            message = _("You already have %(most)d study decks, the maximum. Delete one first.")
            raise Refused(message % {"most": MOST_DECKS})
        deck = Deck.objects.create(owner=user, name=name, about=about, position=_LAST)
        Enrolment.objects.create(user=user, deck=deck)
    return deck


def change_deck(user: User, public_id: str, name: str, about: str = "", *, shared: bool) -> None:
    """Rename an own deck, and share it or stop. Its own cards are never visible to others. Raises Refused."""
    deck = own_deck(user, public_id)
    deck.name, deck.about, deck.is_shared = _checked_name(name), _checked_about(about), shared
    deck.save(update_fields=["name", "about", "is_shared"])


def delete_deck(user: User, public_id: str) -> None:
    """Delete an own deck, and the own cards that are in no other. Raises Refused."""
    with transaction.atomic():
        _locked_deck(user, public_id).delete()
        Question.objects.filter(owner=user, places=None).delete()


def remove_card(user: User, public_id: str, question: str) -> None:
    """Remove a question from an own deck; delete an own card that is in no other deck. Raises Refused."""
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        removed, _by_model = deck.places.filter(question__public_id=question).delete()
        if not removed:
            raise Refused(_("This flash card is not in the study deck."))
        Question.objects.filter(owner=user, places=None).delete()


def write_cards(user: User, public_id: str, cards: Sequence[tuple[str, str]]) -> list[Question]:
    """Append own cards, each a question and its answer in plain text, to an own deck. Raises Refused."""
    sides = [_own_data(ask, answer) for ask, answer in cards]
    rows = [Question(key=f"own-{uuid.uuid4().hex}", kind=Question.Kind.OWN, owner=user, data=data) for data in sides]
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        if Question.objects.filter(owner=user).count() + len(rows) > MOST_OWN:
            message = _("You can have at most %(most)d flash cards of your own. Delete some first.")
            raise Refused(message % {"most": MOST_OWN})
        made = Question.objects.bulk_create(rows, batch_size=500)
        _append(deck, made)
    return made


def add_questions(user: User, public_id: str, questions: Sequence[str]) -> int:
    """Append questions, given by their ids, to an own deck; return how many it lacked. Raises Refused."""
    if not questions:
        raise Refused(_("Select at least one flash card."))
    with transaction.atomic():
        deck = _locked_deck(user, public_id)
        found = Question.objects.visible_to(user).filter(public_id__in=questions, retired_on=None)
        lacking = found.exclude(pk__in=deck.places.values("question"))
        _append(deck, sorted(lacking, key=lambda question: questions.index(question.public_id)))
    return len(lacking)


def _append(deck: Deck, questions: Iterable[Question]) -> None:
    last = deck.places.aggregate(last=Max("position"))["last"]
    places = enumerate(questions, 0 if last is None else last + 1)
    DeckQuestion.objects.bulk_create(
        (DeckQuestion(deck=deck, question=question, position=at) for at, question in places), batch_size=500
    )


def rewrite_card(card: Question, ask: str, answer: str) -> None:
    """Change an own card of the user; its memory stays. Raises Refused."""
    card.data = _own_data(ask, answer)
    card.save(update_fields=["data"])


# Own decks come after generated ones.
_LAST = 1_000_000


def _own_data(ask: str, answer: str) -> dict[str, str]:
    """Return the data of an own card. Raises Refused."""
    sides = [visible_text(ask), visible_text(answer)]
    if not all(sides):
        raise Refused(_("A flash card needs a question and an answer."), "answer" if sides[0] else "ask")
    if max(map(len, sides)) > LONGEST_SIDE:
        message = _("The question and the answer of a flash card can have at most %(most)d characters each.")
        raise Refused(message % {"most": LONGEST_SIDE}, "ask" if len(sides[0]) > LONGEST_SIDE else "answer")
    return {"ask": sides[0], "answer": sides[1]}


def fill_deck(slug: str, questions: Sequence[int], **fields: object) -> None:
    """Create or update a generated deck, with exactly these questions."""
    deck, _made = Deck.objects.update_or_create(slug=slug, owner=None, defaults=fields)
    set_questions(deck, questions)


def set_questions(deck: Deck, keys: Sequence[int]) -> None:
    """Let a deck have exactly these questions, in this order."""
    if list(deck.places.order_by("position").values_list("question_id", flat=True)) != list(keys):
        deck.places.all().delete()
        DeckQuestion.objects.bulk_create(
            (DeckQuestion(deck=deck, question_id=key, position=at) for at, key in enumerate(keys, 1)), batch_size=1000
        )


def delete_decks(decks: Sequence[Deck]) -> None:
    """Empty decks, and delete those without learners."""
    DeckQuestion.objects.filter(deck__in=decks).delete()
    Deck.objects.filter(pk__in=[deck.pk for deck in decks], enrolments=None).delete()


def _locked_deck(user: User, public_id: str) -> Deck:
    """Return an own deck; all decks of the user are locked until the transaction ends, so that limits hold."""
    lock_user(user)
    return own_deck(user, public_id)


def _checked_name(name: str) -> str:
    name = " ".join(visible_text(name).split())
    if not name:
        raise Refused(_("A study deck needs a name."), "name")
    if len(name) > LONGEST_NAME:
        raise Refused(_("The name is too long: at most %(most)d characters.") % {"most": LONGEST_NAME}, "name")
    return name


def _checked_about(about: str) -> str:
    about = visible_text(about)
    if len(about) > LONGEST_ABOUT:
        raise Refused(_("The description can have at most %(most)d characters.") % {"most": LONGEST_ABOUT}, "about")
    return about
