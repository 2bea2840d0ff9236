"""Wordings are stored once, also if two transactions store the same one."""

import pytest

from rulesbase.archive import store_text
from rulesbase.archive.store_text import WordingDraft, store_wordings
from rulesbase.engine.text.normalize import digest
from rulesbase.engine.text.normalize import fold_number as fold_of
from rulesbase.models import Wording

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_wording_that_another_transaction_stores_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    drafts = [WordingDraft(digest("en", "", text, ""), "en", "", text, "") for text in ("A lamp burns.", "A wombat.")]
    meanwhile = [drafts[0]]

    def fold_number(heading: str, text: str) -> int:
        """Store the wording after the look-up, before it is inserted."""
        while meanwhile:
            Wording.objects.create(**meanwhile.pop()._asdict(), fold=fold_of(heading, text))
        return fold_of(heading, text)

    monkeypatch.setattr(store_text, "fold_number", fold_number)
    stored = store_wordings(drafts)
    assert not meanwhile
    assert stored == dict(Wording.objects.values_list("digest", "pk"))
    assert stored.keys() == {draft.digest for draft in drafts}
