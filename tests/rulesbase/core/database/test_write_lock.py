"""The turn of writers of public content, and what a change is counted as."""

import pytest
from django.db import connection

from rulesbase.core.database.write_lock import content_lock, writing
from rulesbase.core.errors import Refused
from rulesbase.models import State

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def counted() -> tuple[int, int]:
    """Return how many changes there were, and how many of them changed translations alone."""
    return State.objects.values_list("generation", "translated").get()


def test_a_turn_counts_what_was_written_and_no_more() -> None:
    with content_lock():
        assert connection.in_atomic_block
    generation, translated = counted()
    with content_lock() as state:
        state.content_changed()
    assert counted() == (generation + 1, translated)
    # Within another turn it is counted too.
    with writing(), writing():
        pass
    assert counted() == (generation + 3, translated)
    # Cached English does not outlive it because the outer one was of translations.
    with writing(translations_into="fr"), writing():
        pass
    assert counted() == (generation + 5, translated + 1)


def test_changes_of_translations_are_counted_by_language() -> None:
    for language in ("fr", "", "ja", "fr"):
        with writing(translations_into=language):
            pass
    state = State.objects.get()
    assert state.translated_into == {"fr": 2, "ja": 1}
    assert state.translated == 3
    with writing(translations_into="ja"), writing(translations_into="zh"):
        pass
    state.refresh_from_db()
    assert state.translated_into == {"fr": 2, "ja": 2, "zh": 1}


def test_what_is_refused_in_a_turn_is_no_change() -> None:
    with writing():
        pass
    before = counted()

    def verb() -> None:
        with writing():
            State.objects.update(generation=1000)
            raise Refused("No.", "reason")

    with pytest.raises(Refused, match="No\\.") as refused:
        verb()
    assert refused.value.field == "reason"
    assert counted() == before
