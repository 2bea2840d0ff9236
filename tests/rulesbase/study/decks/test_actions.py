"""Decks: what one may see, study, make and fill."""

import io
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from rulesbase.core.errors import Refused
from rulesbase.imports.import_file import import_source
from rulesbase.models import Deck, Enrolment, Question, Studied, StudyOptions, User
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.decks.actions import DeckNotFound
from rulesbase.study.decks.import_deck import import_deck
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.update import update_study
from tests.rulesbase.study.authored.asked import FIRST
from tests.support.studied import NOW, make_deck, make_questions, make_reader, put_in

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_the_program_s_decks_are_for_everybody(user: User) -> None:
    deck = make_deck("Chapter", make_questions(1))
    assert decks_actions.deck_of(user, deck.public_id) == decks_actions.deck_of(None, deck.public_id) == deck
    assert decks_actions.enrol(user, deck) == decks_actions.enrol(user, deck)
    decks_actions.stop_studying(user, deck)
    assert Enrolment.objects.get().ended_at is not None
    assert decks_actions.enrol(user, deck).ended_at is None
    with pytest.raises(DeckNotFound):
        decks_actions.change_deck(user, deck.public_id, "Mine", shared=False)


OTHERS: list[Callable[[User, Deck, Question], Any]] = [
    lambda user, deck, card: decks_actions.deck_of(user, deck.public_id),
    lambda user, deck, card: decks_actions.own_deck(user, deck.public_id),
    lambda user, deck, card: decks_actions.change_deck(user, deck.public_id, "Mine", shared=True),
    lambda user, deck, card: decks_actions.delete_deck(user, deck.public_id),
    lambda user, deck, card: decks_actions.remove_card(user, deck.public_id, card.public_id),
    lambda user, deck, card: decks_actions.write_cards(user, deck.public_id, [("a", "b")]),
    lambda user, deck, card: decks_actions.add_questions(user, deck.public_id, [card.public_id]),
]


@pytest.mark.parametrize("verb", OTHERS, ids=[str(at) for at in range(len(OTHERS))])
def test_the_deck_of_another_is_not_there(user: User, verb: Callable[[User, Deck, Question], Any]) -> None:
    deck = decks_actions.create_deck(make_reader("other"), "Secret")
    (card,) = decks_actions.write_cards(deck.owner, deck.public_id, [("a", "b")])  # type: ignore[arg-type]
    missing = Deck(public_id="missing1", pk=0)
    message = []
    for one in (deck, missing):
        with pytest.raises(DeckNotFound) as error:
            verb(user, one, card)
        message.append(str(error.value))
    # Not even the sentence tells them apart.
    assert message[0] == message[1]
    deck.refresh_from_db()
    assert (deck.name, deck.is_shared, deck.questions.count()) == ("Secret", False, 1)


def test_questions_are_collected_in_an_own_deck(user: User) -> None:
    first, second, third, retired = make_questions(4)
    Question.objects.filter(pk=retired.pk).update(retired_on=timezone.localdate())
    strange = make_reader("other")
    (secret,) = decks_actions.write_cards(strange, decks_actions.create_deck(strange, "Secret").public_id, [("a", "b")])
    deck = decks_actions.create_deck(user, "For the group")
    put_in(deck, second)
    asked = [one.public_id for one in (third, retired, secret, second, first)]
    assert decks_actions.add_questions(user, deck.public_id, [*asked, "missing1"]) == 2
    # Neither cards of others nor retired ones; what the deck had stays where it was.
    assert list(decks_actions.questions_of(user, deck)) == [second, third, first]
    assert decks_actions.add_questions(user, deck.public_id, asked) == 0
    with pytest.raises(Refused, match="Select at least one"):
        decks_actions.add_questions(user, deck.public_id, [])


def test_a_shared_deck_is_seen_without_own_cards(user: User) -> None:
    other, (common,) = make_reader("other"), make_questions(1)
    deck = decks_actions.create_deck(other, "For all")
    put_in(deck, common)
    decks_actions.write_cards(other, deck.public_id, [("a", "b")])
    decks_actions.change_deck(other, deck.public_id, "For all", shared=True)
    assert decks_actions.deck_of(user, deck.public_id) == deck
    assert list(decks_actions.questions_of(user, deck)) == list(decks_actions.questions_of(None, deck)) == [common]
    decks_actions.enrol(user, deck)
    with pytest.raises(DeckNotFound):
        decks_actions.change_deck(user, deck.public_id, "Mine", shared=False)
    decks_actions.change_deck(other, deck.public_id, "For all", shared=False)
    with pytest.raises(DeckNotFound):
        decks_actions.deck_of(user, deck.public_id)


def test_what_is_remembered_stays_when_a_deck_goes(user: User) -> None:
    (question,) = make_questions(1)
    deck = decks_actions.create_deck(user, "Short")
    put_in(deck, question)
    reviews_actions.grade_card(user, question, 3, at=NOW, key=uuid.uuid4(), now=NOW)
    decks_actions.delete_deck(user, deck.public_id)
    assert Studied.objects.filter(user=user, question=question).exists()


def test_an_own_card_in_two_decks_goes_with_the_last(user: User) -> None:
    first, second = decks_actions.create_deck(user, "First"), decks_actions.create_deck(user, "Second")
    (own,) = decks_actions.write_cards(user, first.public_id, [("a", "b")])
    put_in(second, own)
    decks_actions.delete_deck(user, first.public_id)
    assert list(decks_actions.questions_of(user, second)) == [own]
    decks_actions.remove_card(user, second.public_id, own.public_id)
    assert not Question.objects.exists()


def test_spaces_of_all_kinds_part_words(user: User) -> None:
    deck = decks_actions.create_deck(user, "\u200dMine\u00a0too")
    assert deck.name == "\u200dMine too"
    (card,) = decks_actions.write_cards(
        user, deck.public_id, [("«\u00a0one\u3000two\u00a0»\u202e", "\U0001f469\u200d\U0001f680\x00")]
    )
    assert card.data == {"ask": "«\u00a0one\u3000two\u00a0»", "answer": "\U0001f469\u200d\U0001f680"}
    with pytest.raises(Refused, match="needs a name"):
        decks_actions.create_deck(user, "\u200c \u200d")


def test_decks_of_a_person_are_limited(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks_actions, "MOST_DECKS", 1)
    decks_actions.create_deck(user, "First")
    with pytest.raises(Refused, match="1 study decks"):
        decks_actions.create_deck(user, "Second")


class TestImport:
    """Own decks from files."""

    @pytest.mark.parametrize(
        "text",
        [
            "one?\tyes\ntwo?\tno, never\n",
            '\ufeff#separator:tab\n#html:false\n"one?"\tyes\n\ntwo?\t"no, never"\n',
            'one?,yes\r\ntwo?,"no, never"\r\n',
            "one?\tyes\ttag\ntwo?\tno, never\tother tag",
            "#html:true\n#guid column:1\n#tags column:4\nx1\tone?\t<b>yes</b>\ttag\nx2\ttwo?\t<p>no, never</p>\ttag\n",
        ],
    )
    def test_cards_are_read_from_each_format(self, user: User, text: str) -> None:
        deck = import_deck(user, "Mine", io.BytesIO(text.encode()))
        sides = [(one.data["ask"], one.data["answer"]) for one in decks_actions.questions_of(user, deck)]
        assert sides == [("one?", "yes"), ("two?", "no, never")]

    def test_a_card_may_begin_with_a_number_sign(self, user: User) -> None:
        text = "#Separator:comma\n#1 rule?,a\n#2 rule?,b\nq,c\n#3 rule?,d\n"
        deck = import_deck(user, "Mine", io.BytesIO(text.encode()))
        sides = [(one.data["ask"], one.data["answer"]) for one in decks_actions.questions_of(user, deck)]
        assert sides == [("#1 rule?", "a"), ("#2 rule?", "b"), ("q", "c"), ("#3 rule?", "d")]

    def test_items_of_a_list_have_a_letter_if_there_is_one(self, user: User) -> None:
        numbers = ("1", "26", "0", "27", "99999999", "9" * 5000)
        items = "".join(f'<li value=""{number}"">x</li>' for number in numbers)
        deck = import_deck(user, "Mine", io.BytesIO(f'#html:true\n"{items}"\tyes\n'.encode()))
        (card,) = decks_actions.questions_of(user, deck)
        assert card.data["ask"].split("\n") == ["A. x", "Z. x", "- x", "- x", "- x", "- x"]

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "no flash cards"),
            (b"#separator:tab\n", "no flash cards"),
            (b"one\ttwo\nthree\n", "Line 2"),
            (b"#separator:tab\n\none\ttwo\nthree\n", "Line 4"),
            (b"one\ttwo\n\xff\xfe\t\x00\n", "UTF-8"),
            (b'a\t"' + b"x" * 13_000, "at most 2000 characters"),
            (b"x" * 200_000, "Line 1 cannot be read: it is too long"),
            (b'one\ttwo\n"' + b"x" * 200_000, "Line 2 cannot be read: .* not closed"),
        ],
    )
    def test_a_file_that_is_no_deck_is_refused(self, user: User, content: bytes, message: str) -> None:
        with pytest.raises(Refused, match=message):
            import_deck(user, "Mine", file := io.BytesIO(content))
        assert not Deck.objects.exists()
        assert not file.closed

    def test_many_cards_are_refused_before_they_are_read(self, user: User) -> None:
        file = io.BytesIO(b"question\tanswer\n" * 100_000)
        with pytest.raises(Refused, match="at most 20000 flash cards"):
            import_deck(user, "Mine", file)
        assert file.tell() < 1_000_000
        assert not Deck.objects.exists()
        assert not Question.objects.exists()

    def test_a_file_is_read_before_the_transaction(self, user: User, django_assert_num_queries: Any) -> None:
        """SQLite allows one writer: a long file must not make others wait."""
        with django_assert_num_queries(0), pytest.raises(Refused, match="no flash cards"):
            import_deck(user, "Mine", io.BytesIO(b"\n" * 100_000))


def test_learners_of_former_decks_study_rule_numbers() -> None:
    begin = timezone.now() - timedelta(days=40)
    readers = {name: make_reader(name) for name in ("first", "second", "third")}
    import_source(FIRST.bytes(), name="rules.txt")
    update_study()
    numbers = Deck.objects.get(slug="numbers")
    titles, rests = (Deck.objects.create(slug=slug, name=slug) for slug in ("titles", "rests"))
    for name, deck, ended in (
        ("first", titles, None),
        ("first", rests, begin + timedelta(days=2)),
        ("second", rests, begin + timedelta(days=3)),
        ("third", titles, None),
        ("third", numbers, begin + timedelta(days=4)),
    ):
        row = Enrolment.objects.create(user=readers[name], deck=deck, ended_at=ended)
        Enrolment.objects.filter(pk=row.pk).update(since=begin)
    options = StudyOptions.objects.create(user=readers["first"], new_a_day=3)
    for _ in range(2):
        assert update_study()
        rows = Enrolment.objects.order_by("user__username").values_list(
            "user__username", "deck__slug", "since", "ended_at"
        )
        assert list(rows) == [
            ("first", "numbers", begin, None),
            ("second", "numbers", begin, begin + timedelta(days=3)),
            ("third", "numbers", begin, begin + timedelta(days=4)),
        ]
        assert not Deck.objects.filter(slug__in=("titles", "rests")).exists()
    options.refresh_from_db()
    assert options.new_a_day == 3
