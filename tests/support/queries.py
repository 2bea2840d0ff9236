"""Counts what a page asks of the database."""

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.caches import clear_caches


def queries_of(client: Client, address: str, *, cold: bool = False) -> int:
    """The number of queries of a page; ``cold`` as if the process had just started."""
    if cold:
        clear_caches(("rulesbase.", "cards."), without=(".engine.",))
    else:
        client.get(address)
    with CaptureQueriesContext(connection) as queries:
        response = client.get(address)
    assert response.status_code < 500
    asked = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    return len(asked)
