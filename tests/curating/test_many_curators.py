"""Two hundred saves of ten texts by twenty curators at the same time: no text is lost, none fails, all is logged."""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection, connections
from django.test import Client
from pytest_django import DjangoDbBlocker

from rulesbase.models import ActionLog, Draft, Translation
from tests.curating.library import spot, translate_all
from tests.databases import Databases, inside
from tests.make import make_user

CURATORS, TEXTS = 20, "100.1 100.2 100.3 100.4 100.5 101.1 101.2 101.3 101.4 101.6".split()
_BASE = re.compile(r'name="base" value="(\d+)"')


class Curator:
    """A browser that saves each text once, and again on top of whatever somebody else saved first."""

    def __init__(self, name: str, client: Client, addresses: list[str], start: Barrier) -> None:
        self.name, self.client, self.addresses, self.start = name, client, addresses, start
        self.answers: Counter[int] = Counter()

    def run(self) -> Counter[int]:
        self.start.wait()
        try:
            for at, address in enumerate(self.addresses):
                self._save(address, f"Texte {at} de {self.name}.")
        finally:
            connections.close_all()
        return self.answers

    def _save(self, address: str, text: str) -> None:
        base = "0"
        for _again in range(200):
            answer = self.client.post(address, {"verb": "save", "text": text, "base": base})
            self.answers[answer.status_code] += 1
            if answer.status_code == 503:
                # On a busy machine twenty threads of one process starve each other. The answer says when to come again.
                assert answer["Retry-After"]
                continue
            if answer.status_code != 409:
                return
            found = _BASE.search(answer.content.decode())
            assert found
            base = found[1]


def test_two_hundred_saves(books_filled: str, databases: Databases, django_db_blocker: DjangoDbBlocker) -> None:
    assert books_filled
    # A copy of the two books as they were imported: what is saved here stays.
    with django_db_blocker.unblock(), inside(databases.copy("books")):
        _work()


def _work() -> None:
    translate_all("2020-03-01")
    addresses = [f"/curate/fr/{spot(number).public_id}/" for number in TEXTS]
    originals = [spot(number).original.pk for number in TEXTS]
    before = dict(Counter(Translation.objects.filter(original__in=originals).values_list("original", flat=True)))
    start = Barrier(CURATORS)
    curators = []
    for at in range(CURATORS):
        client = Client(raise_request_exception=False)
        client.force_login(make_user(f"curator{at}", "curators"))
        # Pairs begin with the same text, so that they are at one text all the time.
        first = at // 2
        curators.append(Curator(f"curator{at}", client, addresses[first:] + addresses[:first], start))
    connection.close()
    with ThreadPoolExecutor(CURATORS) as pool:
        answers = sum(pool.map(Curator.run, curators), Counter[int]())
    assert set(answers) <= {302, 409, 503}
    assert answers[302] == CURATORS * len(TEXTS)
    assert answers[409] >= CURATORS
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
