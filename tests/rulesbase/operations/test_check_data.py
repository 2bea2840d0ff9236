"""check_data: each thing that can be wrong with a database is found, and named."""

import json
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import F, Model, QuerySet

from cards.models import Card, Ruling
from rulesbase.archive import text_index
from rulesbase.core.append_only import TABLE
from rulesbase.engine.text.normalize import digest
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

pytestmark = pytest.mark.postgres


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
    text_index.take_out(Wording.objects.order_by("pk")[:1])


def indexed_otherwise() -> None:
    wording = Wording.objects.order_by("pk")[0]
    text_index.take_out([wording])
    wording.text = "quite other words"
    text_index.put_in([wording])


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


def no_count() -> None:
    State.objects.all().delete()


def count_set_back() -> None:
    State.objects.update(translated=F("generation") + 1)


def languages_set_back() -> None:
    state = State.objects.get()
    State.objects.update(translated_into={"fr": state.translated, "ja": 1})


def no_counts_of_languages() -> None:
    State.objects.update(translated_into=["fr"])


def other_ruling() -> None:
    card = Card.objects.create(oracle_id="o1", name="Lamp Keeper", slug="lamp-keeper", layout="normal")
    Ruling.objects.create(card=card, date="2020-02-03", text="No.", digest="0" * 64)


def whole() -> QuerySet[Entry]:
    """The rules and subrules of the newest English text."""
    edition = Edition.objects.filter(language="en", complete=True).order_by("-version__date")[0]
    return Entry.objects.filter(edition=edition, kind__in=(3, 4))


def change(**fields: object) -> None:
    Entry.objects.filter(pk=whole().order_by("position")[1].pk).update(**fields)


def other_number() -> None:
    change(number="9")


def damaged_number() -> None:
    change(number="1O1.1", kind=3)


def other_chapter() -> None:
    change(chapter=999)


def place_twice() -> None:
    change(position=whole().order_by("position")[0].position)


def term_before_a_rule() -> None:
    edition = whole()[0].edition
    term = Entry.objects.filter(edition=edition, kind=5)[0]
    other = whole().order_by("position")[0]
    Entry.objects.filter(pk=term.pk).update(position=other.position)
    Entry.objects.filter(pk=other.pk).update(position=term.position)


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
        (no_count, "state", "rulesbase_state"),
        (count_set_back, "state", "rulesbase_state"),
        (languages_set_back, "state", "rulesbase_state"),
        (no_counts_of_languages, "state", "rulesbase_state"),
        (other_ruling, "rulings", "cards_ruling"),
        (other_number, "places", "rulesbase_entry"),
        (damaged_number, "places", "rulesbase_entry"),
        (other_chapter, "places", "rulesbase_entry"),
        (place_twice, "places", "rulesbase_entry"),
        (term_before_a_rule, "places", "rulesbase_entry"),
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
    """Each digest is right, and the text of another place stands there: reading the source again tells."""
    assert [one.name for one in check_data(deep=True) if one.found] == []
    edition = whole()[0].edition
    assert edition is not None
    spoil()
    found = next(one for one in check_data(deep=True) if one.name == "sources")
    assert {one.where.split()[0] for one in found.findings} == {str(edition.pk)}
    Source.objects.filter(pk=edition.text_source_id or 0).update(issues=[[3, "", "100.1: corrected by hand"]])
    assert next(one for one in check_data(deep=True) if one.name == "sources").findings == ()


@pytest.mark.usefixtures("sample")
def test_the_guard_of_the_log_is_missed() -> None:
    table = f" ON {TABLE}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER actionlog_no_delete{table}")
    assert [one.name for one in check_data(quick=True) if one.found] == ["log"]


@pytest.mark.usefixtures("sample")
def test_command() -> None:
    out = StringIO()
    call_command("check_data", stdout=out)
    assert "Nothing is wrong" in out.getvalue()
    assert "Left out: sources." in out.getvalue()
    quick = StringIO()
    call_command("check_data", "--quick", stdout=quick)
    assert "Left out: files, indexes, sources." in quick.getvalue()
    deep = StringIO()
    call_command("check_data", "--deep", stdout=deep)
    assert "Left out" not in deep.getvalue()
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
