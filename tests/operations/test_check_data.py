"""check_data: each thing that can be wrong with a database is found, and named."""

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Model

from rulesbase import fulltext
from rulesbase.data_checks import check_data
from rulesbase.engine.folding import digest
from rulesbase.models import Edition, Entry, Question, Rule, Source, SourceFile, Studied, Translation, User, Wording


def first(model: type[Model]) -> int:
    return int(model._base_manager.order_by("pk").values_list("pk", flat=True)[0])


def other_text() -> None:
    Wording.objects.filter(pk=first(Wording)).update(text="another")


def other_fold() -> None:
    Wording.objects.filter(pk=first(Wording)).update(fold=1)


def fewer_entries() -> None:
    Edition.objects.filter(pk=first(Edition)).update(rules=1)


def other_source_count() -> None:
    Source.objects.filter(pk=first(Source)).update(terms=999)


def no_state() -> None:
    Translation.objects.filter(pk=first(Translation)).update(status="maybe")


def no_rule() -> None:
    english = Entry.objects.filter(edition__language="en").order_by("pk")[:1]
    Entry.objects.filter(pk__in=list(english.values_list("pk", flat=True))).update(rule=None)


def merged_in_a_circle() -> None:
    a, b = Rule.objects.create(), Rule.objects.create()
    Rule.objects.filter(pk=a.pk).update(merged_into=b)
    Rule.objects.filter(pk=b.pk).update(merged_into=a)


def not_indexed() -> None:
    fulltext.take_out(Wording.objects.order_by("pk")[:1])


def indexed_otherwise() -> None:
    wording = Wording.objects.order_by("pk")[0]
    fulltext.take_out([wording])
    wording.text = "quite other words"
    fulltext.put_in([wording])


def other_bytes() -> None:
    one, two = SourceFile.objects.order_by("pk")[:2]
    SourceFile.objects.filter(pk=one.pk).update(packed=two.packed)


def cut_bytes() -> None:
    one = SourceFile.objects.order_by("pk")[0]
    SourceFile.objects.filter(pk=one.pk).update(packed=bytes(one.packed)[:-20])


def in_another_language() -> None:
    own = Translation.objects.filter(language="fr").order_by("pk")[0]
    foreign = Translation.objects.filter(language="ja").order_by("pk")[0]
    Translation.objects.filter(pk=own.pk).update(wording=foreign.wording_id)


def impossible_memory() -> None:
    user = User.objects.create_user("ada")
    question = Question.objects.create(key="k", kind="own")
    from django.utils import timezone

    Studied.objects.create(user=user, question=question, state=2, stability=-1, difficulty=5, due=timezone.now())


@pytest.mark.parametrize(
    ("spoil", "check", "table"),
    [
        (other_text, "wordings", "rulesbase_wording"),
        (other_fold, "wordings", "rulesbase_wording"),
        (fewer_entries, "counts", "rulesbase_edition"),
        (other_source_count, "counts", "rulesbase_source"),
        (no_state, "states", "rulesbase_translation"),
        (no_rule, "entries", "rulesbase_entry"),
        (merged_in_a_circle, "rules", "rulesbase_rule"),
        (not_indexed, "search", "rulesbase_fulltext"),
        (indexed_otherwise, "search", "rulesbase_fulltext"),
        (other_bytes, "files", "rulesbase_sourcefile"),
        (cut_bytes, "files", "rulesbase_sourcefile"),
        (in_another_language, "translations", "rulesbase_translation"),
        (impossible_memory, "study", "rulesbase_studied"),
    ],
)
@pytest.mark.usefixtures("sample")
def test_found_and_named(spoil: Callable[[], None], check: str, table: str) -> None:
    spoil()
    found = {one.name: one for one in check_data() if one.found}
    assert check in found
    assert table in {finding.table for finding in found[check].findings}


@pytest.mark.usefixtures("sample")
def test_a_link_without_its_other_end() -> None:
    """Only where somebody wrote behind the back of the keys."""
    entry = Entry.objects.order_by("pk")[0]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute("UPDATE rulesbase_entry SET wording_id = 999999 WHERE id = %s", [entry.pk])
            cursor.execute("SET session_replication_role = DEFAULT")
    else:
        # Keys are looked at when a transaction ends, and this one is undone.
        Entry.objects.filter(pk=entry.pk).update(wording=999_999)
    links = next(one for one in check_data(quick=True) if one.name == "links")
    assert [(one.table, one.where) for one in links.findings] == [("rulesbase_entry", f"row {entry.pk}")]
    Entry.objects.filter(pk=entry.pk).update(wording=entry.wording_id)


@pytest.mark.usefixtures("sample")
def test_the_guard_of_the_log_is_missed() -> None:
    from rulesbase.append_only import unguard

    with connection.cursor() as cursor:
        for statement in unguard(connection):
            cursor.execute(statement)
    assert [one.name for one in check_data(quick=True) if one.found] == ["log"]


@pytest.mark.usefixtures("sample")
def test_command() -> None:
    out = StringIO()
    call_command("check_data", stdout=out)
    assert "Nothing is wrong" in out.getvalue()
    wording = Wording.objects.order_by("pk")[0]
    assert digest(wording.language, wording.heading, wording.text, wording.emphasis) == wording.digest
    Wording.objects.filter(pk=wording.pk).update(emphasis="0-1")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_data", "--json", stdout=out)
    assert ended.value.code == 1
    told = json.loads(out.getvalue())
    assert not told["ok"]
    findings = [one["where"] for check in told["checks"] for one in check["findings"]]
    assert findings == [f"row {wording.pk}"]
