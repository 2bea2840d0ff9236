"""French texts in every layout of the web: the command and the upload form bind each rule and heading to its number."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.models import Binding, Source, TranslatedPlace
from tests.rulesbase.engine.corpus_texts import expectations
from tests.support.make import make_user
from tests.support.texts import sentence

pytestmark = pytest.mark.django_db
_NUMBER = re.compile(r"\d{3}\.\d+[a-z]?")
CASES = [(path, expected) for path, expected in expectations() if path.parent.name == "fr" and path.suffix == ".txt"]


def english(expected: dict[str, Any]) -> bytes:
    """Return an English edition of our own with the numbers of a French text, effective on its day."""
    date = expected["date"] or "2006-05-01"
    headings = {number: f"Chapter {number}" for number, _ in expected["headings"]}
    for number, _, _ in expected["entries"]:
        headings.setdefault(number[:3], f"Chapter {number[:3]}")
    headings |= {number[0]: f"Part {number[0]}" for number in headings}
    listed = [f"{number}. {heading}" for number, heading in sorted(headings.items(), key=lambda one: _key(one[0]))]
    rules = {number: examples or 0 for number, _, examples in expected["entries"]}
    body = []
    for number in sorted({*headings, *rules}, key=_key):
        if number in headings:
            body.append(f"{number}. {headings[number]}")
        else:
            examples = (f"\nExample: {sentence(f'{number} {at}')}" for at in range(rules[number]))
            body.append(f"{number}{'' if number[-1].isalpha() else '.'} {sentence(number)}{''.join(examples)}")
    stated = f"These rules are effective as of {date}."
    parts = ["Made-up Comprehensive Rules", stated, "Contents", *listed, "Glossary", "Credits", *body]
    return "\n\n".join([*parts, "Glossary", "Lamp\nIt burns.", "Credits", "Made up."]).encode()


def _key(number: str) -> tuple[str, int, str]:
    """Return the place of a number: a section before its chapters, a chapter before its rules."""
    chapter, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return (chapter, int(digits or 0), rest[len(digits) :])


def bound() -> dict[str, str]:
    """Return the number of each French text that is bound -> that of its English."""
    places = TranslatedPlace.objects.filter(source__language="fr", is_example=False)
    return dict(places.values_list("own__number", "entry__number"))


def reported(binding: Binding) -> set[str]:
    """Return the numbers that the problems of a binding name."""
    return {number for _, _, problem in binding.problems for number in _NUMBER.findall(problem)}


@pytest.mark.slow
@pytest.mark.parametrize(("path", "expected"), CASES, ids=[path.stem for path, _ in CASES])
def test_every_rule_is_bound_by_the_command_and_the_upload(
    path: Path, expected: dict[str, Any], client: Client
) -> None:
    day = expected["date"] or "2006-05-01"
    import_source(english(expected), name=f"{day}.txt")
    call_command("import_rules", str(path), verbosity=0)
    by_command = bound()
    source = Source.objects.get(language="fr")
    binding = Binding.objects.get(source=source)
    assert binding.stated == (expected["date"] is not None)
    titles = Counter(title for _, title in expected["headings"])
    # A title that several chapters of a forum have is that of its pages.
    wanted = {number for number, title in expected["headings"] if titles[title] == 1}
    wanted |= {number for number, _, _ in expected["entries"]}
    if "numbers_inside_lines" in expected:
        # The columns ran together: no text is known to be whole.
        assert by_command == {}
        assert {number for number, _, _ in expected["entries"]} <= reported(binding)
    else:
        assert by_command == {number: number for number in wanted | by_command.keys()}
    undo_import(source)
    client.force_login(make_user("jeanne", "editors-fr"))
    sent = client.post("/curate/import/", {"file": SimpleUploadedFile(path.name, path.read_bytes())})
    client.post(sent.headers["Location"], {"do": "import"})
    assert bound() == by_command
