"""The sample: only in an empty database, gone with the first real text."""

import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import DatabaseError

from rulesbase.archive import text_index
from rulesbase.engine.nodes import NotRules
from rulesbase.imports import import_file as imports_import_file
from rulesbase.imports.import_file import import_source
from rulesbase.imports.sample import load_sample
from rulesbase.models import ActionLog, Change, Edition, Entry, Rule, Source, SourceFile, State, Version, Wording
from tests.support.pdf import tournament_rules
from tests.support.snapshots import half_editions, snapshot
from tests.support.texts import Book, Place

DATA = Path(__file__).resolve().parents[2] / "data"
DATES = ["2019-03-01", "2021-03-01", "2023-03-01"]
MISSING = ("2021-03-01", "ja")
REAL = Book(datetime.date(2020, 3, 1)).with_chapter(100, Place("first"), Place("second"), Place("third"))
UNDATED = b"CR 201. Name\n\n- 201.1 Ferries have names.\n- 201.2 A ferry has one.\n- 201.2a Ask the clerk.\n"
PARTIAL = b"These rules are effective as of March 1, 2020.\n\n" + UNDATED

pytestmark = pytest.mark.django_db


def dates() -> list[str]:
    return [str(version) for version in Version.objects.all()]


@pytest.mark.slow
def test_the_sample_is_loaded_into_an_empty_database_only() -> None:
    out = StringIO()
    call_command("load_sample", stdout=out)
    call_command("load_sample", stdout=out)
    assert out.getvalue().splitlines() == [
        "Sample loaded: 9 editions, 17 cards and 5 questions.",
        "The database has texts; no sample loaded.",
    ]
    assert dates() == DATES
    assert Change.objects.filter(kind=Change.Kind.RENUMBERED, item="rule").count() > 5
    assert all(Version.objects.values_list("is_sample", flat=True))
    assert [str(edition) for edition in Edition.objects.filter(complete=True)] == [
        f"{date} {language}" for date in DATES for language in ("en", "fr", "ja")
    ]
    assert half_editions() == []


def test_translations_share_the_rules_of_the_english(sample: None) -> None:
    for date in DATES:
        rules = {
            language: dict(
                Entry.objects.filter(edition__version__date=date, edition__language=language)
                .exclude(kind=Entry.Kind.TERM)
                .values_list("number", "rule")
            )
            for language in ("en", "fr", "ja")
        }
        assert None not in rules["en"].values()
        for language in ("fr", "ja"):
            assert rules[language].items() <= rules["en"].items()
            # One rule is left untranslated on purpose.
            assert len(rules["en"]) - len(rules[language]) == ((date, language) == MISSING)


def test_again_does_nothing(sample: None) -> None:
    before, generation = snapshot(), State.objects.get().generation
    assert load_sample() == 0
    assert (snapshot(), State.objects.get().generation) == (before, generation)


def test_not_beside_a_partial_source_or_real_rules() -> None:
    assert import_source(UNDATED, name="page.txt").source.stated_date is None
    assert load_sample() == 0
    assert dates() == []
    import_source(REAL.bytes(), name="real.txt")
    assert load_sample() == 0
    assert dates() == ["2020-03-01"]


@pytest.mark.parametrize(
    ("data", "left"),
    [(REAL.bytes(), ["2020-03-01"]), (UNDATED, []), (PARTIAL, ["2020-03-01"])],
    ids=["whole", "undated", "partial"],
)
def test_the_first_real_text_removes_it(sample: None, data: bytes, left: list[str]) -> None:
    source = import_source(data, name="real.txt").source
    assert dates() == left
    assert list(Source.objects.all()) == [source]
    assert SourceFile.objects.get().sha256 == source.sha256
    used = set(Entry.objects.values_list("wording", flat=True)) | {source.introduction_id}
    assert set(Wording.objects.values_list("pk", flat=True)) == used - {None} | _free_texts(source)
    assert Rule.objects.count() == Entry.objects.filter(rule__isnull=False).count()
    assert not Entry.objects.exclude(source=source).exists()


def _free_texts(source: Source) -> set[int | None]:
    return {source.index_id, source.credits_id, source.commentary_id} - {None}


def test_a_refused_text_leaves_it(sample: None) -> None:
    before = snapshot()
    with pytest.raises(NotRules):
        import_source(b"No rules here.", name="prose.txt")
    assert snapshot() == before


def test_an_import_that_fails_leaves_it(sample: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = snapshot()

    def fail(*args: object) -> None:
        raise DatabaseError("disk full")

    # The last step before the transaction ends.
    monkeypatch.setattr(imports_import_file, "align_edition", fail)
    with pytest.raises(DatabaseError):
        import_source(REAL.bytes(), name="real.txt")
    monkeypatch.undo()
    assert snapshot() == before
    assert dates() == DATES


def test_tournament_documents_stay(sample: None) -> None:
    source = import_source(tournament_rules(), name="mtr.pdf").source
    before = list(Entry.objects.filter(source=source).values_list("number", "wording__text"))
    logged = ActionLog.objects.filter(source=source).count()
    import_source(REAL.bytes(), name="real.txt")
    assert dates() == ["2020-03-01"]
    assert before
    assert list(Entry.objects.filter(source=source).values_list("number", "wording__text")) == before
    assert not Version.every.filter(is_sample=True).exists()
    assert ActionLog.objects.filter(source=source).count() == logged == 1
    assert text_index.lacking() == set()
    assert text_index.mistaken() == set()
