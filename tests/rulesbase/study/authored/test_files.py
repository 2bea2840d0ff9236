"""Questions as files: what goes out comes in as it was, and a bad file is refused with the line."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from rulesbase.models import Deck, Question, User, WrittenQuestion
from rulesbase.study.authored.actions import publish
from rulesbase.study.authored.files import (
    FILE,
    FORMAT,
    FaultyFile,
    as_csv_rows,
    as_json_text,
    import_questions,
    load_sample_questions,
    read_csv,
    read_json,
    to_export,
)
from rulesbase.study.decks.anki_export import anki_lines
from tests.rulesbase.study.authored.asked import CONTENT, ENGLISH, published

PLACE = "/curate/questions/exchange/"
NASTY = CONTENT._replace(
    texts={"en": ENGLISH._replace(scenario='=cmd, "quoted"\nnext\tline', answer="'+1 or -1", explanation="@x; [201.2]")}
)


def as_csv(rows: Iterable[tuple[str, ...]]) -> bytes:
    held = io.StringIO(newline="")
    csv.writer(held).writerows(rows)
    return held.getvalue().encode()


def test_json_and_csv_come_in_as_they_went_out(cora: User) -> None:
    published()
    published(content=NASTY)
    result = as_json_text(to_export(published_only=True))
    table = as_csv(as_csv_rows(to_export(published_only=True)))
    assert import_questions(read_json(result.encode()), cora) == {"new": 0, "changed": 0, "same": 2}
    assert import_questions(read_csv(table), cora) == {"new": 0, "changed": 0, "same": 2}
    for data in (read_json(result.encode()), read_csv(table)):
        WrittenQuestion.objects.all().delete()
        assert import_questions(data, cora) == {"new": 2, "changed": 0, "same": 0}
        assert as_json_text(to_export(published_only=False)) == result
    assert not any(
        cell.startswith(("=", "+", "-", "@")) for row in as_csv_rows(to_export(published_only=False)) for cell in row
    )


def test_what_a_file_changes_waits_for_review(desk: Client) -> None:
    written = published().written
    result = json.loads(as_json_text(to_export(published_only=True)))
    result["questions"][0]["texts"]["en"]["answer"] = "Never."
    file = SimpleUploadedFile("questions.json", json.dumps(result).encode())
    page = desk.post(PLACE, {"file": file}).content.decode()
    assert "New: 0. Changed: 1. Unchanged: 0." in page
    assert list(written.revisions.order_by("number").values_list("status", flat=True)) == ["published", "review"]


def test_a_tag_that_a_file_has_twice_is_stored_once(desk: Client, cora: User) -> None:
    written = published().written
    import_questions(read_json(_changed(tags=["ferries", "bridges", "ferries"])), cora)
    made = publish(written, 2, None)
    assert made.tags == ["ferries", "bridges"]
    assert Deck.objects.get(slug="written-tag-ferries").places.count() == 1


def _changed(**fields: object) -> bytes:
    result = json.loads(as_json_text(to_export(published_only=True)))
    result["questions"][0].update(fields)
    return json.dumps(result, indent=1).encode()


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"level": 9}, "The level is a number from 1 to 5."),
        ({"texts": []}, "does not match the format"),
        ({"id": "../../x"}, "is not the id of a question"),
        (
            {"citations": {"201.2": {"number": "201.2", "day": "1990-01-01"}}},
            "Rule 201.2 is not in the rules of 1990-01-01.",
        ),
        ({"right": [7]}, "A correct answer must be one of the choices."),
    ],
)
def test_a_bad_question_is_named_by_its_line(desk: Client, fields: dict[str, object], what: str) -> None:
    published()
    data = _changed(**fields)
    WrittenQuestion.objects.all().delete()
    answer = desk.post(PLACE, {"file": SimpleUploadedFile("questions.json", data)})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Line 5" in page
    assert what in page
    assert not WrittenQuestion.objects.exists()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'{"format": "rulesbase-questions",\n "version": 1,\n "questions": [,]}', "Line 3"),
        (b"{" * 100_000, "This is not valid JSON"),
        (b'{"format": "rulesbase-questions", "version": 1, "questions": []}', "no questions"),
        (
            b'{"format": "rulesbase-questions", "version": 1, "questions": [{"texts": {"\\ud800": {}}}]}',
            "This JSON cannot be read. Check that it is not nested too deeply and has no invalid characters.",
        ),
        (b"level,language,scenario\n1,en", "This row has 2 cells, but the table has 3 columns."),
        (b'level,language,scenario\n1,en,"open', "This is not a valid CSV file"),
        (
            b"level,language,scenario\nx,en,Why?",
            "A value in the column “level”, “citations” or “cards” is not valid. Check these three columns.",
        ),
        (b"level,language,scenario\n\xff\xfe,en,Why?", "UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(desk: Client, data: bytes, what: str) -> None:
    answer = desk.post(PLACE, {"file": SimpleUploadedFile("questions", data)})
    assert answer.status_code == 422
    assert what in answer.content.decode()


@pytest.mark.parametrize("name", ["questions.json", "QUESTIONS.JSON"])
def test_a_name_that_ends_in_json_is_read_as_json(desk: Client, name: str) -> None:
    answer = desk.post(PLACE, {"file": SimpleUploadedFile(name, b'[{"level": 2}]')})
    assert answer.status_code == 422
    assert "The file must begin with {&quot;format&quot;: &quot;rulesbase-questions&quot;}." in answer.content.decode()


def test_only_curators_import_and_the_desk_exports(desk: Client, reader: Client) -> None:
    published()
    assert reader.get(f"{PLACE}questions.json").status_code == 403
    assert json.loads(desk.get(f"{PLACE}questions.json").content)["questions"][0]["level"] == 2
    assert desk.get(f"{PLACE}questions.csv").content.startswith("\ufeffid,level".encode())
    assert desk.get(f"{PLACE}questions.exe").status_code == 404
    assert desk.post(PLACE).status_code == 422


def test_the_sample_comes_in_as_it_stands(sample: None) -> None:
    assert load_sample_questions() == 5
    assert load_sample_questions() == 0
    assert as_json_text(to_export(published_only=True)) == FILE.read_text(encoding="utf-8")


# ---- Anki ----


def test_a_deck_for_anki(reader: Client) -> None:
    published(content=NASTY)
    deck = Deck.objects.get(slug="written-2")
    answer = reader.get(f"/study/decks/{deck.public_id}/anki.txt")
    lines = answer.getvalue().decode().splitlines()
    head = [line for line in lines if line.startswith("#")]
    assert head[:3] == ["#separator:tab", "#html:true", "#notetype:Basic"]
    assert "#tags column:4" in head
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    question = Question.objects.get(kind="written")
    assert [(row[0], len(row)) for row in rows] == [(question.public_id, 4)]
    assert rows[0][1].startswith("=cmd, &quot;quoted&quot;<br>next line")
    assert 'href="http://testserver/rules/2010-03-01/201.2/"' in rows[0][2]
    assert rows[0][3].split() == ["rulesbase", "level::2", "kind::written", "chapter::201", "bridges"]


def test_hostile_own_cards_break_no_line_for_anki(rita: User) -> None:
    data = {"ask": '"<b>\tquoted"\r\nnext\u2028line', "answer": "<script>alert(1)</script>\n#no comment"}
    Question.objects.create(key="own-x", kind="own", owner=rita, data=data)
    lines = "".join(anki_lines("A\tdeck\n#x", Question.objects.filter(owner=rita), site="https://x.example")).split(
        "\n"
    )
    assert lines[3] == "#deck:Rulesbase::A deck #x"
    body = [line for line in lines if line and not line.startswith("#")]
    assert len(body) == 1
    assert body[0].count("\t") == 3
    assert "<script" not in body[0]
    assert '"' not in body[0]


@pytest.mark.parametrize(
    ("data", "read"),
    [
        (f'{{"format": "{FORMAT}", "version": 1, "questions": [\n' + "1,\n" * 300_000 + "1]}", read_json),
        ("id,level,language,scenario\n" + ",high,en,?\n" * 3_000, read_csv),
    ],
    ids=["json", "csv"],
)
def test_more_questions_than_a_file_may_hold_are_not_read(data: str, read: Callable[[bytes], object]) -> None:
    """The file is refused for their number, with the line of the first too many, and not for what they say."""
    with pytest.raises(FaultyFile) as refused:
        read(data.encode())
    assert refused.value.faults == ((2_002, "A file can contain at most 2000 questions."),)


def test_of_too_many_questions_only_as_many_as_name_the_line_are_decoded_again() -> None:
    data = f'{{"format": "{FORMAT}", "version": 1, "questions": [\n' + "1,\n" * 3_000 + "1]}"
    decoder = json.JSONDecoder
    counting = mock.patch.object(decoder, "raw_decode", autospec=True, side_effect=decoder.raw_decode)
    with counting as decode, pytest.raises(FaultyFile):
        read_json(data.encode())
    # The whole file once, then the questions.
    assert decode.call_count == 1 + 2_001


def test_each_question_is_named_by_its_own_line() -> None:
    data = f'{{"format": "{FORMAT}", "version": 1,\n"questions": [\n[],\n\n{{"a":\n1}}, 2\n,3]}}'
    with pytest.raises(FaultyFile) as refused:
        read_json(data.encode())
    assert [line for line, _ in refused.value.faults] == [3, 5, 6, 7]
