"""The catalogues of French and Japanese: whole, with the same placeholders, in good typography, and seen on pages."""

import ast
import re
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings
from translate.storage import pypo

from config.interface_languages import INTERFACE

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "locale"
LANGUAGES = [one.code for one in INTERFACE[1:]]
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%")
GETTEXT = ("_", "gettext", "pgettext", "ngettext", "npgettext")
ELEMENT = re.compile(r"</?\w+")
# A plain or no-break space of the wrong width, or none, where French wants U+202F or U+00A0. The colon of a
# foreign name or an address has no space and is none of our business.
BAD_FRENCH = re.compile(r"[ \u00a0][;!?]|[ \u202f]:|«[^\u202f]|[^\u202f]»|\w[;!?](?!\w)|[\"']")
# Half-width punctuation behind a Japanese character.
BAD_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff](?:[,.;:!?](?!\w)|\()")


@cache
def catalogue(language: str, locale: Path = LOCALE) -> Any:
    pofile: Any = pypo.pofile  # its methods have no types
    return pofile.parsefile(str(locale / language / "LC_MESSAGES" / "django.po"))


def units(language: str, locale: Path = LOCALE) -> list[Any]:
    """Return the entries of one catalogue without its header."""
    return [unit for unit in catalogue(language, locale).units if not unit.isheader()]


def forms(language: str) -> int:
    """Return how many plural forms the header of a catalogue promises."""
    return int(catalogue(language).getheaderplural()[0])


def sources(unit: Any) -> list[str]:
    """Return the one or two English forms of an entry."""
    return [str(form) for form in unit.source.strings] if unit.hasplural() else [str(unit.source)]


def targets(unit: Any) -> list[str]:
    """Return the forms of an entry in the language of its catalogue."""
    return [str(form) for form in unit.target.strings] if unit.hasplural() else [str(unit.target)]


def keys(found: list[Any]) -> list[tuple[str, ...]]:
    """Return what gettext knows entries by."""
    return [(unit.getcontext(), *sources(unit)) for unit in found]


@pytest.mark.slow
def test_catalogues_have_the_same_entries() -> None:
    first, *others = (keys(units(language)) for language in LANGUAGES)
    assert [language for language, found in zip(LANGUAGES[1:], others, strict=True) if found != first] == []
    assert len(first) > 700


@pytest.mark.slow
def test_every_message_was_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message that is in no catalogue would be shown in English without an error."""
    if shutil.which("xgettext") is None:
        pytest.skip("GNU gettext is not installed: what looks for messages needs it (apt-get install gettext)")
    # Templates are written anew beside themselves while they are read: so a copy.
    for folder in ("rulesbase", "cards", "config", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "locale").mkdir()
    monkeypatch.chdir(tmp_path)
    with override_settings(LOCALE_PATHS=[]):
        call_command("makemessages", locale=["fr"], no_location=True, verbosity=0)
    there, stored = set(keys(units("fr", tmp_path / "locale"))), set(keys(units("fr")))
    assert sorted(there - stored) == [], "no catalogue has these: make messages"
    assert sorted(stored - there) == [], "nothing says these any more: make messages"


def test_no_message_is_inside_an_f_string() -> None:
    """The collection of messages does not look into f-strings, so these would stay English."""
    inside = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in ("rulesbase", "cards", "config")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in GETTEXT
    ]
    assert inside == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_translated_in_all_forms_with_its_placeholders(language: str) -> None:
    bare = [sources(unit)[0] for unit in units(language) if unit.isfuzzy() or not all(targets(unit))]
    reported = "translate these, and take away their lines `#, fuzzy` and `#| ...`"
    assert bare == [], f"locale/{language}/LC_MESSAGES/django.po: {reported}"
    plurals = [
        sources(unit)[0]
        for unit in units(language)
        if len(targets(unit)) != (forms(language) if unit.hasplural() else 1)
    ]
    assert plurals == []
    wrong = []
    for unit in units(language):
        english = sources(unit)
        for index, text in enumerate(targets(unit)):
            # Where a language has one form for all numbers, it has to serve the English plural.
            model = english[-1] if forms(language) == 1 else english[index]
            for pattern in (PLACEHOLDER, ELEMENT):
                if sorted(pattern.findall(model)) != sorted(pattern.findall(text)):
                    wrong.append((model, text))
    assert wrong == []


def test_typography_of_french_and_japanese() -> None:
    # Elements keep their straight quotes.
    french = [re.sub(r"<[^>]*>", "", text) for unit in units("fr") for text in targets(unit)]
    wrong = [(found[0], text) for text in french if (found := BAD_FRENCH.search(text))]
    assert wrong == [], "French: U+00A0 before `:`, U+202F before `; ! ?` and within « », ’ instead of '"
    japanese = [text for unit in units("ja") for text in targets(unit)]
    wrong = [(found[0], text) for text in japanese if (found := BAD_JAPANESE.search(text))]
    assert wrong == [], "Japanese: full-width punctuation and brackets behind Japanese characters"


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("path", "language", "words"),
    [
        (
            "/fr/",
            "fr",
            ["Ce sont des règles d’exemple", "Lire le sommaire", "Ce que vous pouvez faire ici"],
        ),
        ("/ja/", "ja", ["これは見本で、実際のルールではありません。", "目次を読む", "このサイトでできること"]),
        ("/fr/rules/latest/", "fr", ["Sommaire", "Glossaire et annexes"]),
        ("/ja/rules/latest/", "ja", ["目次", "用語集", "付録"]),
        ("/fr/search/?q=zzzz", "fr", ["Aucun texte ne contient l’un de ces mots"]),
        ("/ja/search/?q=zzzz", "ja", ["これらの語を含むテキストはありません"]),
    ],
)
def test_pages_speak_the_language_of_their_address(client: Client, path: str, language: str, words: list[str]) -> None:
    response = client.get(path, follow=True)
    page = response.content.decode()
    assert response.status_code == 200
    assert re.search(rf'<html[^>]* lang="{language}"', page)
    assert [word for word in words if word not in page] == []


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize(
    ("language", "day"), [("fr", r"(?:1er|(?!1 )\d{1,2}) [a-zéû]+ \d{4}"), ("ja", r"\d{4}年\d{1,2}月\d{1,2}日")]
)
def test_days_are_written_as_in_the_language(client: Client, language: str, day: str) -> None:
    page = client.get(f"/{language}/").content.decode()
    assert re.search(rf'<time [^>]*datetime="[\d-]+">{day}</time>', page)


@pytest.mark.parametrize(("language", "words"), [("fr", "Page introuvable"), ("ja", "ページが見つかりません")])
def test_lost_pages_speak_it_too(client: Client, db: None, language: str, words: str) -> None:
    response = client.get(f"/{language}/nothing/")
    assert response.status_code == 404
    assert words in response.content.decode()
