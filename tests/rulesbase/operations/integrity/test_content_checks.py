"""check_data finds and names each kind of damage."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F, Model, QuerySet
from django.utils import timezone

from cards.models import Card, Ruling
from rulesbase.archive import text_index
from rulesbase.core.database.append_only import TABLE
from rulesbase.engine.issues import Problem
from rulesbase.engine.text.normalize import digest
from rulesbase.imports.import_file import import_source
from rulesbase.models import (
    Edition,
    Entry,
    Example,
    Question,
    Rule,
    Source,
    SourceFile,
    State,
    Studied,
    Translation,
    User,
    Wording,
)  # fmt: skip
from rulesbase.operations.integrity.runner import check_data
from tests.support.commands import output_of
from tests.support.texts import large

pytestmark = pytest.mark.postgres


def first(model: type[Model]) -> Any:
    return model._base_manager.order_by("pk").values_list("pk", flat=True)[0]


def update(model: type[Model], **fields: object) -> int:
    """Change the first row of a table."""
    return int(model._base_manager.filter(pk=first(model)).update(**fields))


def whole() -> QuerySet[Entry]:
    """Return the rules and subrules of the newest English text."""
    edition = Edition.objects.filter(language="en", complete=True).order_by("-version__date")[0]
    return Entry.objects.filter(edition=edition, kind__in=(3, 4))


def change(**fields: object) -> int:
    """Change one of these entries."""
    return Entry.objects.filter(pk=whole().order_by("position")[1].pk).update(**fields)


def no_rule() -> int:
    english = Entry.objects.filter(edition__language="en").order_by("pk")[0]
    return Entry.objects.filter(pk=english.pk).update(rule=None)


def merged_in_a_circle() -> None:
    a, b = Rule.objects.create(), Rule.objects.create()
    Rule.objects.filter(pk=a.pk).update(merged_into=b)
    Rule.objects.filter(pk=b.pk).update(merged_into=a)


def indexed_otherwise() -> None:
    wording = Wording.objects.order_by("pk")[0]
    text_index.remove_from_index([wording])
    wording.text = "quite other words"
    text_index.add_to_index([wording])


def bytes_of_another_file() -> int:
    return update(SourceFile, packed=SourceFile.objects.order_by("pk")[1].packed)


def in_another_language() -> None:
    own = Translation.objects.filter(language="fr").order_by("pk")[0]
    foreign = Translation.objects.filter(language="ja").order_by("pk")[0]
    Translation.objects.filter(pk=own.pk).update(wording=foreign.wording_id)


def impossible_memory() -> None:
    user, question = User.objects.create_user("ada"), Question.objects.create(key="k", kind="own")
    Studied.objects.create(user=user, question=question, state=2, stability=-1, difficulty=5, due=timezone.now())


def languages_set_back() -> int:
    return State.objects.update(translated_into={"fr": State.objects.get().translated, "ja": 1})


def other_ruling() -> None:
    card = Card.objects.create(oracle_id="o1", name="Lamp Keeper", slug="lamp-keeper", layout="normal")
    Ruling.objects.create(card=card, date="2020-02-03", text="No.", digest="0" * 64)


def term_before_a_rule() -> None:
    other = whole().order_by("position")[0]
    term = Entry.objects.filter(edition=other.edition, kind=5)[0]
    Entry.objects.filter(pk=term.pk).update(position=other.position)
    Entry.objects.filter(pk=other.pk).update(position=term.position)


@pytest.mark.parametrize(
    ("spoil", "check", "table"),
    [
        (lambda: update(Wording, text="another"), "wordings", "rulesbase_wording"),
        (lambda: update(Wording, fold=1), "wordings", "rulesbase_wording"),
        (lambda: update(Edition, rules=1), "counts", "rulesbase_edition"),
        (lambda: update(Source, terms=999), "counts", "rulesbase_source"),
        (lambda: update(Translation, status="maybe"), "states", "rulesbase_translation"),
        (no_rule, "entries", "rulesbase_entry"),
        (merged_in_a_circle, "rules", "rulesbase_rule"),
        (lambda: text_index.remove_from_index(Wording.objects.order_by("pk")[:1]), "search", "rulesbase_fulltext"),
        (indexed_otherwise, "search", "rulesbase_fulltext"),
        (bytes_of_another_file, "files", "rulesbase_sourcefile"),
        (lambda: update(SourceFile, packed=b"BZh9"), "files", "rulesbase_sourcefile"),
        (in_another_language, "translations", "rulesbase_translation"),
        (impossible_memory, "study", "rulesbase_studied"),
        (lambda: State.objects.all().delete(), "state", "rulesbase_state"),
        (lambda: State.objects.update(translated=F("generation") + 1), "state", "rulesbase_state"),
        (languages_set_back, "state", "rulesbase_state"),
        (lambda: State.objects.update(translated_into=["fr"]), "state", "rulesbase_state"),
        (other_ruling, "rulings", "cards_ruling"),
        (lambda: change(number="9"), "places", "rulesbase_entry"),
        (lambda: change(number="1O1.1", kind=3), "places", "rulesbase_entry"),
        (lambda: change(chapter=999), "places", "rulesbase_entry"),
        (lambda: change(position=whole().order_by("position")[0].position), "places", "rulesbase_entry"),
        (term_before_a_rule, "places", "rulesbase_entry"),
    ],
)
@pytest.mark.usefixtures("sample")
def test_found_and_named(spoil: Callable[[], object], check: str, table: str) -> None:
    spoil()
    found = {one.name: one for one in check_data() if one.found}
    assert check in found
    assert table in {finding.table for finding in found[check].findings}


@pytest.mark.usefixtures("sample")
def test_a_link_without_its_other_end() -> None:
    entry = Entry.objects.order_by("pk")[0]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            cursor.execute("UPDATE rulesbase_entry SET wording_id = 999999 WHERE id = %s", [entry.pk])
            cursor.execute("SET session_replication_role = DEFAULT")
    else:
        # Foreign keys are checked at the end of a transaction, and this one is rolled back.
        Entry.objects.filter(pk=entry.pk).update(wording=999_999)
    links = next(one for one in check_data(quick=True) if one.name == "links")
    assert [(one.table, one.where) for one in links.findings] == [("rulesbase_entry", f"row {entry.pk}")]
    Entry.objects.filter(pk=entry.pk).update(wording=entry.wording_id)


def other_wording() -> None:
    one, two = whole().order_by("position")[:2]
    Entry.objects.filter(pk=one.pk).update(wording=two.wording_id)


def example_lost() -> None:
    Example.objects.filter(entry__edition=whole().filter(examples__isnull=False)[0].edition).delete()


def rule_lost() -> None:
    Example.objects.filter(entry=whole().order_by("-position")[0]).delete()
    whole().filter(pk=whole().order_by("-position")[0].pk).delete()


@pytest.mark.parametrize("spoil", [other_wording, example_lost, rule_lost])
@pytest.mark.usefixtures("sample")
def test_another_text_than_that_of_its_source(spoil: Callable[[], None]) -> None:
    assert [one.name for one in check_data(deep=True) if one.found] == []
    edition = whole()[0].edition
    assert edition is not None
    spoil()
    found = next(one for one in check_data(deep=True) if one.name == "sources")
    assert {one.where.split()[0] for one in found.findings} == {str(edition.pk)}
    # The wording of older databases, and that of today.
    for problem in ("100.1: corrected by hand", Problem.CORRECTED_BY_HAND % {"name": "100.1"}):
        Source.objects.filter(pk=edition.text_source_id or 0).update(issues=[[3, "", problem]])
        assert next(one for one in check_data(deep=True) if one.name == "sources").findings == ()


@pytest.mark.usefixtures("sample")
def test_the_guard_of_the_log_is_missed() -> None:
    table = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER actionlog_no_delete{table}")
    assert [one.name for one in check_data(quick=True) if one.found] == ["log"]


@pytest.mark.usefixtures("sample")
def test_the_command_lists_findings_and_fails() -> None:
    shown = output_of("check_data")
    assert "No problems found" in shown
    assert "Left out: sources." in shown
    assert "Left out: files, indexes, sources." in output_of("check_data", "--quick")
    assert "Left out" not in output_of("check_data", "--deep")
    wording = Wording.objects.order_by("pk")[0]
    assert digest(wording.language, wording.heading, wording.text, wording.emphasis) == wording.digest
    Wording.objects.filter(pk=wording.pk).update(emphasis="0-1")
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("check_data", "--json", stdout=out)
    assert ended.value.code == 1
    found = json.loads(out.getvalue())
    assert not found["ok"]
    findings = [one["where"] for check in found["checks"] for one in check["findings"]]
    assert findings == [f"row {wording.pk}"]


@pytest.mark.django_db
def test_a_file_that_was_cut_off_is_no_damage() -> None:
    whole = large(2020, 80).bytes()
    import_source(whole[: len(whole) * 2 // 3], name="cut.txt")
    assert not Edition.objects.get().complete
    assert Entry.objects.filter(rule=None).exists()
    assert [check.findings for check in check_data() if check.found] == []
