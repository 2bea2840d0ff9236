"""The command ``trace_rule``."""

import json
from typing import Any

import pytest
from django.core.management import CommandError

from rulesbase.models import Entry
from tests.rulesbase.lineage.lives import import_lives
from tests.support.commands import output_of
from tests.support.lending import lent

pytestmark = pytest.mark.django_db


_archive = lent("three-lives", import_lives, autouse=True)


def traced(*args: str) -> str:
    return output_of("trace_rule", *args)


def test_json_has_spans_and_changes() -> None:
    found: dict[str, Any] = json.loads(traced("201.3", "--version", "2012-03-01", "--json"))
    assert found["rule"] == Entry.objects.get(number="201.2", edition__version__date="2010-03-01").rule.public_id  # type: ignore[union-attr]
    spans = [(span["first"], span["last"], span["number"]) for span in found["spans"]]
    assert spans == [("2010-03-01", "2010-03-01", "201.2"), ("2012-03-01", "2014-03-01", "201.3")]
    assert found["spans"][0]["text"] != found["spans"][1]["text"]
    (change,) = found["changes"]
    assert (change["version"], change["kind"], change["weight"]) == ("2012-03-01", "split", "substance")
    assert (change["old_number"], change["new_number"]) == ("201.2", "201.3")


def test_the_printed_history_names_parts() -> None:
    shown = traced("CR 201.3")
    assert "201.2" in shown
    assert "201.4" in shown
    assert "was cut out of it" in shown


def test_a_removed_rule_has_its_last_number_and_version() -> None:
    assert ", now 201.3\n" in traced("201.3")
    assert ", last 201.7 in 2012-03-01\n" in traced("201.7", "--version", "2012-03-01")


def test_unknown_rules_and_days_are_refused() -> None:
    for args in (("999.9",), ("nonsense",), ("201.1", "--version", "1990-01-01")):
        with pytest.raises(CommandError):
            traced(*args)
