"""The counted terms of a language."""

import pytest
from django.core.management import call_command

from rulesbase.core.card_interface import cards
from rulesbase.core.content_version import english_key
from rulesbase.core.database.write_lock import writing
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.engine.checks.term_use import TermCount, TermUse
from rulesbase.models import Source, StoredIndex, TermEntry
from rulesbase.translations.term_counts import count_terms, term_use

pytestmark = pytest.mark.usefixtures("desk")


def test_terms_are_learned_from_all_imported_texts() -> None:
    Source.every.update(language="fr")
    call_command("migrate", verbosity=0)
    assert StoredIndex.objects.get().name == "terms fr"
    terms = term_use(english_key(), "fr")
    assert term_differences(terms, "Any text.", "Un texte.") == []
    names = {one.term: one.names for one in terms.counts}
    assert "Lantern" in names
    # The table of languages has the commonest terms.
    assert names["Graveyard"] == ("cimetière",)
    count_terms()
    assert term_use(english_key(), "fr") is terms


def test_the_first_cards_bring_their_types(monkeypatch: pytest.MonkeyPatch) -> None:
    without = term_use(english_key(), "fr")
    monkeypatch.setattr(cards(), "count", lambda: 1, raising=False)
    monkeypatch.setattr(cards(), "type_lines", lambda language: iter([("bougie", "Candle")] * 4), raising=False)
    with writing():
        pass
    names = {one.term: one.names for one in term_use(english_key(), "fr").counts}
    assert "candle" not in {one.term for one in without.counts}
    assert names["candle"] == ("bougie",)


def test_an_agreed_word_is_a_name_of_its_term(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = TermUse("fr", [TermCount("Lamp", ("lampe",), used=50, own=50)])
    monkeypatch.setattr("rulesbase.translations.term_counts._of_state", lambda *state: counted)

    def names() -> tuple[str, ...]:
        return term_use(english_key(), "fr").counts[0].names

    assert names() == ("lampe",)
    row = {"language": "fr", "term": "Lamp", "translation": "Lanterne", "origin": "curator", "revision": 1}
    with writing():
        TermEntry.objects.create(status="suggested", **row)
    assert names() == ("lampe",)
    with writing():
        TermEntry.objects.update(status="agreed")
    assert names() == ("lampe", "Lanterne")
    terms = term_use(english_key(), "fr")
    with writing():
        pass
    assert term_use(english_key(), "fr") is terms
