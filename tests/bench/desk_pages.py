"""Time and queries of the desk's pages, of an approval and of freshness: `python -m tests.bench.desk_pages`.

Prints JSON of the database in DATABASE_URL. Asks the application in this process as a curator, who is made for it and
undone with all that the pages write; in turns with an empty view. The language is the one with most translations.
"""

import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from html import unescape
from statistics import median

import django
from django.db import connection, transaction
from django.db.models import Count
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.measuring import BenchError
from tests.support.caches import clear_caches

TIMES = 15
EMPTY = "/bench/empty/"
# Names of the pages in the report; the editor is that of the first text of a queue.
_ROW = re.compile(r'data-base="(\d*)" data-seen="(\d*)" .*?<a class="num" href="([^"]+)"', re.S)
QUEUES = ("behind", "references", "missing", "checks")


def addresses(language: str) -> dict[str, str]:
    """Name -> address of the pages that are measured."""
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.desk.queue_rows import rows_of
    from rulesbase.desk.queues import chapter_key, plan_of

    plan = plan_of(catalogue(), language)
    if plan is None:
        raise BenchError("The desk needs an English version.")
    sizes = Counter(chapter_key(cell) for cell in plan.sheet.cells.values())
    del sizes["glossary"]
    found = {"overview": "/curate/", "list": f"/curate/{language}/list/?chapter={max(sizes, key=sizes.__getitem__)}"}
    for queue in QUEUES:
        found[f"queue {queue}"] = f"/curate/{language}/?queue={queue}"
        if rows := rows_of(plan.queues[queue][:1], language):
            found[f"editor {queue}"] = f"/curate/{language}/{rows[0].public_id}/?queue={queue}"
    return found


def measured(client: Client, address: str) -> dict[str, float]:
    """Milliseconds of a warm visit, on the wall and of this process, beside an empty view; and its queries."""

    def visit(path: str) -> None:
        if (status := client.get(path).status_code) != 200:
            raise BenchError(f"{path} answered {status}.")

    for path in (EMPTY, address, address):
        visit(path)
    took, busy, empty = [], [], []
    for _ in range(TIMES):
        empty.append(_milliseconds(lambda: visit(EMPTY))[1])
        wall, cpu = _milliseconds(lambda: visit(address))
        took.append(wall)
        busy.append(cpu)
    with CaptureQueriesContext(connection) as queries:
        visit(address)
    found = {"median_ms": median(took), "cpu_ms": median(busy), "empty_ms": median(empty), "queries": len(queries)}
    return {name: float(value) for name, value in found.items()}


def approval(client: Client, list_address: str) -> float:
    """Return the median milliseconds in which the server approves the second text of a list, a new one each time."""
    rows = _ROW.findall(client.get(list_address).content.decode())
    base, seen, address = map(unescape, rows[1])
    took = []
    for at in range(TIMES):
        sent = {"row": "1", "verb": "approve", "text": f"{at}.", "base": base, "seen": seen}
        begun = time.perf_counter()
        answer = client.post(address, sent, headers={"Accept": "application/json"})
        took.append(1000 * (time.perf_counter() - begun))
        if answer.status_code != 200:
            raise BenchError(f"An approval at {address} answered {answer.status_code}.")
        base, seen = answer.json()["revision"], answer.json()["approved"]
    return median(took)


def freshness_ms(language: str) -> float:
    """Milliseconds of the processor for the freshness of all texts of the latest version; functions forget before."""
    from rulesbase.archive.catalogue import catalogue
    from rulesbase.translations.freshness import freshness

    versions = catalogue()
    if versions.latest is None:
        raise BenchError("Freshness needs a version.")
    took = []
    for _ in range(5):
        clear_caches(("rulesbase.translations.",))
        took.append(_milliseconds(partial(freshness, versions, versions.latest, language))[1])
    return median(took)


def _milliseconds(work: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def main() -> None:
    """Print the language, how many translations it has, and the figures of each page."""
    django.setup()
    from rulesbase.models import Translation, User

    counted = Translation.objects.values_list("language").annotate(texts=Count("pk")).order_by("-texts", "language")
    language, translations = counted.first() or ("fr", 0)
    with transaction.atomic():
        user = User.objects.create_superuser("bench-desk", "bench@example.org", None)
        client = Client(SERVER_NAME="localhost")
        client.force_login(user)
        places = addresses(language)
        pages = {name: measured(client, address) for name, address in places.items()}
        approved = approval(client, places["list"])
        transaction.set_rollback(True)
    found = {"pages": pages, "approval_ms": approved, "freshness_ms": freshness_ms(language)}
    print(json.dumps({"language": language, "translations": translations, **found}))


if __name__ == "__main__":
    try:
        main()
    except BenchError as error:
        sys.exit(str(error))
