"""Write the whole archive as one ZIP: public tables as JSON lines and as an SQLite file, checksums, a README.

Only a few thousand rows are in memory at once. The same content gives the same bytes.
"""

import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import connection

from rulesbase.core.content_version import content_stamp
from rulesbase.downloads import storage
from rulesbase.downloads.build import BUNDLE
from rulesbase.downloads.public_tables import Table, public_tables, rows_of
from rulesbase.downloads.storage import StoredFile
from rulesbase.downloads.write_epub import zip_entry
from rulesbase.operations.backup.tables import snapshot

DATABASE = "rulesbase.sqlite3"
_BATCH = 2000
Progress = Callable[[int, int], None]
_README = Path(__file__).parents[1] / "data" / "archive_readme.md"


def readme(tables: Sequence[Table], counts: Mapping[str, int]) -> str:
    """Return the README with the number of rows of each table."""
    parts = [_README.read_text(encoding="utf-8")]
    for table in tables:
        rows = "\n".join(f"| {column.name} | {column.type} | {column.about} |" for column in table.columns)
        parts.append(
            f"### {table.name}\n\n{table.about} {counts[table.name]} rows.\n\n"
            f"| column | type | meaning |\n|---|---|---|\n{rows}\n"
        )
    return "\n".join(parts)


def build_bundle(progress: Progress) -> StoredFile:
    """Build and store the archive from one database snapshot; ``progress`` gets the rows done and the total."""
    with storage.build_lock(BUNDLE), storage.temporary_folder() as folder, snapshot(connection):
        stamp = str(content_stamp())
        write_bundle(folder / BUNDLE, folder / DATABASE, progress)
        return storage.store_file(folder / BUNDLE, BUNDLE, stamp=stamp)


def write_bundle(path: Path, database: Path, progress: Progress) -> None:
    """Write the ZIP; ``database`` is the path of the temporary SQLite file."""
    tables = public_tables()
    counts = {table.name: table.rows().count() for table in tables}
    total, done = sum(counts.values()), 0
    sums: dict[str, str] = {}

    def advance(rows: int) -> None:
        nonlocal done
        done += rows
        progress(done, total)

    with zipfile.ZipFile(path, "w") as packed, closing(_new_database(database)) as made:
        for table in tables:
            name = f"tables/{table.name}.jsonl"
            sums[name] = _add(packed, name, _table(table, made, advance))
        _finish(made, tables)
        made.close()
        with database.open("rb") as file:
            sums[DATABASE] = _add(packed, DATABASE, iter(lambda: file.read(1 << 20), b""))
        sums["README.md"] = _add(packed, "README.md", [readme(tables, counts).encode()])
        _add(packed, "SHA256SUMS", (f"{digest}  {name}\n".encode() for name, digest in sorted(sums.items())))


def _table(table: Table, made: sqlite3.Connection, advance: Callable[[int], None]) -> Iterator[bytes]:
    """Yield the lines of a table in batches, and insert its rows into the SQLite file."""
    names = [column.name for column in table.columns]
    dumps = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    rows = rows_of(table)
    while batch := list(islice(rows, _BATCH)):
        yield "".join(dumps(dict(zip(names, row, strict=True))) + "\n" for row in batch).encode()
        _insert(made, table, batch)
        advance(len(batch))


def _add(packed: zipfile.ZipFile, name: str, parts: Iterable[bytes]) -> str:
    """Write a file of the ZIP; return its SHA-256."""
    digest = hashlib.sha256()
    # The size is not known yet, and ZIP64 must be chosen before writing.
    with packed.open(zip_entry(name), "w", force_zip64=True) as file:
        for part in parts:
            digest.update(part)
            file.write(part)
    return digest.hexdigest()


# ---- SQLite ----


def _new_database(path: Path) -> sqlite3.Connection:
    """Create the SQLite file with the public tables; it contains nothing else of the site's database."""
    made = sqlite3.connect(path, isolation_level=None)
    made.executescript("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA user_version=1;")
    made.execute("BEGIN")
    for table in public_tables():
        columns = ", ".join(
            f'"{column.name}" {column.type}{" PRIMARY KEY" if column.name == table.key else ""}'
            for column in table.columns
        )
        made.execute(f'CREATE TABLE "{table.name}" ({columns})')
    return made


def _insert(made: sqlite3.Connection, table: Table, rows: list[tuple[Any, ...]]) -> None:
    marks = ", ".join("?" * len(table.columns))
    statement = f'INSERT INTO "{table.name}" VALUES ({marks})'  # noqa: S608 - our own names
    made.executemany(statement, (tuple(map(_sqlite_value, row)) for row in rows))


def _sqlite_value(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) if isinstance(value, dict | list) else value


def _finish(made: sqlite3.Connection, tables: tuple[Table, ...]) -> None:
    for table in tables:
        for number, columns in enumerate(table.indexes, 1):
            made.execute(f'CREATE INDEX "{table.name}_{number}" ON "{table.name}" ({columns})')
    made.execute("COMMIT")
