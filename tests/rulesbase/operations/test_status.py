"""/curate/status/: what the site holds and lacks, what waits, what failed, and the last backup."""

import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from rulesbase.core.dates import day
from rulesbase.imports.failure_log import failed_imports, note_imports
from rulesbase.models import Digest, Translation, User, Version
from rulesbase.operations import status as operations_status
from rulesbase.operations.backup.create import back_up, last_backup, note_backup
from tests.support.make import make_user, signed_in

PAGE = "/curate/status/"


@pytest.fixture
def curator(sample: None) -> Client:
    """Return a browser of a curator."""
    return signed_in(make_user("cora", "curators"))


@pytest.mark.parametrize("prefix", ["", "/fr", "/ja"])
def test_the_status_shows_versions_and_size(curator: Client, prefix: str) -> None:
    answer = curator.get(prefix + PAGE)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"].startswith(("private", "max-age=0"))
    # The sample is no version of the rules.
    assert answer.context["status"]["versions"] == 0
    assert answer.context["status"]["newest"] is None
    assert answer.context["status"]["size"] > 100_000
    assert {one["code"] for one in answer.context["status"]["languages"]} >= {"fr", "ja"}


def test_texts_and_mails_that_wait_are_counted(curator: Client) -> None:
    one = Translation.objects.filter(language="fr", status="approved").order_by("pk")[0]
    Translation.objects.filter(pk=one.pk).update(status="review")
    Digest.objects.create(user=User.objects.get(), status="unsure", subject="x", text="x")
    status = curator.get(PAGE).context["status"]
    assert {one["name"]: one["number"] for one in status["waiting"] if one["number"]} == {"review": 1, "mails": 1}
    assert next(one["review"] for one in status["languages"] if one["code"] == "fr") == 1


def test_a_newer_official_version_alarms(curator: Client) -> None:
    Version.objects.update(is_sample=False)
    page = curator.get(PAGE)
    assert b"A newer official version" in page.content
    listed = [gap.date for gap in page.context["status"]["newer"]]
    assert listed == sorted(listed)
    newest = Version.objects.order_by("-date")[0]
    assert min(listed) > newest.date
    Version.objects.filter(pk=newest.pk).update(date=max(listed))
    page = curator.get(PAGE)
    assert page.context["status"]["newer"] == []
    assert b"A newer official version" not in page.content


def test_the_last_backup(curator: Client, tmp_path: Path) -> None:
    assert b"No backup of this database was found" in curator.get(PAGE).content
    done = back_up(tmp_path / "a.backup")
    assert last_backup() == done
    page = curator.get(PAGE)
    assert b"The last backup is from" in page.content
    assert not page.context["status"]["backup_is_stale"]
    old = (timezone.now() - operations_status.STALE_BACKUP - datetime.timedelta(minutes=1)).isoformat()
    note_backup(done._replace(at=old))
    assert b"more than two days old" in curator.get(PAGE).content


def test_a_failed_import_stays_until_it_succeeds(curator: Client, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("no rules at all")
    with pytest.raises(CommandError):
        call_command("import_rules", bad, stdout=StringIO())
    assert [one.name.rpartition("/")[2] for one in failed_imports()] == ["bad.txt"]
    page = curator.get(PAGE).content.decode()
    assert "bad.txt" in page
    assert f"<td>{day(timezone.now().date())}</td>" in page
    note_imports([(failed_imports()[0].name, "")])
    assert failed_imports() == []


def test_at_most_fifty_are_stored() -> None:
    note_imports((f"{number}.txt", "no") for number in range(60))
    assert len(failed_imports()) == 50
