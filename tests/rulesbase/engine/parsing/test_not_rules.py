"""What is refused, with its sentence, and how little is enough to be accepted."""

import pytest

from rulesbase.engine.nodes import NotRules
from rulesbase.engine.parsing.parse import read_source, read_text


@pytest.mark.parametrize(
    "text",
    [
        "201.3. Two tolls count as one if the ferry turns back.",
        "- 201.3 Two tolls count as one if the ferry turns back.",
        "Tolls\n\n201. Tolls\n\n201.3.\n\nTwo tolls count as one if the ferry turns back.",
        "201.3a Two tolls count as one.\nExample: A ferry turns back.\n201.3b Dogs ride free here.",
        "201.3. 書記は渡し船の料金を二度は受け取らない。",
        "Home\nRules\n201.3.\nTwo tolls count as one.\nExample: Two dogs.\nIt is so on every ferry.\nAbout",
    ],
)
def test_a_single_rule_is_enough(text: str) -> None:
    read = read_text(text)
    assert read.rule_count in (1, 2)
    assert not read.whole


NO_RULES = (
    "The file has no rules: no paragraph begins with a rule number such as 201.3a. Choose a file with the text of "
    "the rules."
)
ONE_RULE = (
    "The file has no rules: only one paragraph begins with a rule number, and the text around it is not a rule. "
    "Choose a file with the text of the rules."
)
TWO_RULES = ONE_RULE.replace("only one paragraph begins", "only two paragraphs begin").replace(
    "around it is", "around them is"
)
LETTER = "Dear clerk,\n\n201.3a says that two tolls count as one. Is this so when the ferry sinks?\n\nYours, Ann"
QUOTING = "We argued all night on deck about what the rules say of this, and none was sure in the end.\n\n"


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"<!-- a --><!DOCTYPE html><body><h1>404",
            "This web page contains no rules; it begins “404”. Download the rules document and import that file.",
        ),
        (b"A ferry crosses at 19.30.", NO_RULES),
        (b"404.3 Not found on this server, it may have been moved.", ONE_RULE),
        (LETTER.encode(), ONE_RULE),
        ((QUOTING + "201.3. Two tolls count as one.\n\n" + QUOTING).encode(), ONE_RULE),
        (b"201.3", ONE_RULE),
        (b"Hello\n201.3. Two tolls count as one.\n201.4. Dogs ride free.", TWO_RULES),
        ("Chère amie,\n201.3. Two tolls count as one if the ferry turns back.".encode(), ONE_RULE),
        ("503.1 見つかりません".encode(), ONE_RULE),
        (b"100.0 of the ferries leave at noon.", ONE_RULE),
        (b"201.3. Two tolls", ONE_RULE),
        (b"201.3.\nTwo tolls", ONE_RULE),
        (b"Two tolls count as one.\n201.3.", ONE_RULE),
        (b"201.3. Two tolls count as one.\n" + b"A menu of the site without end\n" * 9, ONE_RULE),
        (
            b"\n".join(
                b"201.%d says that two tolls " % at + b"count as one if the ferry turns back, " * 6 for at in (1, 2, 3)
            ),
            "The file has no rules: none of its numbered paragraphs is a rule such as 201.3a. Choose a file with the "
            "text of the rules.",
        ),
    ],
)
def test_refusals_say_why(data: bytes, sentence: str) -> None:
    with pytest.raises(NotRules) as refusal:
        read_source(data)
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(("name", "ending"), [("tides.pdf", ".pdf"), ("TIDES.DOCX", ".docx")])
def test_a_file_of_another_kind_than_its_name_says_so(name: str, ending: str) -> None:
    log = b"--2020-04-25-- Looking up the harbor ... failed: name or service not known."
    with pytest.raises(NotRules, match=rf"ends in \{ending}, but .*download may have failed"):
        read_source(log, name)
    with pytest.raises(NotRules, match="empty"):
        read_source(b"", name)
    assert read_source(b"201.3. Two tolls count as one, wherever they are paid.", name).rule_count == 1


def test_an_article_about_changes_is_refused() -> None:
    notes = "\n\n".join(f"## 10{n}.2a\n\nThis rule now speaks of boats too." for n in range(5))
    with pytest.raises(NotRules, match="article about changes"):
        read_text(notes)
