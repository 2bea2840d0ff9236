"""What is remembered of a card, written as JSON and read again."""

from datetime import UTC, datetime, timedelta

from rulesbase.study.reviews.scheduling import MemoryState, state_after_grade


def test_a_state_survives_json() -> None:
    at = datetime(2026, 3, 29, 0, 59, 59, 123457, tzinfo=UTC)
    state = state_after_grade(state_after_grade(None, 3, at), 1, at + timedelta(days=3))
    assert MemoryState.from_data(state.as_data()) == state
    assert MemoryState.from_data({}) == MemoryState()
