"""The index of words: what was put in is found, and on PostgreSQL it is sorted in so that searches go by the index."""

import pytest
from django.db import connection

from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.archive.text_index import matching
from rulesbase.engine.text.normalize import digest
from rulesbase.models import Wording

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_nothing_waits_beside_the_index() -> None:
    texts = [f"Lamp {at} burns." for at in range(300)]
    store_wordings([WordingDraft(digest("en", "", text, ""), "en", "", text, "") for text in texts])
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')")
            assert cursor.fetchone() == (0,)
    found = Wording.objects.filter(pk__in=matching([[("lamp", False)], [("7", False)]]))
    assert [one.text for one in found] == ["Lamp 7 burns."]
