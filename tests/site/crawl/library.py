"""The database that is crawled: the library of tests.site.access on real texts and cards, with people of every role."""

import os
import sqlite3
from contextlib import closing
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.db import connections

from cards.imports.batch import import_paths as import_cards
from rulesbase.models import User
from tests.conftest import TWELVE
from tests.site.access.library import fill
from tests.site.security.matrix import ROLES
from tests.support.make import make_user

# Who is signed in as what; "" is a visitor.
VISITOR, ADMIN = "", "root"
CARDS = ("cards/scryfall-sample-2019-09/cards-8-sets.json.gz", "cards/mtgjson-2022-04/UST.json.gz")


def fill_all(file: Path) -> None:
    """Fill an empty database: with twelve real versions and real cards, or without a corpus with the sample."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    corpus = Path(named) if named else None
    call_command("migrate", verbosity=0)
    call_command("load_name_facts", verbosity=0, stdout=StringIO())
    fill([corpus / "cr" / "en" / f"{day}.txt" for day in TWELVE] if corpus else [])
    if corpus:
        failed = [report.sentence for report in import_cards([corpus / name for name in CARDS]) if report.failed]
        assert not failed, failed
        call_command("update_study", verbosity=0, stdout=StringIO())
    for role in filter(None, ROLES):
        make_user(f"of-{role}", role, email=f"{role}@rules.example")
    make_user(ADMIN, "administrators", email="root@rules.example", is_staff=True)
    User.objects.filter(username=ADMIN).update(is_superuser=True)
    # The file is copied: nothing may be left in the log beside it.
    connections.close_all()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
