"""Name questions drawn from real cards: correct, readable, none twice, the same for the same seed; decks and page."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from cards.drills import decks
from cards.drills.decks import draw_names, fill_name_decks
from cards.drills.draw import draw, drawings_of
from cards.drills.levels import LEVELS
from cards.drills.question_templates import ProposedQuestion, QuestionObject
from cards.drills.selection import is_worth_asking
from cards.drills.verify_question import game_objects_of, verify
from cards.drills.wording import sentence
from cards.engine.types import QuestionKind
from cards.imports.batch import import_paths as import_cards
from cards.lookup import find_cards
from cards.lookup.facts import cached_facts
from cards.models import Card
from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Deck, Entry, Question, Studied, User
from rulesbase.study.exams.draw import DrawRequest, read_spec
from rulesbase.study.questions.render import plain_text, shown
from tests.score.card_rows import FOLDER
from tests.score.drills import FILES, faults_of
from tests.support.databases import Databases, borrowed

_FAMILIES = re.compile(r'"layout":"(?:split|flip|transform|modal_dfc|adventure|meld|token)"')
_ALWAYS = re.compile(r'"name":"(?:Witness Protection|Quicksilver Elemental|Necrotic Ooze|Overload|Overburden)"')
# Importing a version takes a second: these tell of all that is asked at the fifth level.
VERSIONS = ("2011-09-30", "2018-10-05", "2026-06-19")
_ID = re.compile(r'"oracle_id":"([^"]+)"')
_EACH = 24
_PER_LEVEL = 60
SIZE = 20


@pytest.fixture(scope="session")
def drilled_name(
    databases: Databases, corpus: Path, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> str:
    """Return the name of a database with three versions and some thousand real cards."""
    folder = tmp_path_factory.mktemp("drilled")
    with django_db_blocker.unblock():
        paths = [corpus / "cr" / "en" / f"{date}.txt" for date in VERSIONS]
        return databases.copy("drilled", paths, fill=lambda: import_cards(_some(corpus, folder)))


def _some(corpus: Path, folder: Path) -> list[Path]:
    """Files of all cards with two names and of every so many others, with what is printed on them."""
    known: set[str] = set()
    made = []
    for name in FILES:
        packed = (corpus / FOLDER / name).read_bytes()
        text = (gzip.decompress(packed) if name.endswith(".gz") else packed).decode()
        lines = [line.rstrip(",") for line in text.split("\n") if line.startswith("{")]
        if name == FILES[0]:
            records = [
                json.loads(line)
                for at, line in enumerate(lines)
                if at % _EACH == 0 or _FAMILIES.search(line) or _ALWAYS.search(line)
            ]
            known = {record["oracle_id"] for record in records}
        else:
            # Most lines are of other cards, and to read them takes seconds.
            records = [json.loads(line) for line in lines if (of := _ID.search(line)) and of[1] in known]
            records = records or [one for one in json.loads(text) if one["oracle_id"] in known]
        made.append(folder / name.removesuffix(".gz"))
        made[-1].write_text(json.dumps(records), encoding="utf-8")
    return made


@pytest.fixture
def drilled(drilled_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Run the test on real cards and versions; what it writes is undone."""
    with django_db_blocker.unblock(), borrowed(drilled_name):
        yield


pytestmark = pytest.mark.usefixtures("drilled")


@pytest.fixture(autouse=True)
def _small_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a deck be drawn in a moment."""
    monkeypatch.setattr(decks, "SIZE", SIZE)


@pytest.mark.slow
def test_drawn_questions_are_right_plain_and_asked_once() -> None:
    drawn = [one for level in LEVELS for one in draw(3, level, _PER_LEVEL)]
    assert len(drawn) == _PER_LEVEL * len(LEVELS)
    assert faults_of(drawn) == []
    assert len({one.key for one in drawn}) == len(drawn)
    kinds = {str(one.params.kind) for one in drawn}
    assert kinds == {"same", "different", "choose", "english", "refers", "token", "deck"}
    assert {one.level for one in drawn if one.today} == {5}
    verdicts = Counter(one.right for one in drawn if not one.proposed.options)
    assert abs(verdicts["yes"] - verdicts["no"]) <= 20


def test_a_seed_gives_the_same_questions_and_another_gives_others() -> None:
    first = [one.key for one in draw(5, 2, 30)]
    drawings_of.cache_clear()
    assert [one.key for one in draw(5, 2, 30)] == first
    drawings_of.cache_clear()
    assert [one.key for one in draw(5, 2, 10)] == first[:10]
    assert [one.key for one in draw(6, 2, 30)] != first


@pytest.mark.slow
def test_names_are_looked_up_at_once_and_judged_without_the_database(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    versions = catalogue()
    drawn = [one for one in draw(3, 4, 60) if not one.proposed.cards]
    assert {one.params.kind for one in drawn} == {QuestionKind.TOKEN, QuestionKind.SAME, QuestionKind.DIFFERENT}
    find_cards._cards.cache_clear()
    cached_facts.cache_clear()
    with django_assert_max_num_queries(7):
        things = game_objects_of([one.proposed for one in drawn], versions)
    with django_assert_max_num_queries(0):
        verified = [verify(one.proposed, things, one.day) for one in drawn]
    assert [one and one.right for one in verified] == [one.right for one in drawn]


def test_sentences_are_whole_and_leave_names_as_they_are() -> None:
    for level in LEVELS:
        for one in draw(3, level, _PER_LEVEL):
            for language in ("en", "fr", "ja"):
                with override(language):
                    message = plain_text(sentence(one.proposed, one.english))
                assert "%(" not in message
                names = [name for card in one.params.cards for name in card.name.split(" // ")]
                assert [name for name in names if name not in message] == []


@pytest.mark.slow
def test_decks_hold_what_they_should_and_stay_as_they_are() -> None:
    version = catalogue().latest
    assert version
    assert fill_name_decks(version) == SIZE * len(LEVELS)
    keys = list(Deck.objects.get(slug="names-3").places.order_by("position").values_list("question__key", flat=True))
    assert len(keys) == SIZE
    assert fill_name_decks(version) == SIZE * len(LEVELS)
    assert keys == list(
        Deck.objects.get(slug="names-3").places.order_by("position").values_list("question__key", flat=True)
    )
    questions = list(Question.objects.filter(kind="name", level__in=(1, 5))[::5])
    shown(questions)
    with CaptureQueriesContext(connection) as queries:
        found = shown(questions)
    assert len(found) == len(questions)
    assert len(queries) <= 10
    assert all(one.citations and one.ask_text and one.answer_text for one in found)


@pytest.mark.slow
def test_a_question_whose_answer_changed_is_asked_again_and_one_without_answer_no_more() -> None:
    version = catalogue().latest
    assert version
    fill_name_decks(version)
    learnt, other = Question.objects.filter(kind="name", level=2)[:2]
    user = User.objects.create_user("judge@example.org")
    later = version.date.replace(year=version.date.year + 10)
    studied = Studied.objects.create(user=user, question=learnt, due=f"{later}T00:00Z")
    Question.objects.filter(pk=learnt.pk).update(data={**learnt.data, "right": "another"})
    objects = [{**one, "card": "gone", "typed": "gone"} for one in other.data["objects"]]
    Question.objects.filter(pk=other.pk).update(data={**other.data, "objects": objects})
    assert fill_name_decks(version) == SIZE * len(LEVELS)
    studied.refresh_from_db()
    other.refresh_from_db()
    assert studied.due.date() < later
    assert other.retired_on == version.date
    assert not other.places.exists()


def test_without_cards_there_is_no_deck(client: Client) -> None:
    version = catalogue().latest
    Card.objects.all().delete()
    assert version
    assert fill_name_decks(version) == 0
    assert "There are no questions at this level" in client.get("/study/names/?level=1&seed=1").content.decode()


def test_what_is_only_looked_up_is_not_worth_asking() -> None:
    names = [
        QuestionObject(name, "", "printed", name, {"language": code}) for name, code in (("Ville", "fr"), ("町", "ja"))
    ]
    town = QuestionObject("Town")
    assert is_worth_asking(ProposedQuestion("same", QuestionKind.SAME, (names[0], town)), "yes")
    assert not is_worth_asking(ProposedQuestion("same", QuestionKind.SAME, tuple(names)), "yes")
    assert not is_worth_asking(ProposedQuestion("english-printed", QuestionKind.ENGLISH, (names[0],)), "Town")


def test_few_questions_are_about_the_same_states() -> None:
    states = Counter(
        " ".join(sorted(each.phrase for each in one.proposed.objects))
        for one in draw(4, 3, 48)
        if one.proposed.template == "different" and len(one.proposed.objects) == 3
    )
    assert states
    assert max(states.values()) <= 4
    assert "graveyard" not in " ".join(states)


def test_an_exam_on_older_rules_counts_names_under_their_chapter() -> None:
    older = {"topic": "names", "seed": "a", "count": "4", "version": "2011-09-30", "day": "2026-07-01"}
    asked = read_spec(older)
    version = catalogue().on(asked.version)
    assert version is not None
    chapter = Entry.objects.filter(edition=version.main.pk, number="201")
    assert chapter.update(number="299") == 1
    items = draw_names(DrawRequest(asked, catalogue(), version, asked.size, "en"))
    assert {item.place for item in items} == {"299"}


def test_an_exam_of_any_level_asks_at_all_levels() -> None:
    asked = read_spec({"topic": "names", "seed": "a", "count": "5", "day": "2026-07-01"})
    version = catalogue().latest
    assert version is not None
    items = draw_names(DrawRequest(asked, catalogue(), version, asked.size, "en"))
    assert Counter(item.level for item in items) == {1: 2, 2: 1, 3: 1, 4: 1}


def _page(client: Client, query: str) -> str:
    response = client.get(f"/study/names/?{query}")
    assert response.status_code == 200
    return unescape(response.content.decode())


def test_the_page_asks_answers_and_counts(client: Client) -> None:
    thrown = client.get("/study/names/?level=2")
    assert thrown.status_code == 302
    assert re.fullmatch(r"/study/names/\?level=2&seed=\d+", thrown.headers["Location"])
    one = draw(9, 2, 4)[3]
    asked = _page(client, "level=2&seed=9&at=4&right=2&of=3")
    assert plain_text(sentence(one.proposed, one.english)) in re.sub(r"<[^>]+>", "", asked)
    assert "answer-word" not in asked
    right = one.options.index(one.right)
    answered = _page(client, f"level=2&seed=9&at=4&right=2&of=3&answer={right}")
    assert "3 of 4 answers correct" in answered
    assert "level=2&seed=9&at=5&right=3&of=4" in answered
    assert all(f"/{number}/" in answered for number in one.answer.numbers)
    wrong = _page(client, f"level=2&seed=9&at=4&right=2&of=3&answer={(right + 1) % len(one.options)}")
    assert "2 of 4 answers correct" in wrong
    assert "You answered" in wrong


def test_the_page_takes_any_address(client: Client) -> None:
    for query in ("level=x&seed=1", "level=99&seed=1", "seed=99999999999&at=-1", "seed=1&right=9&of=2", "seed=²"):
        assert client.get(f"/study/names/?{query}").status_code in (200, 302)
    for answer in ("-1", "99", "x", "²", "0&answer=1"):
        _page(client, f"level=1&seed=1&answer={answer}")
    last = _page(client, "level=1&seed=1&at=50&answer=0")
    assert "level=1&seed=2&at=1&right=" in last
