"""Which Rule an entry is: known answers of the real texts, translations, references that went stale."""

import datetime
from itertools import permutations
from pathlib import Path

import pytest

from rulesbase.imports.import_file import import_source
from rulesbase.models import Change, Entry, Reference
from tests.support.texts import Book, Place

BOOK = Book(datetime.date(2020, 3, 1)).with_chapter(
    100, Place("a"), Place("b", children=(Place("b-child"),)), Place("c")
)

pytestmark = pytest.mark.django_db


def rule_at(date: str, number: str, language: str = "en") -> int | None:
    """Return the Rule at a number of a version."""
    return Entry.objects.get(edition__version__date=date, edition__language=language, number=number).rule_id


def moved(numbers: str) -> dict[str, str]:
    """Return old -> new number from `a>b c>d`."""
    return {old: new for old, _, new in (pair.partition(">") for pair in numbers.split())}


@pytest.mark.usefixtures("pairs")
def test_2022_one_rule_comes_before_many() -> None:
    expected = moved(
        "201.3>201.4 201.3a>201.4a 201.3b>201.4b 201.3c>201.4c 201.3d>201.4d 201.3e>201.4e 201.3f>201.4f"
        " 201.4>201.5 201.4a>201.5a 201.4b>201.5b 201.4c>201.5c 201.5>201.6"
    )
    found = {
        old: Entry.objects.get(edition__version__date="2022-04-29", rule=rule_at("2022-02-18", old)).number
        for old in expected
    }
    assert found == expected
    reported = Change.objects.filter(version__date="2022-04-29", item="rule", kind=Change.Kind.RENUMBERED)
    assert moved(" ".join(f"{c.old_number}>{c.new_number}" for c in reported)).items() >= expected.items()
    assert Change.objects.get(version__date="2022-04-29", new_number="201.3").kind == Change.Kind.ADDED


@pytest.mark.usefixtures("pairs")
def test_2022_exactly_one_rule_is_added() -> None:
    reported = Change.objects.filter(version__date="2022-07-08")
    assert list(reported.filter(kind="added", item="rule").values_list("new_number", flat=True)) == ["207.5"]
    assert not reported.filter(kind__in=("removed", "renumbered", "moved"), item="rule").exists()


@pytest.mark.usefixtures("pairs")
def test_2009_the_great_renumbering() -> None:
    expected = moved("202.1>201.1 202.2>201.2 202.2a>201.2a 202.2b>201.2b 202.3>201.3 203.1>202.1")
    found = {}
    for old in expected:
        new = Entry.objects.filter(edition__version__date="2009-07-11", rule=rule_at("2009-05-01", old)).first()
        found[old] = new.number if new else ""
    assert found == expected


@pytest.mark.slow
def test_2023_a_reference_goes_stale(corpus: Path) -> None:
    for date in ("2022-10-07", "2023-04-14"):
        import_source((corpus / "cr" / "en" / f"{date}.txt").read_bytes(), name=f"{date}.txt")
    text = Entry.objects.get(edition__version__date="2023-04-14", number="201.4e").wording
    reference = Reference.objects.get(fold=text.fold, number="713")
    assert str(reference.since) == "2022-10-07"
    assert reference.meant_id == rule_at("2022-10-07", "713")
    assert reference.meant_id != rule_at("2023-04-14", "713")


@pytest.mark.parametrize("order", list(permutations(["en", "fr", "ja"])), ids="-".join)
def test_translations_get_the_rules_in_any_order(order: tuple[str, ...]) -> None:
    for language in order:
        import_source(BOOK.bytes() + b"\n" * (len(language) + order.index(language)), name="x.txt", language=language)
    for number in ("100", "100.1", "100.2", "100.2a", "100.3"):
        rules = {language: rule_at("2020-03-01", number, language) for language in order}
        assert len(set(rules.values())) == 1
        assert None not in rules.values()


def test_translations_move_with_the_rules() -> None:
    more = "Anyone who comes late has to wait outside until all of the others have left, however long that takes."
    places = [Place(key, more) for key in "abc"]
    places[1] = Place("b", more, children=(Place("b-child", more),))
    # So much reworded that its rules are known by their numbers too, and would not be known again after a gap.
    later = BOOK.dated(2022).with_chapter(100, *places)
    import_source(BOOK.bytes(), name="first.txt")
    import_source(later.bytes(), name="last.txt")
    import_source(later.bytes() + b"\n", name="fr.txt", language="fr")
    # Between them every number goes to another text, so that the rules of 2022 are new ones.
    between = BOOK.dated(2021).with_chapter(100, Place("x"), Place("y"), Place("z"))
    import_source(between.bytes(), name="between.txt")
    for number in ("100.1", "100.2", "100.2a", "100.3"):
        assert rule_at("2022-03-01", number) == rule_at("2022-03-01", number, "fr")
        assert rule_at("2022-03-01", number) != rule_at("2020-03-01", number)


def test_a_removed_middle_and_a_new_end_share_nothing() -> None:
    import_source(BOOK.bytes(), name="first.txt")
    places = BOOK.chapters[100]
    import_source(BOOK.dated(2021).with_chapter(100, *places[1:], Place("end")).bytes(), name="second.txt")
    assert rule_at("2021-03-01", "100.1") == rule_at("2020-03-01", "100.2")
    assert rule_at("2021-03-01", "100.1a") == rule_at("2020-03-01", "100.2a")
    assert rule_at("2021-03-01", "100.3") not in {rule_at("2020-03-01", f"100.{at}") for at in (1, 2, 3)}
    reported = Change.objects.filter(version__date="2021-03-01", item="rule")
    assert set(reported.values_list("kind", "old_number", "new_number")) == {
        ("removed", "100.1", ""),
        ("renumbered", "100.2", "100.1"),
        ("renumbered", "100.2a", "100.1a"),
        ("renumbered", "100.3", "100.2"),
        ("added", "", "100.3"),
    }


def test_each_rule_stands_once_in_an_edition(twelve: None) -> None:
    pairs = Entry.objects.filter(edition__language="en").values_list("edition", "rule")
    assert len(pairs) == len(set(pairs)) > 20_000
    assert not Entry.objects.filter(edition__language="en", rule=None).exists()


def test_most_rules_outlive_a_renumbering(twelve: None) -> None:
    old, new = (
        set(Entry.objects.filter(edition__version__date=date).values_list("rule", flat=True))
        for date in ("2009-05-01", "2009-07-11")
    )
    assert len(old & new) > len(old) * 0.7
