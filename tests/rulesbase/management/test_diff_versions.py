"""The command `diff_versions`."""

import json
from typing import Any

import pytest
from django.core.management import CommandError

from rulesbase.models import Rule
from tests.rulesbase.compare.test_compare import FIRST, SECOND, A, B
from tests.support.commands import output_of
from tests.support.lending import lent_books

pytestmark = pytest.mark.django_db


two = lent_books(FIRST, SECOND)


def run(*arguments: str) -> str:
    return output_of("diff_versions", *arguments)


def data(*arguments: str) -> Any:
    return json.loads(run(*arguments, "--json"))


@pytest.mark.usefixtures("two")
def test_a_table_of_changes_with_totals() -> None:
    lines = run(A, B).splitlines()
    assert lines[0].split() == ["item", "kind", "weight", "number", "similarity"]
    assert lines[1].split() == ["rule", "added", "none", "201.1", "0.00"]
    assert lines[-2] == "totals: added 2, removed 2, moved 1, renumbered 3, unchanged 9"
    assert lines[-1] == "weights: substance 2, references 1, typography 1, example 1, none 12"


@pytest.mark.usefixtures("two")
def test_json_has_the_promised_shape() -> None:
    found = data(A, B)
    assert (found["from"], found["to"]) == (A, B)
    assert found["totals"]["added"] == 2
    assert sum(found["totals"].values()) == sum(found["weights"].values())
    change = next(c for c in found["changes"] if c["old_numbers"] == ["201.2"])
    assert set(change) == {
        "item", "kind", "weight", "old_numbers", "new_numbers", "rule", "old_text", "new_text", "similarity"
    }  # fmt: skip
    assert (change["item"], change["kind"], change["weight"]) == ("rule", "renumbered", "substance")
    assert change["new_numbers"] == ["201.3"]
    assert change["new_text"] == f"{change['old_text']} And it ends here."
    assert 0 < change["similarity"] < 1
    assert {c["item"] for c in data(A, B, "--section", "glossary")["changes"]} == {"glossary"}
    assert Rule.objects.get(public_id=change["rule"]).entries.filter(number="201.3").exists()


@pytest.mark.usefixtures("two")
def test_what_is_not_there_is_an_error() -> None:
    with pytest.raises(CommandError, match="not a section"):
        run(A, B, "--section", "201.3")
    with pytest.raises(CommandError, match="not a date"):
        run("yesterday", B)
    with pytest.raises(CommandError, match="no edition in this language"):
        run(A, B, "--lang", "ja")
