"""The file of a backup, made by somebody who means harm: refused in a sentence, whatever is in it."""

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from rulesbase.operations.backup import archive as backup_archive
from rulesbase.operations.backup.archive import BackupRefused, Manifest, TableInfo, lines, open_backup, rows

pytestmark = pytest.mark.postgres

NESTED = b"[" * 200_000


def file_of(path: Path, manifest: bytes | str, parts: dict[str, bytes] | None = None) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (parts or {}).items():
            archive.writestr(name, content)
        archive.writestr("manifest.json", manifest)
    return path


def with_rows(path: Path, content: bytes) -> tuple[Path, TableInfo]:
    table = TableInfo("lamp", ["id"], len(content.splitlines()), hashlib.sha256(content).hexdigest())
    manifest = Manifest("2020-01-01T00:00:00+00:00", "0.1", "sqlite", [], [table])
    return file_of(path, manifest.as_json(), {table.part: content}), table


def test_a_manifest_nested_without_end(tmp_path: Path) -> None:
    with pytest.raises(BackupRefused, match="is not a backup"), open_backup(file_of(tmp_path / "a.backup", NESTED)):
        pass


def test_a_row_nested_without_end(tmp_path: Path) -> None:
    path, table = with_rows(tmp_path / "a.backup", b"[1]\n" + NESTED + b"\n")
    with open_backup(path) as (archive, _), pytest.raises(BackupRefused, match="line 2 is not a row"):
        list(rows(archive, table))


def test_a_line_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No more of it is read than the longest row may have."""
    monkeypatch.setattr(backup_archive, "_LONGEST_LINE", 1000)
    path, table = with_rows(tmp_path / "a.backup", b"9" * 999 + b"\n" + b"9" * 5_000_000)
    asked: list[int] = []
    read = zipfile.ZipExtFile.read

    def counted(part: zipfile.ZipExtFile, most: int | None = -1) -> bytes:
        asked.append(len(found := read(part, most)))
        return found

    monkeypatch.setattr(zipfile.ZipExtFile, "read", counted)
    with open_backup(path) as (archive, _):
        asked.clear()
        with pytest.raises(BackupRefused, match="a line without an end"):
            list(lines(archive, table))
    assert sum(asked) < 200_000


def test_a_part_that_is_locked(tmp_path: Path) -> None:
    """A password makes the reader of ZIP files raise what it raises for nothing else."""
    path, table = with_rows(tmp_path / "a.backup", b"[1]\n")
    locked = io.BytesIO(path.read_bytes())
    for mark, at in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        start = 0
        while (start := locked.getvalue().find(mark, start)) >= 0:
            locked.getbuffer()[start + at] |= 1
            start += 4
    path.write_bytes(locked.getvalue())
    with pytest.raises(BackupRefused, match="its manifest cannot be read"), open_backup(path):
        pass
    with zipfile.ZipFile(path) as archive, pytest.raises(BackupRefused, match="cannot be read"):
        list(lines(archive, table))
