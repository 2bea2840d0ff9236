"""What was cut off behind the last file is finished by the next run, and remarks go with their rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import OperationalError

from cards.imports import batch as card_batches
from rulesbase.archive.bulletins import import_note
from rulesbase.imports import batch, fetch, uploads
from rulesbase.imports.failure_log import failed_imports
from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.imports.uploads import import_upload, read_upload, store_upload
from rulesbase.lineage.corrections import withdraw
from rulesbase.management import study_progress
from rulesbase.management.commands import fetch_rules
from rulesbase.models import Question, RemarkOnRule, Source, Upload, Version, VersionNote
from rulesbase.study.update import is_up_to_date
from tests.rulesbase.lineage.corrected import LEFT, WHOLE, book, rule_at, say, store
from tests.support.articles import ARTICLE
from tests.support.make import make_user
from tests.support.rules_server import RulesServer
from tests.support.texts import large

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
# A bulletin about rules of May 2013 is known.
TEXT = large(2013, 80).dated(2013, 5).bytes()


class CutOff(BaseException):
    """As if the process were killed."""


def cut_off(*_: Any, **__: Any) -> None:
    raise CutOff


@contextmanager
def cut_off_at(where: object, name: str) -> Iterator[None]:
    """End what runs within the block where it calls a function."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(where, name, cut_off)
        with pytest.raises(CutOff):
            yield


def full(*_: Any, **__: Any) -> None:
    raise OperationalError("database or disk is full")


@pytest.fixture(autouse=True)
def _own_operations(settings: LazySettings, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the failures that other tests noted out of the list."""
    settings.OPERATIONS_DIR = tmp_path_factory.mktemp("operations")


@pytest.fixture
def imports(tmp_path: Path) -> Callable[[], None]:
    """Return what imports a file by the command."""
    (tmp_path / "may.txt").write_bytes(TEXT)

    def run() -> None:
        call_command("import_rules", tmp_path / "may.txt", stdout=StringIO(), stderr=StringIO())

    return run


@pytest.fixture
def fetches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return what fetches a file by the command, with what it printed."""
    monkeypatch.setenv("no_proxy", "*")
    with RulesServer() as server:
        server.put("/en/rules", b'<a href="/MagicCompRules%2020130501.txt">TXT</a>')
        server.put("/MagicCompRules%2020130501.txt", TEXT)

        def fetch() -> str:
            out = StringIO()
            try:
                page = f"{server.address}/en/rules"
                call_command("fetch_rules", page=page, pause=0, tries=1, stdout=out, stderr=StringIO())
            except CommandError as error:
                out.write(str(error))
            return out.getvalue()

        yield fetch


@pytest.mark.parametrize(
    ("where", "name"),
    [(batch, "update_bulletins"), (study_progress, "update_study")],
    ids=["before its notes", "before its study"],
)
def test_an_import_that_was_cut_off(imports: Callable[[], None], where: object, name: str) -> None:
    with cut_off_at(where, name):
        imports()
    assert Version.objects.count() == 1
    imports()
    assert VersionNote.objects.count() == 1
    assert Question.objects.filter(retired_on=None).count() > 100


def test_a_correction_of_the_text_that_was_cut_off(imports: Callable[[], None], tmp_path: Path) -> None:
    imports()
    (tmp_path / "may.txt").write_bytes(TEXT.replace(b" paints ", b" draws "))
    with cut_off_at(study_progress, "update_study"):
        imports()
    assert not is_up_to_date()
    imports()
    assert is_up_to_date()


def test_fetching_that_was_cut_off(fetches: Callable[[], str]) -> None:
    with cut_off_at(fetch_rules, "update_bulletins"):
        fetches()
    assert Version.objects.count() == 1
    assert "This file was imported before" in fetches()
    assert VersionNote.objects.count() == 1
    assert Question.objects.exists()


def test_an_upload_is_there_with_its_notes() -> None:
    user = make_user("cora", "curators")
    upload = store_upload(user, TEXT, "may.txt")
    with cut_off_at(uploads, "update_bulletins"):
        import_upload(upload, read_upload(upload), by=user)
    assert not Version.objects.exists()
    upload = Upload.objects.get()
    import_upload(upload, read_upload(upload), by=user)
    assert (Version.objects.count(), VersionNote.objects.count(), Upload.objects.count()) == (1, 1, 0)


def test_remarks_go_with_their_rules() -> None:
    texts = [book(2019, WHOLE, LEFT), book(2020, WHOLE, LEFT), book(2021, WHOLE, LEFT)]
    store([text.bytes() for text in texts])
    import_note(ARTICLE.replace("201.2", "101.2").encode(), "lamps.md")
    remark = RemarkOnRule.objects.get(number="101.2")
    before = rule_at("101.2@2021")
    assert remark.rule_id == before

    def reported() -> bool:
        remark.refresh_from_db()
        return remark.rule_id == rule_at("101.2@2021") is not None

    made = say("apart", "101.2@2020", "101.2@2021")
    assert rule_at("101.2@2021") != before
    assert reported()
    withdraw(made.pk, by=None)
    assert rule_at("101.2@2021") == before
    assert reported()
    # A corrected text without the rule, taken back.
    import_source(book(2021, WHOLE).bytes(), name="corrected.txt")
    undo_import(Source.objects.get(name="corrected.txt"))
    assert reported()


# ---- A disk that is full ----


def test_fetching_says_and_notes_that_the_database_took_nothing(fetches: Callable[[], str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch, "import_source", full)
        result = fetches()
    assert "The database reported an error: database or disk is full." in result
    assert "1 of 1 could not be fetched" in result
    assert [one.name.rpartition("/")[2] for one in failed_imports()] == ["MagicCompRules%2020130501.txt"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fetch_rules, "update_bulletins", full)
        result = fetches()
    assert "imported" in result
    assert "The database stopped the import: database or disk is full" in result
    assert failed_imports() == []


def test_a_file_of_cards_that_was_refused_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "cards.json"
    path.write_text('[{"object": "card"')

    def imports() -> None:
        with pytest.raises(CommandError, match="1 of 1 file could not be imported"):
            call_command("import_cards", path, stdout=StringIO(), stderr=StringIO())

    imports()
    assert [one.name for one in failed_imports()] == ["cards.json"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(card_batches, "import_cards", full)
        imports()
    (one,) = failed_imports()
    assert one.why.startswith("The database reported an error")
