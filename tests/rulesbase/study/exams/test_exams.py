"""``/study/test/``: the same address gives the same test; it is taken without an account and without script."""

import datetime
import re
from html import unescape
from typing import Any
from unittest import mock
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.safestring import SafeString
from lxml.html import document_fromstring

from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.text.normalize import fold
from rulesbase.imports.import_file import import_source
from rulesbase.models import Deck, Entry, TestTaken, User, WrittenRevision
from rulesbase.study.authored.actions import publish, restore, retire, save
from rulesbase.study.exams import run as exams_run
from rulesbase.study.exams.draw import ExamItem, ExamSpec, items_of, read_spec
from rulesbase.study.exams.rule_questions import ExamVersion
from rulesbase.study.exams.run import ExamResult
from rulesbase.study.update import update_study
from tests.rulesbase.study.authored.asked import CONTENT, ENGLISH, FIRST, SECOND, published
from tests.support.caches import forget
from tests.support.make import make_user
from tests.support.texts import Place

PLACE = "/study/test/"
TODAY = {"count": "6", "seed": "abc", "version": "2026-06-19", "day": "2026-01-01"}


def paper(**more: str) -> tuple[ExamItem, ...]:
    return items_of(read_spec({**TODAY, **more}))


def take(client: Client, address: str, choose: Any) -> str:
    """Take the test of an address; ``choose`` gives the options for the number of a question. Returns the last page."""
    answer = client.post(address)
    while True:
        page = client.get(answer["Location"]).content.decode()
        run = re.search(r'name="run" value="([^"]+)"', page)
        if run is None:
            return page
        at = re.search(r'name="at" value="(\d+)"', page)
        assert at is not None
        answer = client.post(address, {"run": run[1], "at": at[1], "option": choose(int(at[1]))})
        assert answer.status_code == 302


@pytest.mark.slow
@pytest.mark.usefixtures("twelve")
def test_the_same_address_gives_the_same_test() -> None:
    first = paper()
    assert len(first) == 6
    forget()
    assert paper() == first
    assert paper(seed="abd") != first
    assert len({item.ask for item in first}) == 6


@pytest.mark.usefixtures("twelve")
def test_options_are_proven_wrong() -> None:
    items = [
        item for seed in "abc" for item in paper(seed=seed, count="12", topic=("", "7", "glossary")["abc".index(seed)])
    ]
    assert len(items) == 36
    latest = catalogue().latest
    assert latest is not None
    source = ExamVersion(latest)
    texts = {entry.number: fold(entry.text) for entry in source.texts.entries}
    meanings = {entry.heading: fold(entry.text) for entry in source.texts.entries if entry.heading}
    for item in items:
        result = [unescape(option) for option in item.options]
        assert len(set(result)) == 4
        assert len(item.right) == 1
        right = result[next(iter(item.right))]
        asked = re.sub(r"<[^>]+>", "", item.ask.split('<div class="ask-text')[-1].split(">", 1)[-1]).strip()
        if item.kind == "which":
            quote = fold(asked.replace("&amp;", "&"))
            assert [one for one in result if quote in texts[one.split(" ")[0]]] == [right]
        if item.kind == "definition":
            assert all(meanings[one] != meanings[right] for one in result if one != right)


@pytest.mark.usefixtures("twelve")
def test_a_topic_keeps_to_its_chapter() -> None:
    items = paper(topic="704")
    assert {item.place for item in items} == {"704"}
    # Else the number of the right rule would show that it is right.
    assert {option[:4] for item in items if item.kind == "which" for option in item.options} == {"704."}
    assert {item.level for item in paper(level="2", topic="7")} == {2}
    assert {item.place for item in paper(topic="glossary")} == {""}


@pytest.mark.usefixtures("twelve")
def test_taken_without_an_account_and_without_script() -> None:
    client = Client()
    begun = client.get(PLACE, {"topic": "704", "count": "5", "level": "0"})
    address = begun["Location"]
    assert {"seed", "version", "day"} <= {part.split("=")[0] for part in address.split("?")[1].split("&")}
    asked = dict(part.split("=") for part in address.split("?")[1].split("&"))
    items = items_of(read_spec(asked))
    page = take(client, address, lambda at: [str(next(iter(items[at].right)))] if at else [])
    assert "4 of 5 correct" in page
    assert "not answered" in page
    assert not TestTaken.objects.exists()


def test_written_questions_of_a_day_stay_as_they_were(desk: Client, rita: User) -> None:
    made = published()
    then = datetime.datetime(2024, 5, 1, tzinfo=datetime.UTC)
    WrittenRevision.objects.filter(pk=made.pk).update(published_at=then)
    asked = {"count": "5", "seed": "x", "version": "2010-03-01", "topic": "written", "day": "2024-06-01"}
    first = items_of(read_spec(asked))
    assert [item.public_id for item in first] == [made.written.question.public_id if made.written.question else ""]
    assert [first[0].options[at] for at in first[0].right] == ["No, seven at most."]
    assert items_of(read_spec({**asked, "day": "2024-05-01"})) == ()
    # A newer text and a newer version change nothing in the test of that day.
    import_source(SECOND.bytes(), name="rules.txt")
    update_study()
    newer = CONTENT._replace(texts={"en": ENGLISH._replace(scenario="Another question of [201.3]?")})
    row = save(made.written, newer, 1, rita, submit=True)
    publish(made.written, row.number, None)
    forget()
    assert items_of(read_spec(asked)) == first


def test_what_was_retired_for_a_while_leaves_the_tests_of_each_day_as_they_were(desk: Client, rita: User) -> None:
    made = published()
    days = [datetime.datetime(2024, month, 1, 12, tzinfo=datetime.UTC) for month in (5, 7, 9)]
    WrittenRevision.objects.filter(pk=made.pk).update(published_at=days[0])
    asked = {"count": "5", "seed": "x", "version": "2010-03-01", "topic": "written"}
    tests = {day: read_spec({**asked, "day": day}) for day in ("2024-06-01", "2024-08-01", "2024-10-01")}

    def given() -> list[int]:
        forget()
        return [len(items_of(one)) for one in tests.values()]

    with mock.patch.object(timezone, "now", return_value=days[1]):
        retire(made.written, made.number, rita, "Doubtful.")
    assert given() == [1, 0, 0]
    with mock.patch.object(timezone, "now", return_value=days[2]):
        restore(made.written, made.number, rita)
    assert given() == [1, 0, 1]
    # Published anew after it was retired again: the older text is not asked on the days between either.
    with mock.patch.object(timezone, "now", return_value=days[2]):
        retire(made.written, made.number, rita, "Doubtful still.")
    newer = CONTENT._replace(texts={"en": ENGLISH._replace(scenario="Another question of [201.2]?")})
    publish(made.written, save(made.written, newer, made.number, rita, submit=True).number, None)
    assert given() == [1, 0, 0]


def test_a_result_is_stored_once_and_weak_chapters_lead_to_decks(reader: Client, rita: User) -> None:
    made = published()
    WrittenRevision.objects.filter(pk=made.pk).update(published_at=timezone.now() - datetime.timedelta(days=3))
    update_study()
    address = reader.get(PLACE, {"topic": "written", "count": "5"})["Location"]
    page = take(reader, address, lambda at: ["0", "2"])
    assert "0 of 1 correct" in page
    deck = Deck.objects.get(slug__startswith="chapter-")
    assert f"/study/decks/{deck.public_id}/" in page
    row = TestTaken.objects.get()
    assert (row.user, row.right, row.count, row.asked["topic"]) == (rita, 0, 1, "written")
    assert "0 / 1" in reader.get(PLACE).content.decode()


@pytest.mark.parametrize(
    "query",
    [
        "seed=%3Cscript%3E",
        *("version=1990-01-01", "version=x", "day=2999-01-01", "day=x"),
        "topic=ghosts&count=5&seed=a&version=2010-03-01&day=2020-01-01&run=x",
    ],
)
def test_what_cannot_be_asked_is_refused(book: None, query: str) -> None:
    answer = Client().get(f"{PLACE}?{query}")
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert "<script>" not in answer.content.decode().split("<main")[1].split("</main>")[0]


@pytest.mark.parametrize(
    ("field", "query"),
    [
        *(("level", "level=9"), ("level", "level=x"), ("count", "count=99"), ("count", "count=1&topic=704")),
        *(("count", "count=9999999999"), ("topic", "topic=..%2F&count=20")),
    ],
)
def test_errors_of_an_option_are_shown_at_it(book: None, field: str, query: str) -> None:
    answer = Client().get(f"{PLACE}?{query}")
    page = document_fromstring(answer.content)
    (wrong,) = page.xpath("//main//*[@aria-invalid='true']")
    message = page.get_element_by_id(wrong.get("aria-describedby")).text_content()
    assert (answer.status_code, wrong.get("name"), bool(message.strip())) == (422, field, True)
    assert page.xpath("//main//*[@role='alert']") == []
    assert page.xpath("//select[@id='count']/option[@selected]")[0].text == ("20" if "count=20" in query else "10")


def test_the_first_page_counts_the_questions_that_there_are(reader: Client) -> None:
    address = reader.get("/study/test/?topic=201&count=40").headers["Location"]
    count = len(items_of(read_spec(dict(parse_qsl(urlsplit(address).query)))))
    assert 0 < count < 40
    assert f"{count} question" in " ".join(reader.get(address).content.decode().split())


def test_answers_cannot_be_forged_or_given_twice(reader: Client) -> None:
    made = published()
    WrittenRevision.objects.filter(pk=made.pk).update(published_at=timezone.now() - datetime.timedelta(days=3))
    address = reader.get(PLACE, {"topic": "written", "count": "5"})["Location"]
    place = reader.post(address)["Location"]
    run = re.search(r'name="run" value="([^"]+)"', reader.get(place).content.decode())
    assert run is not None
    assert reader.post(address, {"run": run[1] + "x", "at": "0"}).status_code == 422
    assert reader.post(address, {"run": run[1], "at": "1", "option": "0"}).status_code == 422
    assert reader.post(address, {"run": run[1], "at": "0", "option": "9"}).status_code == 422
    assert reader.post(address.replace("count=5", "count=6"), {"run": run[1], "at": "0"}).status_code == 422
    for _ in range(2):
        assert reader.post(address, {"run": run[1], "at": "0", "option": "0"}).status_code == 302
    assert TestTaken.objects.count() == 1


def test_results_of_a_person_are_limited(rita: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exams_run, "MOST_TAKEN", 2)
    asked = ExamSpec(2, "704", 10, "ab", datetime.date(2026, 6, 19), datetime.date(2026, 7, 1))
    runs = [exams_run.begin(asked) for _ in range(3)]
    exams_run.save_result(make_user("paul"), runs[0], asked, ExamResult(()))
    for run in (*runs, runs[-1]):
        exams_run.save_result(rita, run, asked, ExamResult(()))
    assert {row.run.hex for row in TestTaken.objects.filter(user=rita)} == {run.key for run in runs[1:]}
    assert TestTaken.objects.count() == 3


def test_the_other_numbers_of_a_gap_are_smaller_and_larger(book: None) -> None:
    tails = (
        "The owner of a ferry on the wide river must pay 20 life before its lanterns are lit at dusk.",
        "A sailor who sleeps below the tall mast loses 3 life while the anchor is still hanging in chains.",
        "No village beside the frozen lake may draw eleven cards after the last raft of winter has left it.",
    )
    places = (Place(str(at), tail) for at, tail in enumerate(tails))
    import_source(FIRST.dated(2014).with_chapter(201, *places).bytes(), name="rules.txt")
    asked = {"count": "6", "seed": "a", "version": "2014-03-01", "day": "2020-01-01", "topic": "201"}
    words = "two three four five six seven eight nine ten eleven twelve thirteen fifteen twenty".split()
    found = set()
    for item in items_of(read_spec(asked)):
        (right,) = (item.options[at] for at in item.right)
        if item.kind == "cloze" and (right.isdigit() or right in words):
            order = [int(one) if right.isdigit() else words.index(one) for one in item.options]
            assert min(order) < order[next(iter(item.right))] < max(order)
            found.add(right)
    assert found == {"20", "3", "eleven"}


def test_a_result_names_chapters_of_the_version_and_their_decks(book: None) -> None:
    # In the newer version another chapter has the number.
    places = FIRST.chapters[201]
    newer = FIRST.dated(2012).with_chapter(201, Place("six"), Place("seven")).with_chapter(202, *places)
    import_source(newer.bytes(), name="rules.txt")
    chapters = dict(Entry.objects.filter(number="201").values_list("edition__version__date__year", "rule"))
    old, new = (Deck.objects.create(slug=f"chapter-{year}", chapter_id=chapters[year]) for year in (2010, 2012))
    assert old.chapter_id != new.chapter_id
    asked = read_spec({"seed": "a", "version": "2010-03-01", "day": "2020-01-01"})
    item = ExamItem(
        "which", 2, "201", "2 Part 2", SafeString("?"), (SafeString("201.1"),), frozenset((0,)), SafeString("201.1")
    )
    outcome = exams_run.outcome_of(exams_run.begin(asked)._replace(chosen=((),), took=(0,)), [item], asked)
    assert [(score.title, deck) for score, deck in outcome.weak] == [("201 Chapter of fiddle", old)]


@pytest.mark.parametrize(
    ("kinds", "slugs"),
    [(["written"], [None]), (["written", "definition"], ["glossary"]), (["definition"], ["glossary"])],
)
def test_a_missed_term_leads_to_the_glossary(book: None, kinds: list[str], slugs: list[str | None]) -> None:
    Deck.objects.update_or_create(slug="glossary", owner=None)
    asked = read_spec({"seed": "a", "version": "2010-03-01", "day": "2020-01-01"})
    text = SafeString("Ferry")
    items = [ExamItem(kind, 2, "", "", text, (text,), frozenset((0,)), text) for kind in kinds]
    run = exams_run.begin(asked)._replace(chosen=((),) * len(items), took=(0,) * len(items))
    outcome = exams_run.outcome_of(run, items, asked)
    assert [deck and deck.slug for _score, deck in outcome.weak] == slugs
