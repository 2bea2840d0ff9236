"""The command ``cite``."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.rulesbase.lineage.lives import import_lives
from tests.support.commands import output_of
from tests.support.lending import lent

pytestmark = pytest.mark.django_db


_archive = lent("three-lives", import_lives, autouse=True)


def cited(*args: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = json.loads(output_of("cite", *args, "--json"))
    return items


def test_a_citation_is_followed_to_another_version() -> None:
    (item,) = cited("201.1@2010-03-01")
    assert (item["citation"], item["to"]) == ("201.1@2010-03-01", "2014-03-01")
    assert (item["numbers"], item["status"]) == (["201.2"], "found")
    (hop,) = item["hops"]
    assert (hop["version"], hop["number"], hop["kind"]) == ("2012-03-01", "201.2", "renumbered")
    assert item["confidence"] == hop["confidence"]
    (item,) = cited("201.2@2014-03-01", "--to", "2011-01-01")
    assert (item["to"], item["numbers"]) == ("2010-03-01", ["201.1"])
    with pytest.raises(CommandError):
        cited("201.1@2010-03-01", "--to", "1990-01-01")
    items = cited("201.1")
    assert [(item["citation"], item["status"], item["version"]) for item in items] == [
        ("201.1", "ambiguous", "2010-03-01"),
        ("201.1", "ambiguous", "2014-03-01"),
    ]
    items = cited("201.1-201.3@2010-03-01")
    assert [(item["citation"], item["numbers"]) for item in items] == [
        ("201.1@2010-03-01", ["201.2"]),
        ("201.2@2010-03-01", ["201.3", "201.4"]),
        ("201.3@2010-03-01", ["201.5"]),
    ]


def test_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("201.1@2010-03-01\n\n201.5@2010-03-01\n999.9@2010-03-01\n"))
    assert [item["status"] for item in cited()] == ["found", "removed", "unknown"]


def test_no_citation_fails_after_the_others() -> None:
    out = StringIO()
    with pytest.raises(CommandError, match="nonsense"):
        call_command("cite", "nonsense", "201.1@2010-03-01", stdout=out)
    assert "201.2" in out.getvalue()
