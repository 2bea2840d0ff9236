"""The folder of finished files: nothing half, nothing stale, two at once, and the same bytes again."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest

from rulesbase.downloads import build as downloads_build
from rulesbase.downloads import storage as downloads_storage
from rulesbase.downloads.storage import StoredFile
from rulesbase.models import Entry, State, Wording
from tests.rulesbase.downloads.conftest import edition_of

DATE = "2021-03-01"
# Ends itself in the middle of writing, as if somebody had killed it.
KILLED = """
import os, sys
from django.conf import settings
settings.configure(DOWNLOADS_DIR=sys.argv[1])
from rulesbase.downloads import storage
with storage.build_lock("a.txt"), storage.temporary_folder() as folder:
    (folder / "a.txt").write_text("half")
    print("writing", flush=True)
    sys.stdin.read()
"""


def put(tmp_path: Path, name: str, content: str, stamp: str = "1") -> StoredFile:
    """Keep a file with this content."""
    with downloads_storage.temporary_folder() as folder:
        (folder / name).write_text(content)
        return downloads_storage.store_file(folder / name, name, stamp=stamp)


def age(path: Path) -> None:
    """Make a file or folder look as if it were of yesterday."""
    day_ago = time.time() - 25 * 3600
    os.utime(path, (day_ago, day_ago))


@pytest.mark.parametrize("broken", ["", "{", "[]", "{}", '{"name": 1}', "\x00"])
def test_a_broken_slip_is_none(tmp_path: Path, folder: Path, broken: str) -> None:
    put(tmp_path, "a.txt", "one")
    (folder / "slips" / "a.txt.json").write_text(broken)
    assert downloads_storage.current_file("a.txt") is None


def test_a_killed_builder_leaves_nothing_half(tmp_path: Path, folder: Path) -> None:
    before = put(tmp_path, "a.txt", "before")
    root = Path(__file__).resolve().parents[3]
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(folder)], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout
    assert process.stdout.readline() == b"writing\n"
    # A process that still works there is left alone.
    downloads_storage.remove_outdated()
    assert [path.read_text() for path in (folder / "unfinished").rglob("a.txt")] == ["half"]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert downloads_storage.current_file("a.txt") == before
    with downloads_storage.build_lock("a.txt"):
        for left in (folder / "unfinished").iterdir():
            age(left)
        downloads_storage.remove_outdated()
    assert list((folder / "unfinished").iterdir()) == []
    assert downloads_storage.current_file("a.txt") == before


def test_what_nothing_leads_to_is_swept(tmp_path: Path, folder: Path) -> None:
    old, other = put(tmp_path, "a.txt", "old"), put(tmp_path, "b.txt", "other")
    new = put(tmp_path, "a.txt", "new")
    # Somebody may have been sent there a moment ago.
    assert downloads_storage.remove_outdated() == 0
    age(old.path.parent)
    age(other.path.parent)
    assert downloads_storage.remove_outdated() == 1
    assert not old.path.exists()
    assert new.path.exists()
    assert downloads_storage.remove_outdated(["a.txt"]) == 1
    assert not other.path.exists()
    assert downloads_storage.current_file("b.txt") is None


@pytest.mark.usefixtures("sample")
class TestEditions:
    @pytest.mark.parametrize("slug", list(downloads_build.FORMATS))
    def test_the_same_content_gives_the_same_bytes(self, folder: Path, slug: str) -> None:
        edition, kind = edition_of(DATE, "ja"), downloads_build.FORMATS[slug]
        first = downloads_build.ensure_file(edition, kind)
        (folder / "slips" / f"{first.name}.json").unlink()
        first.path.unlink()
        again = downloads_build.ensure_file(edition, kind)
        assert (again.sha256, again.size) == (first.sha256, first.size)

    def test_after_a_change_elsewhere_the_file_stays(self) -> None:
        edition, kind = edition_of(DATE), downloads_build.FORMATS["txt"]
        first = downloads_build.ensure_file(edition, kind)
        State.objects.update(generation=State.objects.get().generation + 1)
        assert downloads_build.cached_file(edition, kind, downloads_build.current_stamp()) is None
        again = downloads_build.ensure_file(edition, kind)
        assert again.sha256 == first.sha256
        assert downloads_build.cached_file(edition, kind, downloads_build.current_stamp()) == again

    def test_a_changed_text_is_made_anew_and_the_old_one_swept(self, folder: Path) -> None:
        edition = edition_of(DATE)
        old = {slug: downloads_build.ensure_file(edition, kind) for slug, kind in downloads_build.FORMATS.items()}
        for stored in old.values():
            age(stored.path.parent)
        entry = Entry.objects.of(edition).filter(kind=Entry.Kind.RULE).first()
        assert entry
        other = Wording.objects.create(language="en", digest="f" * 32, text="Quite another text.", fold=1)
        Entry.objects.filter(pk=entry.pk).update(wording=other)
        State.objects.update(generation=State.objects.get().generation + 1)
        for slug, kind in downloads_build.FORMATS.items():
            new = downloads_build.ensure_file(edition, kind)
            assert new.sha256 != old[slug].sha256
            assert not old[slug].path.exists()
        assert len(list((folder / "files").iterdir())) == len(downloads_build.FORMATS)

    def test_many_at_once_build_one(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """With a writer that knows nothing of the database, for each thread would have its own."""
        edition, kind = edition_of(DATE), downloads_build.FORMATS["txt"]
        written: list[int] = []

        def write(_edition: object) -> bytes:
            written.append(1)
            time.sleep(0.05)
            return b"text"

        monkeypatch.setattr(downloads_build, "current_stamp", lambda: "1")
        threads = [
            Thread(target=downloads_build.ensure_file, args=(edition, kind._replace(write=write))) for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert written == [1]
        assert json.loads((folder / "slips" / f"sample-rules-{DATE}-en.txt.json").read_text())["size"] == 4
