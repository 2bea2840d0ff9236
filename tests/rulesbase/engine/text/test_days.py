"""Days as such, and in the names of files."""

import pytest

from rulesbase.engine.text.dates import day_in_name, read_day


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2019-10-04.txt", "2019-10-04"),
        ("MagicCompRules 20191004.txt", "2019-10-04"),
        ("rules_1999.06_01_fr.docx", "1999-06-01"),
        ("rules-20191004b (1).txt", "2019-10-04"),
        # Numbers that are no day are passed over.
        ("20191304-2019-10-04.txt", "2019-10-04"),
        ("201910041-2018-05-06.txt", "2018-05-06"),
        *((name, None) for name in ("120191004.txt", "2019-10.txt", "18991004.txt", "2019-02-29.txt", "")),
        # What stands in a folder's name is no day of the file.
        ("2019-10-04/rules.txt", None),
        ("2019-10-04\\rules.txt", None),
        # Ways of writing it that have to be asked for.
        ("cards-20191004091500.json", None),
        ("MagicCompRules_10042019.txt", None),
    ],
)
def test_a_day_with_the_year_first(name: str, day: str | None) -> None:
    found = day_in_name(name)
    assert (found.isoformat() if found else None) == day


def test_a_time_behind_the_day_and_a_month_before_it_where_they_are_asked_for() -> None:
    def read(name: str, *, more_digits: bool = False, month_first: bool = False) -> str:
        return str(day_in_name(name, more_digits=more_digits, month_first=month_first))

    assert read("default-cards-20191004091500.json", more_digits=True) == "2019-10-04"
    assert read("cards-20191004.json", more_digits=True) == "2019-10-04"
    assert read("MagicCompRules_10042019.txt", month_first=True) == "2019-10-04"
    assert read("MagicCompRules_20191004.txt", month_first=True) == "2019-10-04"
    assert read("10042018 of 20191004.txt", month_first=True) == "2019-10-04"
    assert read("MagicCompRules_31122019.txt", month_first=True) == "None"
    assert read("100420191.txt", month_first=True) == "None"
    assert read("100420191.txt", month_first=True, more_digits=True) == "2019-10-04"
    # An official name.
    assert read("MagicCompRules 202109224.txt", month_first=True, more_digits=True) == "2021-09-22"
    assert read("110042019.txt", month_first=True, more_digits=True) == "None"


def test_a_day_is_written_in_one_way_only() -> None:
    others = ("", "2019-10", "20191004", "2019-W40-5", "2019-10-4", " 2019-10-04", "2019-10-04\n", "2019-02-29")
    # The last has the digits of another script.
    assert [read_day(text) for text in (*others, "٢٠١٩-١٠-٠٤")] == [None] * (len(others) + 1)
    assert str(read_day("2019-10-04")) == "2019-10-04"
