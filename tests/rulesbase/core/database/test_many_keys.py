"""Conditions with any number of keys, on either database."""

import pytest

from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.engine.text.normalize import digest
from rulesbase.models import Wording

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_any_number_of_keys() -> None:
    texts = [f"Lamp {at} burns." for at in range(20)]
    store_wordings([WordingDraft(digest("en", "", text, ""), "en", "", text, "") for text in texts])
    keys = list(Wording.objects.values_list("pk", flat=True))
    assert len(keys) == len(texts)
    assert Wording.objects.filter(pk__in=keys_subquery([*keys, *range(10**9, 10**9 + 40_000)])).count() == len(keys)
    assert not Wording.objects.filter(pk__in=keys_subquery(())).exists()
