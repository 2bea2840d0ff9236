"""Dates alone, in texts, and in the names of files."""

import datetime

import pytest

from rulesbase.engine.text.dates import day_in_name, find_dates, read_day, stated_date

# The names of the twelve months in their order, then rarer names with the month.
MONTHS = [
    "January February March April May June July August September October November December",
    "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
]
RARER = {"Sep": 9, "janv.": 1, "fevrier": 2, "févr.": 2, "avr.": 4, "juil.": 7, "aout": 8, "decembre": 12, "déc.": 12}


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


@pytest.mark.parametrize(
    ("language", "text", "day"),
    [
        ("en", "Effective as of May 4, 2015", "2015-05-04"),
        ("en", "current  as of May 4th 2015", "2015-05-04"),
        ("en", "effective as of May4, 2015", "2015-05-04"),
        ("en", "effective as of 2015-05-04.", "2015-05-04"),
        ("en", "effective as of May 2015 (May 4, 2015)", "2015-05-04"),
        ("en", "effective as of June 31, 2015", None),
        ("en", "as of May 4, 2015", None),
        *(
            ("fr", f"Texte {words} le 4 mai 2015", "2015-05-04")
            for words in (
                "en vigueur depuis|applicable dès|applicables dès|valable dès|valables dès|effective dès|"
                "effectives dès|prend effet|prennent effet|à jour|daté du|datée du|datés du|datées du"
            ).split("|")
        ),
        ("fr", "Règles du 4 mai 2015", "2015-05-04"),
        ("fr", "(règles complètes au 4 mai 2015)", "2015-05-04"),
        ("fr", "Voir règles 201.3 du 4 mai 2015", None),
        *(
            ("ja", f"2015年5月4日{words}", "2015-05-04")
            for words in "から|より|以降|現在|发生效|发起生效|生效|起生效|起|まで、翌日から".split("|")
        ),
        ("ja", "2015年5月4日" + "あ" * 12 + "から", "2015-05-04"),
        ("ja", "2015年5月4日" + "あ" * 13 + "から", None),
        *(("en", f"{label} [04/05/2015]", "2015-05-04") for label in ("US", "EN", "UK")),
        ("fr", "US [01/02/2003] FR [04/05/2015]", "2015-05-04"),
        ("ja", "FR [01/02/2003] JP [04/05/2015]", "2015-05-04"),
        ("ja", "JA   [04/05/2015]", "2015-05-04"),
        ("ja", "JA    [04/05/2015]", None),
        ("en", "FR [04/05/2015]", None),
        ("en", "MTG 20150504.0", "2015-05-04"),
        ("en", "MTG 21000504.0", None),
        ("en", "MTG 120150504.0", None),
        ("en", "MTG 20150504.01", None),
        ("en", "FR [01/02/2003] effective as of May 4, 2015", "2015-05-04"),
    ],
)
def test_since_when_a_text_says_it_is_in_force(language: str, text: str, day: str | None) -> None:
    assert stated_date(text, language) == (datetime.date.fromisoformat(day) if day else None)


def test_every_month_by_its_names() -> None:
    named = [(name, month) for names in MONTHS for month, name in enumerate(names.split(), 1)] + [*RARER.items()]
    found = find_dates(", ".join(f"5 {name} 2015" for name, _month in named))
    assert [one.period.first.month for one in found] == [month for _name, month in named]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("原文の掲載は2017年7月14日だった", ["2017-07-14"]),
        ("US [30/09/2011] FR [04/02/2011]", ["2011-09-30", "2011-02-04"]),
        ("Posted 9/30/2011, changed 12/2/2012", ["2011-09-30", "2012-12-02"]),
        ("les textes du 04/02/2011", ["2011-02-04"]),
        # Nothing tells which is the month.
        ("Posted 04/02/2011", []),
        ("3.6.2011", ["2011-06-03"]),
        ("on 3/4/2015 and 24/5/2015", ["2015-04-03", "2015-05-24"]),
        ("on 3/4/2015, 0/4/2015 and 13/5/2015", ["2015-04-03", "2015-05-13"]),
        ("versions du 3/4/2015", ["2015-04-03"]),
        ("a file /2011/2011-02-04-h and 13/13/2011", []),
    ],
)
def test_days_in_figures(text: str, days: list[str]) -> None:
    found = (one.period for one in find_dates(text))
    assert [str(period.first) for period in found if period.first == period.last] == days
