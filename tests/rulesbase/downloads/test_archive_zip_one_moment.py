"""The bundle shows one moment, and writers do not wait for it."""

import zipfile
from threading import Thread

import pytest
from django.db import connection

from rulesbase.downloads.archive_zip import build_bundle
from rulesbase.imports.sample import load_sample
from rulesbase.models import Wording

pytestmark = pytest.mark.postgres


@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_not_in_it() -> None:
    load_sample()
    written: list[int] = []

    def write() -> None:
        try:
            written.append(Wording.objects.update(heading="Written meanwhile"))
        finally:
            connection.close()

    def meanwhile(done: int, total: int) -> None:
        # The first table was read, that of the texts was not.
        if not written:
            thread = Thread(target=write)
            thread.start()
            thread.join()

    stored = build_bundle(meanwhile)
    assert written == [Wording.objects.count()]
    with zipfile.ZipFile(stored.path) as packed:
        texts = packed.read("tables/wordings.jsonl").decode()
    assert texts
    assert "Written meanwhile" not in texts
    assert not connection.in_atomic_block
    assert Wording.objects.filter(heading="Written meanwhile").exists()
