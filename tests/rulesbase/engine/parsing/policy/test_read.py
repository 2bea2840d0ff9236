"""Tournament documents: a made-up PDF with all that the layouts have, and the files of the corpus."""

import datetime
import os
import re
import time
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from rulesbase.engine.documents import TOURNAMENT_DOCUMENTS
from rulesbase.engine.nodes import Kind, Layout, NotRules, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.parsing.policy import pdf, read
from rulesbase.engine.parsing.policy.read import read_lines
from rulesbase.engine.parsing.policy.sections import plain, split_contents
from rulesbase.engine.parsing.serialize import to_markdown, to_text
from tests.rulesbase.engine.corpus_texts import DATA
from tests.score.documents import named_sections, versions_of
from tests.support.pdf import page, pdf_of, tournament_rules

CORPUS = Path(os.environ.get("RULESBASE_CORPUS", "/nowhere")) / "policy"
WORD = re.compile(r"[A-Za-z0-9]+")
# Sections whose titles differ between the contents list and the text of the same file, looked at one by one.
OWN_TITLES = {
    ("ipg/2001-11-01.pdf", "20"),
    ("ipg/2001-11-01.pdf", "110"),
    ("ipg/2001-11-01.pdf", "A"),
    ("ipg/2016-07-22.pdf", "3.4"),
    ("ipg/2016-07-22.pdf", "4.4"),
}


pdf_lines = cache(pdf.pdf_lines)


@pytest.fixture(autouse=True)
def _read_each_pdf_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening the pages takes most of the time of reading a PDF."""
    monkeypatch.setattr(read, "pdf_lines", pdf_lines)


@pytest.fixture(scope="module")
def parsed() -> RulesText:
    return read_source(tournament_rules(), "mtr/2031-07-04.pdf")


def test_title_date_and_document_are_read(parsed: RulesText) -> None:
    assert parsed.document == "mtr"
    assert parsed.date == datetime.date(2031, 7, 4)
    assert parsed.whole
    assert parsed.layout is Layout.PDF
    assert parsed.title.endswith("TOURNAMENT RULES")
    assert parsed.issues == ()


def test_sections_have_the_numbers_and_titles_of_the_contents_list(parsed: RulesText) -> None:
    assert [(node.number, node.heading, node.kind) for node in parsed.entries] == [
        ("introduction", "Introduction", Kind.CHAPTER),
        ("1", "Owls", Kind.CHAPTER),
        ("1.1", "Feeding Owls", Kind.RULE),
        ("1.2", "Owl Houses", Kind.RULE),
        ("2", "Weasels", Kind.CHAPTER),
        ("2.1", "Weasel Checks", Kind.RULE),
        ("A", "Changes From Previous Versions", Kind.CHAPTER),
    ]


def test_lines_become_paragraphs_bullets_and_tables(parsed: RulesText) -> None:
    text = {node.number: node.text for node in parsed.entries}
    introduction = text["introduction"].split("\n")
    assert len(introduction) == 1
    assert "an undisturbed village" in introduction[0]
    assert "owl is self-sufficient. Self-sufficient" in introduction[0]
    assert text["1.1"].split("\n") == [
        "Feed them:",
        "\u2022 at night",
        "\u2022 with mice that somebody has already caught, washed, dried and praised",
    ]
    assert text["1.2"].split("\n") == ["House\tOwls", "Barn\tfour", "Attic\ttwo"]
    assert text["2.1"].split("\n")[:2] == ["Warning", "Check them twice."]


def test_downloads_are_read_alike(parsed: RulesText) -> None:
    text, markdown = (read_source(write(parsed).encode()) for write in (to_text, to_markdown))
    assert [node.number for node in markdown.entries] == [node.number for node in parsed.entries]
    assert [node.text for node in markdown.entries] == [node.text for node in text.entries]
    assert (markdown.document, markdown.date) == ("mtr", parsed.date)


def test_the_penalty_stands_in_front_of_the_text_of_an_infraction() -> None:
    """The box at the right edge begins beside the heading and ends beside the next line."""
    head = page((54, "MAGIC INFRACTION PROCEDURE GUIDE"), (54, "Contents"), (54, "3. Owls 2"), (54, "3.1. Owl Error 2"))
    body = page(
        (54, "3. Owls"),
        None,
        (54, "3.1.", 84, "Owl Error", 480, "Penalty"),
        (54, "Definition", 470, "Game Loss"),
        (54, "It bit."),
    )
    parsed = read_lines(pdf_lines(pdf_of([head, body])))
    assert parsed.entries[-1].text.split("\n") == ["Penalty\tGame Loss", "Definition", "It bit."]


def test_titles_on_two_lines_and_shorter_than_in_the_contents_list() -> None:
    titles = ["3. Owls", "3.1. Owl Error at Night in Barns", "3.2. Owl Error in Attics and in Other Houses"]
    head = page((54, "MAGIC INFRACTION PROCEDURE GUIDE"), (54, "Contents"), *((54, f"{title} 2") for title in titles))
    body = page(
        (54, "3. Owls"),
        None,
        (54, "3.1. Owl Error"),
        (54, "It bit."),
        None,
        (54, "3.2. Owl Error in"),
        (54, "Attics and in Other Houses"),
        (54, "It did not."),
    )
    parsed = read_lines(pdf_lines(pdf_of([head, body])))
    assert [(node.heading, node.text) for node in parsed.entries[1:]] == [
        ("Owl Error", "It bit."),
        ("Owl Error in Attics and in Other Houses", "It did not."),
    ]


@pytest.mark.parametrize("blank", ["", "\n"])
def test_text_without_contents_list_is_read(blank: str) -> None:
    long = (
        "Owls of every colour feed at night in barns and attics, and each of them needs more mice than anybody has. "
        * 2
    )
    rows = [
        "MAGIC TOURNAMENT RULES",
        "Effective July 4, 2031",
        "1. Owls",
        "1.1 Feeding Owls",
        long.strip(),
        "1. at night",
        "House\tOwls",
        "Barn\tfour",
        "2. Weasels",
        "2.1 Weasel Checks",
        "Twice.",
        "2.2 More",
        long.strip(),
    ]
    parsed = read_source(f"\n{blank}".join(rows).encode(), "mtr.txt")
    assert [node.number for node in parsed.entries] == ["1", "1.1", "2", "2.1", "2.2"]
    assert parsed.entries[1].text.split("\n")[1:] == ["1. at night", "House\tOwls", "Barn\tfour"]


def test_a_web_page_without_title_is_read_as_the_document_that_is_named() -> None:
    long = "Owls of every colour feed at night in barns and attics. " * 4
    rows = ("Effective July 4, 2031", "1. Owls", "1.1 Feeding Owls", long, "1.2 Owl Houses", long)
    saved = f"<html><body>{''.join(f'<p>{row}</p>' for row in rows)}</body></html>".encode()
    parsed = read_source(saved, "saved.html", document="mtr")
    assert (parsed.document, parsed.date) == ("mtr", datetime.date(2031, 7, 4))
    assert [node.number for node in parsed.entries] == ["1", "1.1", "1.2"]
    with pytest.raises(NotRules):
        read_source(saved, "saved.html")
    with pytest.raises(NotRules):
        read_lines([], document="mtr")


@pytest.mark.parametrize(
    ("changed", "named", "day", "reported"),
    [
        (4, "2031-07-04", 4, ""),
        (4, "2031-07-05", 4, "The file name has another date: 2031-07-05. The date in the text was used."),
        (5, "2031-07-04", 4, ""),
        (5, "", 4, ""),
        *(
            (5, f"2031-07-0{n}", n, "The text has the date 2031-07-04 but lists changes of 2031-07-05. The date in the "
             f"file name was used: 2031-07-0{n}.") for n in (5, 6)
        ),
    ],
)  # fmt: skip
def test_dates_that_differ(changed: int, named: str, day: int, reported: str) -> None:
    whole = (DATA / "policy" / "tournament-rules.txt").read_text()
    parsed = read_source(whole.replace("July 4, 2031\n\n2.1", f"July {changed}, 2031\n\n2.1").encode(), f"{named}.txt")
    assert parsed.date == datetime.date(2031, 7, day)
    found = [tuple(issue) for issue in parsed.issues if "date" in issue.problem]
    assert found == ([(1, "Effective 2031-07-04", reported)] if reported else [])


@pytest.mark.parametrize(("count", "repeated"), [(3, 3), (4, 3), (4, 4), (9, 4), (10, 4), (10, 5)])
def test_running_heads_and_page_numbers_are_left_out(count: int, repeated: int) -> None:
    """A head stands on four pages and on half of them; elsewhere on a page the same words stay."""
    pages = []
    for at in range(1, count + 1):
        letter = chr(96 + at)
        head = f"Owls {at} of {count}" if at <= repeated else f"Owl {letter}"
        rows = [head, "At night", f"they fly {letter}", "They sleep", "300", f"by day {letter}", "or", str(at)]
        pages.append(page(*((54, row) for row in rows)))
    lines = pdf_lines(pdf_of(pages))
    texts = [(line.page, line.text) for line in lines]
    assert [(line.page, line.number) for line in lines if line.text == "300"] == [
        (n, 8 * n - 3) for n in range(1, count + 1)
    ]
    drops = repeated >= max(4, count // 2)
    firsts = [(at, f"Owls {at} of {count}") for at in range(1, repeated + 1)]
    assert [one for one in firsts if one in texts] == ([] if drops else firsts)
    stays = ["they fly a", "They sleep", "300", "by day a"]
    assert [text for at, text in texts if at == 1 and text in {*stays, "At night", "or", "1"}] == (
        stays if count >= 4 else ["At night", *stays, "or"]
    )


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"%PDF-1.4\nbroken", "damaged"),
        (pdf_of([[]]), "scan"),
        (pdf_of([[]] * 301), "has 301 pages. No tournament document has more than 300"),
        (pdf_of([page((54, "Minutes of the owl club"), (54, "None came."))]), "neither"),
    ],
)
def test_other_pdfs_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(NotRules, match=why):
        read_source(data, "minutes.pdf")


@pytest.mark.slow
@pytest.mark.parametrize("document", TOURNAMENT_DOCUMENTS)
def test_sections_of_the_lists_of_changes_differ(corpus: Path, document: str) -> None:
    """What their own lists of changes name differs in our comparison."""
    named = named_sections(document, versions_of(corpus / "policy" / document))
    assert len(named) > 200
    assert sum(one.differs for one in named) >= 0.98 * len(named)


def files() -> list[Path]:
    return sorted(CORPUS.glob("*/*.pdf"))


@pytest.mark.slow
@pytest.mark.skipif(not CORPUS.is_dir(), reason="RULESBASE_CORPUS is not set")
def test_every_file_of_the_corpus_is_read_whole() -> None:
    """Nothing of the text is lost, and each number of the contents list is found with its title, within 90 s."""
    started = time.process_time()
    lost = words = 0
    refused, wrong = [], []
    for path in files():
        data, name = path.read_bytes(), f"{path.parent.name}/{path.name}"
        if not pdf.is_pdf(data):
            refused.append(name)
            with pytest.raises(NotRules):
                read_source(data, name)
            continue
        parsed = read_source(data, name)
        assert parsed.document == path.parent.name
        lines = pdf_lines(data)
        listed, _contents, _body = split_contents(lines)
        found = {node.number: plain(node.heading) for node in parsed.entries}
        wrong += [(name, one.number) for one in listed if found.get(one.number) != plain(one.title)]
        texts = [parsed.title, parsed.introduction, parsed.credits, *parsed.contents]
        for node in parsed.entries:
            texts += [f"{node.number} {node.heading}", node.text, "Appendix" if node.number.isupper() else ""]
        source = Counter(WORD.findall(" ".join(line.text for line in lines).lower()))
        words += sum(source.values())
        lost += sum((source - Counter(WORD.findall(" ".join(texts).lower()))).values())
    assert refused == ["ipg/2020-04-17.pdf", "mtr/2020-04-17.pdf"]
    assert set(wrong) <= OWN_TITLES
    assert lost < 0.002 * words
    assert time.process_time() - started < 90


@pytest.mark.skipif(not CORPUS.is_dir(), reason="RULESBASE_CORPUS is not set")
def test_a_wrong_year_in_the_file_is_found_by_its_list_of_changes() -> None:
    parsed = read_source((CORPUS / "mtr" / "2021-02-05.pdf").read_bytes(), "2021-02-05.pdf")
    assert parsed.date == datetime.date(2021, 2, 5)
    assert any("lists changes" in issue.problem for issue in parsed.issues)


@pytest.mark.skipif(not CORPUS.is_dir(), reason="RULESBASE_CORPUS is not set")
def test_the_text_of_1994_is_read() -> None:
    parsed = read_source((CORPUS / "mtr" / "1994-01-26.txt").read_bytes(), "1994-01-26.txt")
    assert parsed.document == "mtr"
    assert [node.number for node in parsed.entries] == ["deck-construction-rules", "floor-rules"]
