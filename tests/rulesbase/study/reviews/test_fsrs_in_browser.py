"""FSRS in the browser says what the library says: the same grades at the same moments leave the same memory."""

import json
import math
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from rulesbase.engine.spaced_repetition.fitting import PARAMETERS
from rulesbase.study.reviews.scheduling import GRADES, Memory, Schedule, retrievability, state_after_grade

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SCRIPT = Path(__file__).parents[4] / "static" / "js" / "fsrs.js"
BEGAN = datetime(2026, 1, 5, 9, 30, tzinfo=UTC)
CARDS, EACH = 200, 20
RETENTIONS = (0.9, 0.8, 0.97, 0.7)

# Grades all cards, and tells each memory with what it promised before and what it would have become.
RUN = """(cards) => cards.map(({ retention, grades }) => {
  const scheduler = new fsrs.Scheduler(retention);
  let memory = null;
  return grades.map(({ grade, at }) => {
    const share = scheduler.retrievability(memory, at);
    const dues = scheduler.outcomes(memory, at);
    memory = scheduler.graded(memory, grade, at);
    return { ...memory, share, dues };
  });
})"""


def simulated() -> list[dict[str, Any]]:
    """Return reviews: early, on the day, late, twice in a minute, and behind the one before."""
    random = Random(20260619)
    cards = []
    for number in range(CARDS):
        at, grades = BEGAN, []
        for _review in range(EACH):
            grades.append({"grade": random.choices((1, 2, 3, 4), (2, 2, 6, 1))[0], "at": at})
            minutes = random.choice((0, 1, 6, 10, 700, 1439, 1440, 2880, 14_400, 144_000, -30))
            at += timedelta(minutes=minutes, milliseconds=random.randrange(60_000))
        cards.append({"retention": RETENTIONS[number % len(RETENTIONS)], "grades": grades})
    return cards


def milliseconds(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


def test_many_reviews(chromium: "Browser") -> None:
    page = chromium.new_page()
    exposed = "\nglobalThis.fsrs = { Scheduler, PARAMETERS };"
    page.add_script_tag(content=SCRIPT.read_text(encoding="utf-8") + exposed, type="module")
    page.wait_for_function("globalThis.fsrs !== undefined")
    cards = simulated()
    sent = [{**card, "grades": [{**one, "at": milliseconds(one["at"])} for one in card["grades"]]} for card in cards]
    found = page.evaluate(RUN, json.loads(json.dumps(sent)))
    assert page.evaluate("fsrs.PARAMETERS") == list(PARAMETERS)
    page.close()

    reviews, states = 0, set()
    for card, memories in zip(cards, found, strict=True):
        state = Memory()
        schedule = Schedule(card["retention"])
        for one, memory in zip(card["grades"], memories, strict=True):
            promised = retrievability(state, one["at"]) or 0
            dues = [state_after_grade(state, grade, one["at"], schedule).due for grade in GRADES]
            state = state_after_grade(state, one["grade"], one["at"], schedule)
            assert (memory["state"], memory["step"]) == (state.state, state.step)
            assert math.isclose(memory["stability"], state.stability or 0, rel_tol=1e-9)
            assert math.isclose(memory["difficulty"], state.difficulty or 0, rel_tol=1e-9)
            assert math.isclose(memory["share"], promised, rel_tol=1e-9)
            assert state.due is not None
            assert abs(memory["due"] - milliseconds(state.due)) < 1000
            assert memory["dues"] == [milliseconds(due) for due in dues if due]
            reviews += 1
            states.add(state.state)
    assert reviews == CARDS * EACH
    assert states == {1, 2, 3}
