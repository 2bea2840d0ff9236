"""The log of actions can be added to and read, and nothing else, in the database too."""

from typing import Any

from django.db import migrations

from rulesbase.core.append_only import guard, unguard


def put_on(apps: Any, schema_editor: Any) -> None:
    """Guard the log."""
    for statement in guard(schema_editor.connection):
        schema_editor.execute(statement)


def take_off(apps: Any, schema_editor: Any) -> None:
    """Undo it."""
    for statement in unguard(schema_editor.connection):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0008_search")]

    operations = [migrations.RunPython(put_on, take_off)]
