"""The index of words on PostgreSQL: what was put in is sorted in, so that searches go by the index."""

import pytest
from django.db import connection

from rulesbase.fulltext import matching, put_in
from rulesbase.models import Wording

pytestmark = pytest.mark.django_db


def test_nothing_waits_beside_the_index() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no such list")
    texts = [Wording(digest=f"{at:032}", language="en", heading="", text=f"Lamp {at} burns.") for at in range(300)]
    put_in(Wording.objects.bulk_create(texts))
    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('rulesbase_fulltext_tokens')")
        assert cursor.fetchone() == (0,)
    found = Wording.objects.filter(pk__in=matching([[("lamp", False)], [("7", False)]]))
    assert [one.text for one in found] == ["Lamp 7 burns."]
