"""A hundred saves of ten texts by ten curators at the same time: no text is lost, none fails, all is logged.

They are before the real server: as threads of one process they would wait for its interpreter more than for each
other.
"""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker

from rulesbase.models import ActionLog, Draft, Translation
from tests.bench.measuring import clean_environment
from tests.rulesbase.desk.fixtures import import_books
from tests.rulesbase.desk.library import spot, translate_all
from tests.site.faults.serving import KilledServer
from tests.support.databases import Databases, inside
from tests.support.make import make_user, signed_in

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

CURATORS, TEXTS = 10, "100.1 100.2 100.3 100.4 100.5 101.1 101.2 101.3 101.4 101.6".split()
_BASE = re.compile(r'name="base" value="(\d+)"')
# What a browser has of the server, and sends with its forms.
_TOKEN = "t" * 32


class Curator:
    """A browser that saves each text once, and again on top of whatever somebody else saved first."""

    def __init__(self, name: str, addresses: list[str], start: Barrier) -> None:
        self.name, self.addresses, self.start = name, addresses, start
        self.answers: Counter[int] = Counter()
        client = signed_in(make_user(name, "curators"))
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self.headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={_TOKEN}",
        }

    def run(self, served: KilledServer) -> Counter[int]:
        """Save all texts; how often the server answered what."""
        self.start.wait()
        for at, address in enumerate(self.addresses):
            self._save(served, address, f"Texte {at} de {self.name}.")
        return self.answers

    def _save(self, served: KilledServer, address: str, text: str) -> None:
        base = "0"
        for _again in range(200):
            form = {"verb": "save", "text": text, "base": base, "csrfmiddlewaretoken": _TOKEN}
            answer = served.ask("POST", address, urlencode(form).encode(), self.headers)
            self.answers[answer.status] += 1
            if answer.status != 409:
                return
            found = _BASE.search(answer.body.decode())
            assert found
            base = found[1]


def test_a_hundred_saves(databases: Databases, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    # A copy of the two books as they were imported: what is saved here stays.
    with django_db_blocker.unblock():
        name = databases.copy("books", fill=import_books)
        with inside(name):
            _work(databases.address(name), tmp_path)


def _before(address: str, folder: Path) -> KilledServer:
    more = {
        "DJANGO_SETTINGS_MODULE": "tests.site.faults.settings",
        "OPERATIONS_DIR": str(folder),
        "LOG_FORMAT": "plain",
        "SECRET_KEY": settings.SECRET_KEY,
    }
    return KilledServer(clean_environment(address, **more), folder / "server.log")


def _work(address: str, folder: Path) -> None:
    translate_all("2020-03-01")
    addresses = [f"/curate/fr/{spot(number).public_id}/" for number in TEXTS]
    originals = [spot(number).original.pk for number in TEXTS]
    before = dict(Counter(Translation.objects.filter(original__in=originals).values_list("original", flat=True)))
    start = Barrier(CURATORS)
    # Pairs begin with the same text, so that they are at one text all the time.
    curators = [Curator(f"curator{at}", addresses[at // 2 :] + addresses[: at // 2], start) for at in range(CURATORS)]
    with _before(address, folder) as served, ThreadPoolExecutor(CURATORS) as pool:
        answers = sum(pool.map(lambda curator: curator.run(served), curators), Counter[int]())
    assert set(answers) == {302, 409}, (answers, served.log_text()[-3000:])
    assert answers[302] == CURATORS * len(TEXTS)
    # All begin upon nothing, and of each text only one was the first.
    assert answers[409] >= (CURATORS - 1) * len(TEXTS)
    rows = Translation.objects.filter(original__in=originals, author__isnull=False)
    written = [row.wording.text for row in rows.select_related("wording")]
    assert len(set(written)) == len(written) == CURATORS * len(TEXTS)
    for original in originals:
        revisions = Translation.objects.filter(original=original).order_by("revision")
        had = before.get(original, 0)
        assert list(revisions.values_list("revision", flat=True)) == list(range(1, had + CURATORS + 1))
        assert revisions.filter(status="draft").count() == 1
    logged = ActionLog.objects.filter(verb="saved")
    assert sorted(logged.values_list("translation", flat=True)) == sorted(rows.values_list("pk", flat=True))
    assert not Draft.objects.filter(saves__gt=0).exists()
