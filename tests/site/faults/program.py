"""Functions that run in a process of the program: any command of manage.py, test data, digests of tables."""

import hashlib
import json
import os
import resource
import sys
from datetime import timedelta
from pathlib import Path

TRANSLATORS = ("tess", "edie", "cora")
# Reading a page writes these: sessions, uses of tokens, and indexes that are stored when they are first needed.
_NOT_COMPARED = "rulesbase_state django_session rulesbase_opensession rulesbase_apitoken rulesbase_storedindex".split()


def run(words: list[str], address: str, folder: str, out: str, largest_file: int) -> None:
    """Run a command as manage.py does, or a function of this module, on the database at an address."""
    from django.conf import settings
    from django.core.management import execute_from_command_line

    with Path(out).open("wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    if largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    _use_database(address)
    settings.OPERATIONS_DIR, settings.DOWNLOADS_DIR = Path(folder), Path(folder) / "downloads"
    if words[0] in ("fill", "digests", "check_backup", "write"):
        globals()[words[0]](*words[1:])
    else:
        execute_from_command_line(["manage.py", *words])
    sys.stdout.flush()


def _use_database(address: str) -> None:
    from django.db import connections

    from config.env import env_database

    os.environ["DATABASE_URL"] = address
    given = env_database("DATABASE_URL", address, Path("/"))
    before = connections.settings["default"]
    connections.settings["default"] = {**before, "OPTIONS": {}, "HOST": "", "PORT": "", "USER": "", **given}
    connections["default"] = connections.create_connection("default")


def fill(folder: str, out: str) -> None:
    """Store two made-up versions with the French of the first, people with tokens, and a deck that somebody studies."""
    from django.utils import timezone

    from rulesbase.accounts.api_tokens import make_token
    from rulesbase.core.database.write_lock import writing
    from rulesbase.imports.batch import import_paths
    from rulesbase.models import Enrolment, User
    from tests.rulesbase.desk.library import NEW_BOOK, OLD_BOOK, people, translate_all
    from tests.support.make import PASSWORD, signed_in
    from tests.support.studied import make_deck, make_questions

    paths = [Path(folder) / "old.txt", Path(folder) / "new.txt"]
    for path, book in zip(paths, (OLD_BOOK, NEW_BOOK), strict=True):
        path.write_bytes(book.bytes())
    reports = import_paths(paths)
    assert not any(report.failed for report in reports), reports
    with writing():
        translate_all("2020-03-01")
    people()
    User.objects.update(date_joined=timezone.now() - timedelta(days=400))
    tokens = {name: make_token(User.objects.get(username=name), "bot", "write", 365).secret for name in TRANSLATORS}
    questions = make_questions(40)
    Enrolment.objects.create(user=User.objects.get(username="rita"), deck=make_deck("All", questions))
    sessions = {user.username: signed_in(user).cookies["sessionid"].value for user in User.objects.all()}
    ids = [question.public_id for question in questions]
    Path(out).write_text(json.dumps({"tokens": tokens, "sessions": sessions, "questions": ids, "password": PASSWORD}))


def digests(out: str) -> None:
    """Write a digest of the rows of every table, except those that reading a page changes."""
    from django.db import connection

    from rulesbase.operations.backup.tables import all_tables, line_of, rows_of

    found = {}
    for table in all_tables():
        if table.name not in _NOT_COMPARED:
            digest = hashlib.sha256()
            for row in rows_of(table, connection):
                digest.update(line_of(row))
            found[table.name] = digest.hexdigest()
    Path(out).write_text(json.dumps(found))


def write() -> None:
    """Raise the content version, so that the next backup differs."""
    from rulesbase.core.database.write_lock import writing

    with writing():
        pass


def check_backup(file: str) -> None:
    """Read a backup from its first row to its last; raises where it is damaged."""
    from rulesbase.operations.backup.archive import open_backup, verify

    with open_backup(Path(file)) as (archive, manifest):
        verify(archive, manifest, lambda done, total: None)
