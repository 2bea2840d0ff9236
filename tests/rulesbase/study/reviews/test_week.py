"""A week of study on a phone: the clocks of the server and of the browser go on together, the network does not always.

Beside the pages the same grades are given to the library alone; both must know the same in the end.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from rulesbase.models import Grade, Studied, StudyOptions
from rulesbase.study.reviews.scheduling import State, graded, state_of
from tests.rulesbase.offline.line import Line
from tests.rulesbase.study.in_pages import begin_all, grade, sign_in
from tests.support.browsing import Pages
from tests.support.make import make_user

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pytest_django.live_server_helper import LiveServer

pytestmark = pytest.mark.usefixtures("study_hall")
NEW_A_DAY, DAYS, OFFLINE_DAY = 2, 7, 3
# Grades of an evening; more than so few cards can need.
MOST = 60
NOTHING_WAITS = "() => Object.keys(localStorage).every((name) => !/\\.(grade|undo)\\./.test(name))"


class Clock:
    """The moment that it is, for everybody."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 11, 2, 18, 0, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def go_on(self, page: "Page", **span: float) -> None:
        """Move both clocks."""
        self.now += timedelta(**span)
        page.clock.set_fixed_time(self.now)


@pytest.fixture
def line(live_server: "LiveServer") -> Iterator[Line]:
    """What the browser reaches the server by, which can be cut."""
    made = Line(int(live_server.url.rpartition(":")[2]))
    yield made
    made.close()


def evening(page: "Page", clock: Clock, random: Random) -> list[tuple[str, int, datetime]]:
    """Grade cards until the booth says that it is done; returns what was given."""
    given: list[tuple[str, int, datetime]] = []
    while len(given) < MOST:
        page.locator(".reveal, .boothend h1:has-text('Done for today')").first.wait_for()
        if not page.locator(".reveal").count():
            return given
        clock.go_on(page, seconds=20)
        number = random.choices((1, 2, 3, 4), (2, 2, 5, 3))[0]
        # The next card may be the same one: another element tells that it is there.
        before = page.locator("#stage > article").element_handle()
        given.append((grade(page, number), number, clock.now))
        assert before is not None
        before.wait_for_element_state("hidden")
    pytest.fail("the booth asks for ever")


def test_a_week(pages: Pages, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    from playwright.sync_api import expect

    clock, random = Clock(monkeypatch), Random(7)
    user = make_user("jane")
    user.date_joined = clock.now - timedelta(days=1)
    user.save()
    begin_all(user)
    StudyOptions.objects.create(user=user, new_a_day=NEW_A_DAY, time_zone="Europe/Paris")
    page = pages.open(base_url=line.address, viewport={"width": 390, "height": 844}, timezone_id="Europe/Paris")
    page.clock.set_fixed_time(clock.now)
    sign_in(page, "jane", "/study/")
    alone: dict[str, State] = {}
    weekly = 0
    for day in range(DAYS):
        begun = len(alone)
        due = {card for card, state in alone.items() if state.due and state.due <= clock.now}
        page.goto("/study/booth/")
        if day == OFFLINE_DAY:
            page.locator(".reveal").wait_for()
            page.wait_for_function("() => Object.keys(localStorage).some((name) => name.endsWith('.queue'))")
            line.cut()
        given = evening(page, clock, random)
        if day == OFFLINE_DAY:
            expect(page.locator("#waiting")).to_contain_text("wait to be sent")
            line.mend()
            page.evaluate("window.dispatchEvent(new Event('online'))")
        page.wait_for_function(NOTHING_WAITS)
        for card, number, at in given:
            alone[card] = graded(alone.get(card), number, at)
        # Everything that was due was asked, and no more that is new than wanted.
        assert due <= {card for card, _number, _at in given}
        assert len(alone) - begun == NEW_A_DAY
        assert all(state.due and state.due > clock.now for state in alone.values())
        weekly += len(given)
        clock.go_on(page, days=1)
    assert Grade.objects.filter(user=user, undone_at=None).count() == weekly
    kept = {row.question.public_id: state_of(row) for row in Studied.objects.select_related("question")}
    assert kept == alone
    page.goto("/study/")
    expect(page.get_by_role("heading", name="The month ahead")).to_be_visible()
    expect(page.locator(".pic rect").first).to_be_visible()
