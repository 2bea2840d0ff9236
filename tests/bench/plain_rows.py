"""The yardstick of importing: `python -m tests.bench.plain_rows FOLDER`, on the filled DATABASE_URL.

Parses the files, then copies every row of the archive's tables into tables without keys, indexes or checks,
by executemany in one transaction. Only parsing and inserting count, not reading the rows. Prints JSON.
"""

import json
import os
import sys
import time
from pathlib import Path

import django
from django.db import connection, transaction

from rulesbase.engine.parsing.parse import read_source
from tests.bench.measuring import seconds_of
from tests.bench.parsing import files_in

ROWS = 5000


def copy_table(name: str) -> tuple[int, float]:
    """Copy one table into a plain one and drop that again; returns its rows and the seconds of inserting."""
    rows, seconds = 0, 0.0
    quoted, plain = connection.ops.quote_name(name), connection.ops.quote_name(f"plain_{name}")
    with connection.cursor() as source, connection.cursor() as target:
        target.execute(f"CREATE TABLE {plain} AS SELECT * FROM {quoted} WHERE 1 = 0")
        source.execute(f"SELECT * FROM {quoted}")
        insert = f"INSERT INTO {plain} VALUES ({', '.join(['%s'] * len(source.description))})"
        while batch := source.fetchmany(ROWS):
            rows += len(batch)
            started = time.perf_counter()
            target.executemany(insert, batch)
            seconds += time.perf_counter() - started
        target.execute(f"DROP TABLE {plain}")
    return rows, seconds


def main() -> None:
    """Print what the yardstick took."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    paths = files_in(Path(sys.argv[1]))
    parsing = seconds_of(lambda: [read_source(path.read_bytes(), path.name) for path in paths])
    tables = [name for name in connection.introspection.table_names() if name.startswith("rulesbase_")]
    started = time.perf_counter()
    with transaction.atomic():
        copied = [copy_table(name) for name in tables]
        waiting = time.perf_counter()
    commit = time.perf_counter() - waiting
    inserting = sum(seconds for _, seconds in copied) + commit
    found = {"parsing": parsing, "inserting": inserting, "rows": sum(rows for rows, _ in copied)}
    print(json.dumps(found | {"with_reading": time.perf_counter() - started}))


if __name__ == "__main__":
    main()
