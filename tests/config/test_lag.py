"""A replica that stands still: pages come from the primary until it has caught up."""

import threading
from pathlib import Path

import pytest

from config.lag import Lag
from tests.config.two_databases import run

pytestmark = pytest.mark.postgres

SCRIPT = """
import time
from config.lag import lag
from config.operating import doors_for_machines


def page(request):
    return HttpResponse(Note.objects.first().text)


middleware = sources.reads_from_replica(convert_exception_to_response(page))
ready = doors_for_machines(middleware)


def told(*cookies, path="/", door=middleware):
    request = RequestFactory().get(path)
    request.COOKIES.update(dict.fromkeys(cookies, "x"))
    return door(request).content.decode()


def change(alias):
    State.objects.using(alias).update(generation=models.F("generation") + 1)


def looked():
    lag.look()
    return told()


# Now and then a request looks; here the script does.
lag._next = float("inf")
print("together", looked(), looked())
change("default")
print("behind", looked(), looked(), told("sessionid"), looked())
print(told(path="/readyz", door=ready))
held = connections["default"].settings_dict["NAME"]
connections["default"].close()
connections["default"].settings_dict["NAME"] = "/nowhere/at/all.sqlite3"
print("no-primary", looked(), looked())
connections["default"].settings_dict["NAME"] = held
sources.forget_failures()
print("still", looked(), looked())
change("replica")
print("together", looked(), looked())
# What it knows before the primary was asked is no lag.
change("replica")
print("ahead", looked(), looked())
change("default")
change("default")
settings.REPLICA_LAG = 0
lag._next = 0.0
for _ in range(1000):
    if told() == "default":
        break
    time.sleep(0.01)
print("by itself", told())
"""


@pytest.mark.slow
def test_pages_come_from_the_primary_while_it_is_behind(tmp_path: Path) -> None:
    done = run(SCRIPT, tmp_path)
    lines = done.stdout.splitlines()
    assert '"ready": ' in lines[2]
    assert '"replica": "more than 30 s behind"' in lines.pop(2)
    assert lines == [
        "together replica replica",
        # what the primary knows since a moment ago may take that long
        "behind replica default default default",
        "no-primary replica replica",
        # what the primary knew before it was gone is not forgotten
        "still default default",
        "together replica replica",
        "ahead replica replica",
        "by itself default",
    ]
    said = [line.partition("WARNING config.lag [-]: The ")[2] for line in done.stderr.splitlines()]
    behind = "replica is more than {} s behind: pages come from the primary until it has caught up"
    assert [line for line in said if line] == [behind.format(30), "replica has caught up", behind.format(0)]


def test_without_a_thread_it_is_looked_at_another_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page is shown, and whoever comes later has the turn."""
    lag, looked = Lag(), threading.Event()
    monkeypatch.setattr(lag, "look", looked.set)

    def none_left(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none_left)
        lag.look_when_due()
    lag._next = 0.0
    lag.look_when_due()
    assert looked.wait(60)
