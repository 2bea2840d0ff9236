"""The bundle of the whole archive: what is in it, that nothing of people is, and that it is the same each time."""

import hashlib
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import models
from django.test import Client
from django.utils import timezone

from cards.imports.import_file import load_sample_cards
from rulesbase.accounts import personal_data as accounts_personal_data
from rulesbase.downloads import storage as downloads_storage
from rulesbase.downloads.archive_zip import DATABASE, build_bundle
from rulesbase.downloads.build import BUNDLE
from rulesbase.downloads.public_tables import Table, public_tables, public_wordings
from rulesbase.downloads.storage import StoredFile
from rulesbase.models import (
    ActionLog,
    Draft,
    Edition,
    Entry,
    Example,
    ReviewComment,
    Rule,
    State,
    Translation,
    Version,
    Wording,
)
from tests.support.make import make_translation, make_user

pytestmark = pytest.mark.usefixtures("sample")
SECRET = "Xyzzyplugh"
# Tables that say who wrote a row; only the columns named here may go out, and none of them leads to a person.
SIGNED = {
    "translations": {"original_id", "language", "wording_id", "origin"},
    "ruling_rules": {"oracle_id", "digest", "number", "day"},
}

# Tables that are not published though they name no account: of the desk, of study, and what can be computed again.
INSIDE = {
    *(
        f"rulesbase.{name}"
        for name in """Agreement Binding CheckSwitch DeckQuestion FormerContributor ReadingItem Reference RemarkOnRule
        SearchSynonym SourceFile State StoredIndex TranslatedPlace VersionNote WrittenCitation
        WrittenQuestion""".split()
    ),
    *(
        f"cards.{name}"
        for name in """CardFile CardRule DatedFact LinkProgress Retired RulingCitation RulingRule RulingsRead
        Waiting""".split()
    ),
}


def build() -> StoredFile:
    """Pack what is there."""
    return build_bundle(lambda done, total: None)


def unpacked(saved: StoredFile, folder: Path) -> dict[str, bytes]:
    """The files of a bundle by name; its database is left in the folder too."""
    with zipfile.ZipFile(saved.path) as packed:
        packed.extract(DATABASE, folder)
        return {name: packed.read(name) for name in packed.namelist()}


def rows_of(files: dict[str, bytes], table: str) -> list[dict[str, Any]]:
    """The rows of a table as JSON lines have them."""
    return [json.loads(line) for line in files[f"tables/{table}.jsonl"].decode().splitlines()]


def test_sums_are_true(tmp_path: Path) -> None:
    saved = build()
    files = unpacked(saved, tmp_path)
    sums = dict(line.split("  ")[::-1] for line in files.pop("SHA256SUMS").decode().splitlines())
    assert sums == {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    assert saved.sha256 == hashlib.sha256(saved.path.read_bytes()).hexdigest()


@pytest.mark.slow
def test_the_same_content_gives_the_same_bytes() -> None:
    load_sample_cards()
    first = build()
    first.path.unlink()
    assert build().sha256 == first.sha256


def test_both_forms_say_the_same(tmp_path: Path) -> None:
    load_sample_cards()
    files = unpacked(build(), tmp_path)
    with sqlite3.connect(tmp_path / DATABASE) as database:
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert names == {table.name for table in public_tables()}
        for table in public_tables():
            columns = [column.name for column in table.columns]
            rows = rows_of(files, table.name)
            assert [list(row) for row in rows[:1]] in ([columns], [])
            stored = database.execute(f'SELECT * FROM "{table.name}"').fetchall()
            plain = [
                tuple(
                    json.dumps(v, ensure_ascii=False, separators=(",", ":")) if isinstance(v, list | dict) else v
                    for v in row.values()
                )
                for row in rows
            ]
            assert stored == plain


def test_all_public_content_is_there(tmp_path: Path) -> None:
    load_sample_cards()
    files = unpacked(build(), tmp_path)
    assert [row["date"] for row in rows_of(files, "versions")] == ["2019-03-01", "2021-03-01", "2023-03-01"]
    assert len(rows_of(files, "editions")) == Edition.objects.count() == 9
    assert len(rows_of(files, "entries")) == Entry.objects.filter(edition__isnull=False).count()
    assert len(rows_of(files, "examples")) == Example.objects.filter(entry__edition__isnull=False).count() > 0
    assert len(rows_of(files, "rules")) == Rule.objects.count()
    for table in ("changes", "translations", "cards", "faces", "sources"):
        assert rows_of(files, table)
    # What one table names, another one has.
    wordings = {row["id"] for row in rows_of(files, "wordings")}
    rules = {row["id"] for row in rows_of(files, "rules")}
    editions = {row["id"] for row in rows_of(files, "editions")}
    for row in rows_of(files, "entries"):
        assert (row["wording"] in wordings, row["edition"] in editions) == (True, True)
        assert row["rule"] is None or row["rule"] in rules
    for row in rows_of(files, "translations"):
        assert {row["original"], row["wording"]} <= wordings
    for row in rows_of(files, "sources"):
        assert {row["introduction"], row["index_text"], row["credits"]} - {None} <= wordings


def test_the_query_of_the_readme_works(tmp_path: Path) -> None:
    files = unpacked(build(), tmp_path)
    readme = files["README.md"].decode()
    query = readme.split("```sql\n")[1].split("```")[0]
    number = Entry.objects.filter(kind=Entry.Kind.RULE, edition__language="en").values_list("number", flat=True)[0]
    with sqlite3.connect(tmp_path / DATABASE) as database:
        found = database.execute(query.replace("100.1", number)).fetchall()
    assert len(found) == 3
    assert "belong to Wizards of the Coast" in readme
    for table in public_tables():
        assert f"### {table.name}\n" in readme
        assert all(f"| {column.name} |" in readme for column in table.columns)


# ---- Nothing of people ----


def models_on(table: Table) -> set[type[models.Model]]:
    """The model of a table, and those that its columns are read from."""
    found: set[type[models.Model]] = {table.rows().model}
    for column in table.columns:
        model: Any = table.rows().model
        for part in column.field.split("__"):
            name = model._meta.pk.name if part == "pk" else part
            field = model._meta.get_field(
                name.removesuffix("_id")
                if name.endswith("_id") and name != "public_id" and name != "oracle_id"
                else name
            )
            if field.is_relation and "__" in column.field:
                model = field.related_model
                found.add(model)
    return found


@pytest.mark.parametrize("table", public_tables(), ids=lambda table: table.name)
def test_no_table_of_people_is_read(table: Table) -> None:
    of_people = {model for part in accounts_personal_data.parts() for model in part.tables}
    read = models_on(table)
    signed = {column.field for column in table.columns} if table.name in SIGNED else set()
    assert signed == SIGNED.get(table.name, set())
    assert read & of_people == ({table.rows().model} if signed else set())
    # Nor does a column name an account by itself.
    for column in table.columns:
        assert "user" not in column.field
        assert "author" not in column.field
        assert "made" not in column.field


def test_every_table_of_the_program_was_decided_on() -> None:
    """Each table is listed as public or not; personal data are not public."""
    public = {model for table in public_tables() for model in [table.rows().model]}
    named = {model._meta.label for model in public}
    inside = {
        model._meta.label for app in ("rulesbase", "cards") for model in apps.get_app_config(app).get_models()
    } - named
    of_people = {model._meta.label for part in accounts_personal_data.parts() for model in part.tables}
    assert {"rulesbase.User", "rulesbase.Draft", "rulesbase.ActionLog", "rulesbase.Grade"} <= inside & of_people
    reported = "does it go out? Then `rulesbase/downloads/public_tables.py` names it, else INSIDE"
    assert sorted((inside - of_people) ^ INSIDE) == [], reported
    for app in ("auth", "sessions", "admin", "axes", "otp_totp", "otp_static"):
        assert not {model._meta.label for model in apps.get_app_config(app).get_models()} & named


def write_secrets() -> None:
    """Put a word into every place where people write what is not public."""
    user = make_user(f"{SECRET}-name", email=f"{SECRET}@example.org")
    Session.objects.create(session_key=SECRET, session_data=SECRET, expire_date=timezone.now())
    approved = Translation.objects.filter(status=Translation.Status.APPROVED).select_related("original").first()
    assert approved
    Translation.objects.filter(pk=approved.pk).update(author=user, reason=f"{SECRET} reason")
    for at, status in enumerate(("draft", "review", "superseded"), 2):
        wording = Wording.objects.create(language="fr", digest=f"{at}" * 32, text=f"{SECRET} {status}", fold=at)
        secret = {"status": status, "revision": approved.revision + at, "author": user, "reason": SECRET}
        make_translation(approved.original_id, wording.pk, language=approved.language, **secret)
    ReviewComment.objects.create(translation=approved, text=SECRET, author=user)
    Draft.objects.create(user=user, original=approved.original, language="ja", text=SECRET, heading=SECRET)
    ActionLog.objects.create(
        author=user, verb="saved", language="fr", place=SECRET, reason=SECRET, details={"a": SECRET}
    )


def test_what_people_wrote_inside_stays_inside(tmp_path: Path) -> None:
    before = unpacked(build(), tmp_path)
    write_secrets()
    after = unpacked(build(), tmp_path)
    assert after == before
    assert not [name for name, content in after.items() if SECRET.encode().lower() in content.lower()]
    assert not public_wordings().filter(text__contains=SECRET).exists()


# ---- The site ----


def test_a_visit_never_packs_it(client: Client) -> None:
    assert client.get("/downloads/archive").status_code == 404
    assert downloads_storage.current_file(BUNDLE) is None
    saved = build()
    address = client.get("/downloads/archive").headers["Location"]
    assert address == f"/downloads/files/{saved.sha256}/{BUNDLE}"
    whole = client.get(address)
    assert (whole.status_code, whole.getvalue()[:4]) == (200, b"PK\x03\x04")
    page = client.get("/downloads/").content.decode()
    assert saved.sha256 in page
    assert "changed since" not in page
    Version.objects.update(name="Other")
    State.objects.update(generation=State.objects.get().generation + 1)
    assert (
        "The data on this site has changed since this file was created." in client.get("/downloads/").content.decode()
    )
