"""After the first release migrations run while the program of before serves people: none locks or breaks it.

The rule is in docs/deployment.md, "Migrations without downtime". A migration that has to break it says why in
`locks_because`, and is run under maintenance.
"""

import importlib
import pkgutil
from collections.abc import Iterator, Sequence

import pytest
from django.db import migrations
from django.db.migrations.operations.base import Operation
from django.db.models.fields import NOT_PROVIDED

pytestmark = pytest.mark.postgres

# The last migration of the first release; no one ran a program of before it.
FIRST_RELEASE = {"rulesbase": 18, "cards": 4}
_HARMLESS = (
    migrations.CreateModel,
    migrations.AlterModelOptions,
    migrations.AlterModelManagers,
    migrations.RemoveIndex,
)


def problems(migration: type[migrations.Migration]) -> list[str]:
    """What in a migration locks people out, or breaks the program of before."""
    if getattr(migration, "locks_because", ""):
        return []
    operations = list(_flat(migration.operations))
    made = {one.name.lower() for one in operations if isinstance(one, migrations.CreateModel)}
    found = [words for one in operations if (words := _problem(one, made))]
    if any(isinstance(one, migrations.RunPython) for one in operations) and len(operations) > 1:
        found.append("rows are filled while tables are locked: put RunPython into a migration of its own")
    return found


def _flat(operations: Sequence[Operation]) -> Iterator[Operation]:
    for one in operations:
        if isinstance(one, migrations.SeparateDatabaseAndState):
            yield from _flat(one.database_operations)
        else:
            yield one


def _problem(one: Operation, made: set[str]) -> str:
    if getattr(one, "model_name", "").lower() in made or isinstance(one, _HARMLESS):
        return ""
    if isinstance(one, migrations.RunPython):
        return ""
    if isinstance(one, migrations.AddField):
        field = one.field
        known = field.null or field.db_default is not NOT_PROVIDED or field.many_to_many
        if field.unique or (getattr(field, "db_index", False) and not field.is_relation):
            return f"{one.name}: its index is made while no one can write"
        return "" if known else f"{one.name}: the program of before cannot add rows; null=True, of texts db_default=''"
    result = {
        migrations.AddIndex: "no one can write meanwhile",
        migrations.AddConstraint: "all rows are read while no one can write",
        migrations.AlterField: "the table may be written anew while no one can read it",
        migrations.RemoveField: "the program of before asks for it: take it out of the state, drop it a release later",
        migrations.DeleteModel: "the program of before asks for it: drop it a release later",
        migrations.RenameField: "the program of before knows the old name",
        migrations.RenameModel: "the program of before knows the old name",
    }
    return f"{one.describe()}: {result.get(type(one), 'no one knows what it locks')}"


def _ours() -> Iterator[tuple[str, type[migrations.Migration]]]:
    for app, first in FIRST_RELEASE.items():
        package = importlib.import_module(f"{app}.migrations")
        for found in pkgutil.iter_modules(package.__path__):
            if found.name[:4].isdigit() and int(found.name[:4]) > first:
                yield f"{app}.{found.name}", importlib.import_module(f"{package.__name__}.{found.name}").Migration


def test_no_migration_after_the_first_release_locks_or_breaks() -> None:
    assert {name: found for name, one in _ours() if (found := problems(one))} == {}
