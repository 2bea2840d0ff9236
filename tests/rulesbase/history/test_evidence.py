"""Every reason that the lineage stores is found again and written in the language of the page."""

import pytest
from django.utils.translation import override

from rulesbase.history.evidence import evidence_html


@pytest.mark.parametrize(
    ("stored", "english"),
    [
        ("", ""),
        ("number and text", "same number and same text"),
        ("number and text but for references", "same number, same text except for references"),
        ("number and title", "same number and same title"),
        ("number and neighbours", "same number, same neighbouring rules"),
        ("beside its neighbours", "same neighbouring rules"),
        ("text", "same text"),
        ("text but for references", "same text except for references"),
        ("title", "same or similar title"),
        ("the same term", "same term"),
        ("the same term under another name", "same term with another name"),
        ("part of its text", "the new text is a part of the old text"),
        ("its text is part of it", "the old text is a part of the new text"),
        ("2 of 3 rules under it", "2 of the rule’s 3 subrules match too"),
        (
            "95 % alike, references, chapter, number, parent, neighbours, title",
            "texts 95 % alike, cited by the same rules, same chapter, same number, "
            "same parent rule or chapter, same neighbouring rules, same or similar title",
        ),
        (
            "its rules: 82 % of the older text, 74 % of the newer, title",
            "same text in both chapters: 82 % of the older chapter, 74 % of the newer chapter, same or similar title",
        ),
        (
            "71 % alike, base rule of a paragraph cut into letters",
            "texts 71 % alike, first part of a rule that was divided into lettered rules",
        ),
        ("returns after 2003-03-15, text", "last seen in the version of 15 March 2003, same text"),
        (
            "40 % of its words: toll, gate; also 201.3, bell",
            'the new rule has 40 % of the old words: <span lang="en">toll, gate</span>, '
            "other similar rules: 201.3, bell",
        ),
        ("corrected: See 201.3, text.", "corrected by hand: See 201.3, text."),
        ("a <new> reason", '<span lang="en">a &lt;new&gt; reason</span>'),
    ],
)
def test_reasons(stored: str, english: str) -> None:
    assert evidence_html(stored) == english


def test_in_another_language() -> None:
    with override("ja"):
        assert evidence_html("52 % alike, number") == "本文の類似度52%、番号が同じ"
