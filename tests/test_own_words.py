"""No sentence of the published rules or of a card stands in the sample, tests, pages or documents.

A copy is a run of eight words, in Japanese and Chinese of twenty-four characters. Headings are left out, for
the official chapters have the names they have, and so is the line that states a date, which is only a form.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.rulesbase.engine.corpus_texts import plain
from tests.score.card_rows import FOLDER, read_records

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
WORDS, CHARACTERS = 8, 24
OURS = ("rulesbase/sample", "tests", "templates", "docs", "locale", "README.md", "CHANGELOG.md")
TEXTS = frozenset((".txt", ".md", ".html", ".json", ".py", ".xml", ".po"))

_MARKS = re.compile(r"<[^<>]*>|\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", re.S)
_HEADING = re.compile(r"\W*[1-9]\d{0,2}\.?(?:\s+(?!\d)[^\s.:;,]+){1,9}")
_DATE = re.compile(r"\W*These rules are (?:effective|current) as of \w+ ?\d{1,2}, \d{4}\W*")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_APOSTROPHES = re.compile("['’‘]")
_WORD = re.compile(r"[a-z0-9\u00df-\u00f6\u00f8-\u017f]+")


# Characters in a row, or words in a row.
Run = str | tuple[str, ...]


def paragraphs(text: str) -> Iterator[str]:
    """Yield what blank lines separate, in one line and without headings, so that no wrap hides a copy."""
    lines: list[str] = []
    for line in (*text.splitlines(), ""):
        if line.strip():
            if not (_HEADING.fullmatch(line.strip()) or _DATE.fullmatch(line)):
                lines.append(line.strip())
        elif lines:
            yield " ".join(lines)
            lines = []


def runs(paragraph: str) -> Iterator[Run]:
    """Yield every run of words or characters of a paragraph, with case, apostrophes and marks folded away."""
    if _CJK.search(paragraph):
        letters = re.sub(r"[\W_]+", "", paragraph)
        for at in range(len(letters) - CHARACTERS + 1):
            run = letters[at : at + CHARACTERS]
            # Names and numbers in Latin letters are no text in Japanese or Chinese.
            if len(_CJK.findall(run)) > CHARACTERS // 2:
                yield run
    for part in _CJK.split(paragraph):
        words = _WORD.findall(_APOSTROPHES.sub("", part.lower()))
        # There are millions of them: no step of Python for each.
        yield from zip(*(words[at:] for at in range(WORDS)), strict=False)


def decoded(path: Path) -> str:
    """Return the text of a file in any encoding that the test texts use, of a page without its mark-up."""
    text = plain(path.read_bytes())
    return _MARKS.sub(" ", text) if path.suffix in (".html", ".md") else text


def our_runs(files: Iterable[Path]) -> dict[Run, str]:
    """Return run -> the file of ours where it stands."""
    found: dict[Run, str] = {}
    for path in files:
        for paragraph in paragraphs(decoded(path)):
            for run in runs(paragraph):
                found.setdefault(run, path.name)
    return found


def our_files() -> list[Path]:
    """Return every text that this project ships or tests with."""
    found: list[Path] = []
    for name in OURS:
        place = ROOT / name
        found += [place] if place.is_file() else sorted(p for p in place.rglob("*") if p.is_file())
    return [path for path in found if path.suffix in TEXTS]


def corpus_texts(corpus: Path) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of the rules in every language (a .docx there repeats a .txt) and of the cards."""
    for folder in ("cr", "seeds"):
        for path in sorted((corpus / folder).rglob("*")):
            if path.suffix in (".txt", ".md"):
                yield path.name, decoded(path)
    for card in read_records(corpus / FOLDER / "oracle-cards.json.gz"):
        for part in (card, *card.get("card_faces", ())):
            for field in ("oracle_text", "flavor_text"):
                if text := part.get(field):
                    yield card["name"], text
    for ruling in read_records(corpus / FOLDER / "rulings.json.gz"):
        yield "a ruling", ruling["comment"]


def copies(ours: dict[Run, str], texts: Iterable[tuple[str, str]]) -> dict[Run, str]:
    """Return the runs of ours that the texts hold, each with where it stands. A paragraph that recurs is read once."""
    found: dict[Run, str] = {}
    seen: set[int] = set()
    for name, text in texts:
        for paragraph in paragraphs(text):
            if (key := hash(paragraph)) not in seen:
                seen.add(key)
                for run in ours.keys() & runs(paragraph):
                    found.setdefault(run, f"{ours[run]} has from {name}: {run}")
    return found


def test_our_words_are_our_own(corpus: Path) -> None:
    ours = our_runs(our_files())
    assert len(ours) > 5000, "the texts to be checked were not found"

    found = copies(ours, corpus_texts(corpus))

    assert not found, "\n".join([*found.values()][:40])
