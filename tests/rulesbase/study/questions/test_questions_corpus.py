"""Questions of real versions: every answer found again in the file by plain code, and what an import does to them."""

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker

from rulesbase.archive.catalogue import catalogue
from rulesbase.models import Deck, DeckQuestion, Question, Studied, StudyOptions
from rulesbase.study.decks.changes_deck import changed_since, deck_of_changes
from rulesbase.study.decks.generated import deck_title
from rulesbase.study.questions.make_questions import make_questions
from rulesbase.study.questions.render import RenderedQuestion, shown
from tests.score.plain_reading import flat, read_plain
from tests.score.study import ASKED_OF_FILES, GAP, Asked, faults, questions_of, sample
from tests.support.commands import output_of
from tests.support.databases import Databases, borrowed, inside
from tests.support.make import make_user

BEFORE, AFTER = "2022-02-18", "2022-04-29"
# Chapter 201 was rewritten on that day: 201.3 to 201.5 moved up by one, and only the last of them says anything else.
DUE = timezone.now() + timedelta(days=30)
# What the command printed.
PRINTED: dict[str, Any] = {}
MOVED = {"201.3": "201.4", "201.4": "201.5", "201.5": "201.6"}


@pytest.fixture(scope="session")
def april_name(databases: Databases, corpus: Path, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of this worker's database: somebody learnt chapter 201 by the old version, then came the new."""
    with django_db_blocker.unblock():
        name = databases.copy("april", [corpus / "cr" / "en" / f"{date}.txt" for date in (BEFORE, AFTER)])
        with inside(name):
            make_questions(catalogue().find(BEFORE))
            user = make_user("judge")
            Studied.objects.bulk_create(
                Studied(user=user, question=question, state=2, due=DUE, learnt_from=question.made_from, stability=30)
                for question in Question.objects.filter(number__startswith="201.")
            )
            StudyOptions.objects.create(user=user, knows=BEFORE)
            PRINTED.update(json.loads(output_of("update_study", "--json")))
        return name


@pytest.fixture
def april(april_name: str, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with django_db_blocker.unblock(), borrowed(april_name):
        yield


def asked(question: Question, seen: RenderedQuestion) -> Asked:
    """Return a question as a person sees it: without the line that asks, its gaps as the plain code has them."""
    lead, _, text = seen.ask_text.partition("\n")
    first = seen.answer_text.split("\n")[0]
    text = text.replace("_____", GAP)
    cited = [one.number for one in seen.citations]
    match question.kind:
        case "which":
            return Asked("which", cited[0], text, cited[0])
        case "heading":
            number, _, title = seen.answer_text.partition(" ")
            return Asked("heading", number, *((number, title) if question.data["ask"] == "number" else (title, number)))
        case "term":
            return Asked("term", "", cited[0], seen.answer_text)
        case "keyword":
            parts = tuple(line.split(" ")[0] for line in seen.answer_text.split("\n") if line[:3] == cited[0][:3])
            return Asked("keyword", cited[0], lead.split("“")[1].split("”")[0], "", parts)
        case "rests":
            return Asked("rests", cited[0], cited[0], first, tuple(cited[1:]))
        case kind:
            return Asked(kind, cited[0], text, first)


@pytest.mark.slow
def test_every_answer_is_found_again_in_the_file(april: None, corpus: Path) -> None:
    questions = {
        q.public_id: q for q in Question.objects.filter(retired_on=None).order_by("key") if q.kind in ASKED_OF_FILES
    }
    every = [asked(questions[one.public_id], one) for one in shown(list(questions.values()))]
    assert len(every) == len(questions) > 2000
    twice = Counter((one.kind, one.ask) for one in every)
    assert [ask for ask, count in twice.items() if count > 1] == []
    some = sample(sorted(every), 1200, seed=704)
    assert faults(some, read_plain(corpus / "cr" / "en" / f"{AFTER}.txt")) == []


@pytest.mark.slow
def test_exactly_what_says_something_else_comes_back(april: None, corpus: Path) -> None:
    then, now = (
        {number: flat(text) for number, text in read_plain(corpus / "cr" / "en" / f"{date}.txt").rules.items()}
        for date in (BEFORE, AFTER)
    )
    rows = list(Studied.objects.select_related("question", "learnt_from", "came_back"))
    stems, learnt = set(), []
    for row in rows:
        assert row.learnt_from
        # Where the text that was learnt stood, and where it should stand: both by the files alone.
        was = next(number for number, text in then.items() if text == flat(row.learnt_from.text))
        stem = was.rstrip("abcdefghij")
        assert row.question.number == was.replace(stem, MOVED.get(stem, stem))
        assert (row.came_back is not None) == (then[was] != now[row.question.number]) == (stem == "201.5")
        assert (row.due == DUE) == (row.came_back is None)
        stems.add(stem)
        if row.question.kind in ASKED_OF_FILES:
            learnt.append((row.question.kind, was))
    assert set(MOVED) <= stems
    # None that was learnt is missing, none is there twice: these are asked of the old file, read without a database.
    asks = questions_of(corpus / "cr" / "en" / f"{BEFORE}.txt")
    assert sorted(learnt) == sorted((one.kind, one.number) for one in asks if one.number.startswith("201."))
    back = [row for row in rows if row.came_back]
    assert PRINTED["followed"]["back"] == len(back) >= 1
    # The back of the card shows what is different.
    row = next(row for row in back if row.question.kind == "which")
    assert row.came_back
    (one,) = shown([row.question], came_back={row.question_id: row.came_back})
    assert one.citations[0].number == "201.6"
    assert "<ins>" in one.difference


def test_a_person_is_asked_what_changed_since_the_day_they_name(april: None) -> None:
    options = StudyOptions.objects.get()
    assert options.knows
    keys = changed_since(options.knows)
    deck = Deck.objects.get(owner=options.user)
    assert list(deck.places.order_by("position").values_list("question", flat=True)) == keys
    result = shown(list(Question.objects.filter(pk__in=keys)), knows=options.knows)
    assert len(result) == len(keys) >= 8
    numbers = {one.citations[0].number for one in result}
    # Renumbered and reworded, reworded; and none that only went to another number.
    assert {"201.6", "205.3m", "903.5b"} <= numbers
    assert not {"201.4", "201.5"} & numbers
    assert changed_since(date.fromisoformat(AFTER)) == []
    assert deck_of_changes(StudyOptions(user=options.user)) is None
    assert not deck.places.exists()


def test_what_is_shown_is_read_at_once(april: None) -> None:
    questions = list(Question.objects.order_by("key")[:400])
    shown(questions[:1])
    with CaptureQueriesContext(connection) as many:
        assert len(shown(questions)) > 350
    # Once for all that is made from one text, once for what changed: places, parents, wordings, references (3), and
    # for what changed the texts before.
    assert len(many) <= 16


def test_nothing_tells_the_answer_and_all_is_escaped(april: None) -> None:
    for one in shown(list(Question.objects.filter(kind__in=("cloze", "which", "definition")).order_by("key")[:300])):
        assert "<a " not in one.ask
        assert one.ask.count("<p") == one.ask.count("</p>")
        if one.question.kind == "which":
            assert one.citations[0].number not in one.ask_text
            assert one.citations[0].number[:3] not in one.eyebrow
    (row,) = Question.objects.filter(kind="cloze").order_by("key")[:1]
    assert row.made_from
    row.made_from.text = "<b>not bold</b>"
    with translation.override("fr"):
        (one,) = shown([row])
    assert 'lang="en"' in one.ask


def test_decks_hold_the_questions_of_their_chapter_section_and_kind(april: None) -> None:
    slugs = set(Deck.objects.filter(owner=None).values_list("slug", flat=True))
    assert {"glossary", "keywords", "situations", "errors", "numbers"} <= slugs
    layers = Deck.objects.get(name="613 Interaction of Continuous Effects")
    assert layers.chapter
    kinds = set(layers.questions.values_list("kind", flat=True))
    assert {"cloze", "happens"} <= kinds <= {"cloze", "happens", "find", "error", "then", "keyword"}
    numbers = Deck.objects.get(slug="numbers")
    assert set(numbers.questions.values_list("kind", flat=True)) == {"which", "rests", "heading"}
    section = Deck.objects.get(name="6. Spells, Abilities, and Effects")
    inside_it = set(DeckQuestion.objects.filter(deck=section).values_list("question", flat=True))
    assert set(layers.questions.values_list("pk", flat=True)) < inside_it
    positions = list(layers.places.order_by("position").values_list("position", flat=True))
    assert positions == list(range(1, len(positions) + 1))
    assert deck_title(layers) == layers.name
