"""Comparisons of stored versions: known answers on real texts, and sums that are exact."""

import datetime
import itertools
from collections import Counter

import pytest
from pytest_django import DjangoAssertNumQueries

from rulesbase.compare import queries as compare_queries
from rulesbase.compare.queries import compare_pair, count_changes, pair_of
from rulesbase.engine.diff.versions import Comparison
from rulesbase.imports.import_file import import_source
from rulesbase.models import Entry, Kinship, Rule, Version
from tests.rulesbase.conftest import PAIRS
from tests.rulesbase.engine.diff.test_versions import as_seen, assert_whole, without_examples
from tests.support.make import rule_at
from tests.support.texts import Book, Place


def between(a: str, b: str, language: str = "") -> Comparison:
    return compare_pair(pair_of(a, b, language)).comparison


# ---- Real versions ----


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(("a", "b"), [*itertools.pairwise(PAIRS), (PAIRS[0], PAIRS[-1])])
def test_sums_are_exact_on_real_versions(a: str, b: str) -> None:
    pair = pair_of(a, b)
    versions = compare_pair(pair)
    assert_whole(versions.old, versions.new, versions.comparison)
    assert len(versions.new) == Entry.objects.filter(edition=pair.new.pk).count()
    counted = count_changes(versions)
    assert sum(counted.per_kind().values()) == sum(counted.per_weight().values()) == counted.total()


@pytest.mark.usefixtures("pairs")
@pytest.mark.parametrize(("a", "b"), [("2009-05-01", "2022-10-07"), ("2009-05-01", "2009-07-11")])
def test_backwards_is_the_mirror_on_real_versions(a: str, b: str) -> None:
    forwards, backwards = between(a, b), between(b, a)
    there = Counter(as_seen(one) for one in without_examples(forwards.changes))
    assert there == Counter(as_seen(one, backwards=True) for one in without_examples(backwards.changes))


@pytest.mark.usefixtures("twelve")
def test_a_far_pair_takes_five_queries(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    pair = pair_of("1999-04-23", "2026-06-19")
    compare_queries._compared.cache_clear()
    # Examples and entries of both versions; what was split and merged between them.
    with django_assert_num_queries(5):
        versions = compare_pair(pair)
    assert_whole(versions.old, versions.new, versions.comparison)
    with django_assert_num_queries(0):
        assert compare_pair(pair) is versions


# ---- Kinship ----

FOUR = (Place("one"), Place("two"), Place("three"), Place("four"))
FIRST = Book(datetime.date(2020, 3, 1)).with_chapter(201, *FOUR).with_chapter(301, Place("gone"))
SECOND = Book(datetime.date(2021, 3, 1)).with_chapter(201, *FOUR, Place("fresh"))


def relatives(kind: str, version: Version, old: Rule, new: Rule) -> None:
    Kinship.objects.create(version=version, kind=kind, old=old, new=new, confidence=1.0)


@pytest.mark.django_db
def test_splits_and_merges_between_the_two_versions_count_and_others_do_not() -> None:
    for book in (FIRST, SECOND, SECOND.dated(2022)):
        import_source(book.bytes(), name=f"{book.date}.txt")
    Kinship.objects.all().delete()
    middle = Version.objects.get(date="2021-03-01")
    relatives("split", middle, rule_at("201.1", "2021-03-01"), rule_at("201.5", "2021-03-01"))
    relatives("merge", middle, rule_at("301.1", "2020-03-01"), rule_at("201.3", "2021-03-01"))
    # Caches of earlier tests may have had the same stamp.
    compare_queries._compared.cache_clear()
    split = next(c for c in between("2020-03-01", "2021-03-01").changes if c.kind == "split")
    assert (split.old_numbers, split.new_numbers) == (("201.1",), ("201.1", "201.5"))
    merged = next(c for c in between("2020-03-01", "2021-03-01").changes if c.kind == "merged")
    assert (merged.old_numbers, merged.new_numbers) == (("201.3", "301.1"), ("201.3",))
    back = between("2021-03-01", "2020-03-01")
    assert {c.kind for c in back.changes if len(c.old_numbers) + len(c.new_numbers) == 3} == {"split", "merged"}
    assert not {"split", "merged"} & {change.kind for change in between("2021-03-01", "2022-03-01").changes}


# ---- Languages, and what cannot be compared ----
