"""What faults happen to: called in a process of the program, see `nursery`."""

import json
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

READER, TRANSLATORS = "rita", ("tess", "edie", "cora")
PASSWORD = "correct horse battery"


def fill(folder: str, tokens: str) -> None:
    """Two made-up books with the French of the first, people with tokens, a deck that somebody studies.

    ``tokens`` is the file that the secrets are written to, by name.
    """
    from rulesbase.accounts.api_tokens import make_token
    from rulesbase.accounts.sessions import _store
    from rulesbase.core.write_lock import writing
    from rulesbase.imports.batch import import_paths
    from rulesbase.models import Enrolment, User
    from tests.rulesbase.desk.library import NEW_BOOK, OLD_BOOK, people, translate_all
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
    secrets = {name: make_token(User.objects.get(username=name), "bot", "write", 365).secret for name in TRANSLATORS}
    reader = User.objects.get(username=READER)
    questions = make_questions(40)
    Enrolment.objects.create(user=reader, deck=make_deck("All", questions))
    sessions = {}
    for user in User.objects.all():
        store = _store()
        store.update(session_of(user))
        store.save()
        sessions[user.username] = store.session_key
    names = [question.public_id for question in questions]
    Path(tokens).write_text(json.dumps({"tokens": secrets, "sessions": sessions, "questions": names}))


def session_of(user: object) -> dict[str, str]:
    """What a session holds of somebody who is signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from rulesbase.models import User

    assert isinstance(user, User)
    return {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: "rulesbase.backends.NameOrEmailBackend",
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }


def held(out: str) -> None:
    """Write a digest of every table's rows but those that count, session and log what was read."""
    import hashlib

    from django.db import connection

    from rulesbase.operations.backup.tables import all_tables, line_of, rows_of

    digests = {}
    for table in all_tables():
        if table.name in ("rulesbase_state", "django_session", "rulesbase_opensession", "rulesbase_apitoken"):
            continue
        whole = hashlib.sha256()
        for row in rows_of(table, connection):
            whole.update(line_of(row))
        digests[table.name] = whole.hexdigest()
    Path(out).write_text(json.dumps(digests, sort_keys=True))


def count_on() -> None:
    """Write something small."""
    from rulesbase.core.write_lock import writing

    with writing():
        pass


def check_backup(file: str) -> None:
    """Read a backup from its first row to its last; raises where it is none."""
    from rulesbase.operations.backup.archive import opened, verify

    with opened(Path(file)) as (archive, manifest):
        verify(archive, manifest, lambda done, total: None)
