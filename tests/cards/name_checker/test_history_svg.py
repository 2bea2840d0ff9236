"""The picture of an answer through all versions, and the strip of versions in the form."""

import datetime

from cards.engine.name_rules.verdicts import WORDS
from cards.engine.types import QuestionKind, Verdict
from cards.name_checker.check import AnswerSpan
from cards.name_checker.history_svg import AnswerHistory, history_of
from cards.name_checker.query_params import QuestionParams, split_typed
from cards.name_checker.version_strip import strip_of

DAY = datetime.date.fromisoformat


def stretch(first: str, last: str, verdict: str, *numbers: str) -> AnswerSpan:
    return AnswerSpan(DAY(first), DAY(last), Verdict(verdict), WORDS[Verdict(verdict)], numbers)


THREE = [
    stretch("1999-04-23", "2010-01-31", "unclear", "202.3"),
    stretch("2010-02-01", "2022-04-28", "no", "201.2"),
    stretch("2022-04-29", "2026-06-19", "yes", "201.3", "201.3a"),
]


def drawn(stretches: list[AnswerSpan], here: str = "2026-06-19") -> AnswerHistory:
    found = history_of(stretches, DAY(here), lambda day: f"?version={day}")
    assert found
    return found


def test_the_list_is_newest_first_and_leads_to_each_answer() -> None:
    history = drawn(THREE, here="2013-05-01")
    assert [row.span.verdict for row in history.rows] == ["yes", "no", "unclear"]
    assert [row.is_here for row in history.rows] == [False, True, False]
    assert [row.is_last for row in history.rows] == [True, False, False]
    assert history.rows[0].href == "?version=2026-06-19"
    assert history.rows[0].parts[0].rules == (
        ("201.3", "/rules/2026-06-19/201.3/"),
        ("201.3a", "/rules/2026-06-19/201.3a/"),
    )


def test_before_the_cards_were_printed_stands_apart() -> None:
    history = drawn([THREE[0]._replace(verdict=Verdict.NO, answer=WORDS[Verdict.NO], printed=False), *THREE[1:]])
    assert [box.row.span.printed for box in history.boxes] == [False, True, True]
    assert "before the card was printed: No" in history.boxes[0].title
    assert history.is_early
    assert history.answers == 2
    assert not drawn(THREE).is_early


def test_one_answer_by_other_numbers_is_one_stretch() -> None:
    history = drawn([*THREE[:2], stretch("2022-04-29", "2023-01-01", "no", "201.2a"), *THREE[2:]][:3])
    assert [len(row.parts) for row in history.rows] == [2, 1]
    assert [part.rules[0][0] for part in history.rows[0].parts] == ["201.2a", "201.2"]
    assert len(history.boxes) == 2


ASK = QuestionParams(QuestionKind.SAME, (split_typed("A"), split_typed("B")), "2011-09-30")
DATES = [DAY(day) for day in ("1999-04-23", "2005-02-01", "2010-02-01", "2011-09-30", "2020-01-24")]


def test_turns_stand_at_the_version_that_brought_them() -> None:
    turns = [(DAY("1999-04-23"), ["202.3"]), (DAY("2009-07-11"), ["201.3"]), (DAY("2030-01-01"), ["999.9"])]
    strip = strip_of(ASK, DATES, DAY("2011-12-31"), turns)
    assert strip
    assert [(turn.date.isoformat(), turn.x) for turn in strip.turns] == [("1999-04-23", 0.0), ("2010-02-01", 50.0)]
    assert strip.turns[1].href == "/names/?ask=same&card=A&card=B&version=2010-02-01"
    assert (strip.at, strip.x, strip.last) == (3, 75.0, 4)
    assert strip.years == ((2005, 25.0), (2010, 50.0), (2020, 100.0))
