"""Learners for a load run: `python -m tests.site.load.learners COUNT`, written to DATABASE_URL; prints their sessions.

Each has decks and reviews, opens the study pages, loads the queue and sends the grades of three cards.
"""

import json
import sys
import uuid
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import partial

import django

from tests.bench.measuring import run
from tests.bench.server import Served
from tests.site.load.asking import Doing, Took, Visit, as_json, make
from tests.site.load.running import Turns, in_turns

_DECKS = ("keywords", "glossary", "names-2")
_REVIEWED, _GRADED = 60, 3
_PAGES = ("study", "study/booth", "study/decks", "study/options", "study/set-aside")


def made(count: int) -> list[str]:
    """Make learners whose reviews are due; return their sessions."""
    from django.utils import timezone

    from rulesbase.models import Deck, Question, User
    from tests.support.make import signed_in
    from tests.support.studied import enrol, remember

    yesterday = timezone.now() - timedelta(days=1)
    decks = list(Deck.objects.filter(owner=None, slug__in=_DECKS))
    questions = list(Question.objects.filter(places__deck__in=decks, retired_on=None).distinct()[:_REVIEWED])
    sessions = []
    for at in range(count):
        user = User.objects.create(username=f"learner-{at}")
        enrol(user, *decks)
        remember(user, questions, yesterday)
        sessions.append(signed_in(user).cookies["sessionid"].value)
    return sessions


def all_at_once(server: Served, env: Mapping[str, str], count: int) -> Turns:
    """Let so many learners study at once; a turn of the empty view with as many visitors follows."""
    sessions = json.loads(run([sys.executable, "-m", "tests.site.load.learners", str(count)], env).output)
    doings: list[Doing] = [partial(_study, session) for session in sessions]
    in_turns(server, doings, turn=count, visitors=count)
    return in_turns(server, doings, turn=count, visitors=count)


def _study(session: str, port: int) -> Iterator[Took]:
    """Open the pages, load the queue, and send grades."""
    cookies = {"Cookie": f"sessionid={session}"}
    for page in _PAGES:
        yield make(port, Visit(page, f"/{page}/", cookies))[0]
    took, answer = make(port, Visit("queue", "/study/queue.json", cookies))
    yield took
    if answer is None or answer.status != 200:
        return
    queue = answer.data
    # The token of the answer goes with a secret in the cookie, and is accepted as that secret too.
    token = queue["token"]
    headers = {"Cookie": f"{cookies['Cookie']}; csrftoken={token}", "X-CSRFToken": token}
    grades = [
        {"key": str(uuid.uuid4()), "question": card["id"], "grade": 3, "at": queue["now"], "took": 4000}
        for card in queue["cards"][:_GRADED]
    ]
    yield make(port, as_json("grades", "/study/sync/", headers, {"account": queue["account"], "grades": grades}))[0]


if __name__ == "__main__":
    django.setup()
    print(json.dumps(made(int(sys.argv[1]))))
