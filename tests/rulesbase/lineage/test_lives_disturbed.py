"""Lives under disturbance: what is imported, corrected, taken back and dated anew leaves what order would have left."""

import datetime

import pytest
from django.test import Client

from rulesbase.imports.import_file import import_source
from rulesbase.imports.undo import undo_import
from rulesbase.lineage.corrections import effects, rebuild
from rulesbase.models import Change, Correction, Entry, Source, Version
from tests.rulesbase.imports.test_import_order import imported, imported_each
from tests.rulesbase.lineage.corrected import LEFT, PART, RIGHT, TEXTS, WHOLE, book, public_id, rule_at, say, store
from tests.rulesbase.lineage.test_corrections_survive import CORRECTIONS
from tests.support.databases import rolled_back
from tests.support.snapshots import snapshot
from tests.support.texts import Place

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# 101.2 leaves twice and returns twice.
COMING = [
    book(2015, WHOLE, LEFT, RIGHT),
    book(2016, WHOLE, RIGHT),
    book(2017, LEFT, WHOLE, RIGHT),
    book(2018, WHOLE, RIGHT),
    book(2019, WHOLE, RIGHT, LEFT),
]
GOING = [one.bytes() for one in COMING]


def reported() -> set[tuple[object, ...]]:
    """Return the reported changes of the versions, with public ids."""
    fields = ("version__date", "rule__public_id", "kind", "weight", "old_number", "new_number", "evidence")
    return set(Change.objects.values_list(*fields))


def ids() -> dict[tuple[datetime.date, str], str]:
    """Return place -> public id."""
    rows = Entry.objects.filter(edition__isnull=False)
    return {(date, n): of for date, n, of in rows.values_list("edition__version__date", "number", "rule__public_id")}


# ---- Corrections, and an import in between ----


@pytest.mark.parametrize("late", [1, 2])
@pytest.mark.parametrize("rebuilt", [False, True], ids=["as it is", "rebuilt"])
def test_corrections_meet_a_version_that_comes_between(late: int, rebuilt: bool) -> None:
    year = f"@{2018 + late}"
    early = [one for one in CORRECTIONS if not one[1].endswith(year) and not one[2].endswith(year)]
    with rolled_back():
        store(TEXTS)
        for one in early:
            say(*one)
        expected = snapshot()
    store([text for at, text in enumerate(TEXTS) if at != late])
    for one in early:
        say(*one)
    if rebuilt:
        rebuild()
    store([TEXTS[late]])
    if rebuilt:
        rebuild()
    assert snapshot() == expected
    assert all(effects(Correction.objects.all()).values())


def test_a_correction_stands_while_the_version_between_comes_and_goes() -> None:
    store([TEXTS[0], TEXTS[2], TEXTS[3]])
    say("same", "101.2@2018", "101.2@2020")
    before, known = snapshot(), ids()
    for _ in range(2):
        store([TEXTS[1]])
        assert rule_at("101.2@2018") == rule_at("101.2@2019") == rule_at("101.2@2020")
        rebuild()
        undo_import(Source.objects.latest("pk"))
        assert (snapshot(), ids()) == (before, known)


# ---- Two sources of one version ----


def test_a_corrected_text_in_the_middle_of_a_life() -> None:
    life = [book(year, WHOLE, LEFT, RIGHT) for year in (2015, 2016, 2017)]
    mended = book(2016, PART, WHOLE, RIGHT).bytes()
    expected = imported([life[0].bytes(), mended, life[2].bytes()])
    store([one.bytes() for one in life])
    before, known, result = snapshot(), ids(), reported()
    import_source(mended, name="mended.txt")
    assert rule_at("101.2@2015") == rule_at("101.2@2017") != rule_at("101.1@2016")
    assert snapshot() == expected
    rebuild()
    assert snapshot() == expected
    undo_import(Source.objects.latest("pk"))
    assert (snapshot(), ids(), reported()) == (before, known, result)


# ---- A version of another date ----


@pytest.mark.parametrize("wrong", [2014, 2022])
def test_a_date_is_corrected(wrong: int) -> None:
    expected = imported(GOING)
    store([GOING[0], GOING[1]])
    life = public_id("101.2@2015")
    import_source(GOING[2] + b"\n", name="rules.txt", date=datetime.date(wrong, 9, 1))
    store(GOING[3:])
    undo_import(Source.objects.get(edition__version__date=datetime.date(wrong, 9, 1)))
    assert not Version.objects.filter(date__year=wrong, date__month=9).exists()
    store([GOING[2]])
    assert snapshot() == expected
    assert public_id("101.2@2015") == life
    rebuild()
    assert snapshot() == expected


# ---- Leaving twice, returning twice ----


def test_what_leaves_twice_returns_twice() -> None:
    store(GOING)
    assert len({rule_at(place) for place in ("101.2@2015", "101.1@2017", "101.3@2019")}) == 1
    life = Change.objects.filter(rule=rule_at("101.2@2015")).order_by("version__date")
    assert [(row.kind, row.evidence[:24]) for row in life] == [
        ("removed", ""),
        ("added", "returns after 2015-03-01"),
        ("removed", ""),
        ("added", "returns after 2017-03-01"),
    ]


@pytest.mark.parametrize("gone", [0, 1, 3])
def test_one_of_the_versions_comes_and_goes(gone: int) -> None:
    expected = imported([text for at, text in enumerate(GOING) if at != gone])
    store(GOING)
    before, known = snapshot(), ids()
    undo_import(Source.objects.get(edition__version__date=datetime.date(2015 + gone, 3, 1)))
    assert snapshot() == expected
    store([GOING[gone]])
    assert snapshot() == before
    stayed = {place: of for place, of in ids().items() if place[0].year != 2015 + gone}
    assert {place: (known[place], of) for place, of in stayed.items() if of != known[place]} == {}


# ---- Nothing at the ends ----


def test_versions_without_a_text_at_both_ends(client: Client) -> None:
    expected = imported(GOING[:3])
    first, last = (Version.objects.create(date=datetime.date(year, 3, 1)) for year in (2010, 2030))
    store(GOING[:3])
    assert snapshot() == expected
    rebuild()
    assert snapshot() == expected
    assert client.get(f"/rule/{public_id('101.1@2017')}/").status_code == 200
    assert client.get("/compare/2015-03-01/2017-03-01/").status_code == 200
    assert client.get(f"/compare/{first.date}/2017-03-01/", follow=True).status_code == 404
    # On that day the newest text is in force.
    found = client.get(f"/compare/2015-03-01/{last.date}/", follow=True)
    assert (found.status_code, found.redirect_chain[-1][0]) == (200, "/compare/2015-03-01/2017-03-01/")


def test_books_that_have_nothing_in_common_at_both_ends() -> None:
    lone = [
        book(year, *(Place(f"lone-{year}-{at}") for at in range(5))).with_chapter(100).bytes() for year in (2010, 2030)
    ]
    without = imported(GOING)
    expected, *found = imported_each([[lone[0], *GOING, lone[1]], [*GOING, *lone], [*lone, *GOING[::-1]]])
    assert found == [expected] * 2
    store([*lone, *GOING])
    assert rule_at("101.1@2010") != rule_at("101.1@2015")
    for source in Source.objects.filter(edition__version__date__in=("2010-03-01", "2030-03-01")):
        undo_import(source)
    assert snapshot() == without
