"""Corrections of the terms of a rulebook belong to the rulebooks."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def name_rulebook(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Set the document of corrections that begin at a rulebook; no version of the rules is as old."""
    using = schema_editor.connection.alias
    versions = apps.get_model("rulesbase", "Version")._default_manager.using(using)
    days = list(versions.filter(document="rulebook").values_list("date", flat=True))
    corrections = apps.get_model("rulesbase", "Correction")._default_manager.using(using)
    corrections.filter(document="cr", old_date__in=days).update(document="rulebook")


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0032_correction_once"),
    ]

    operations = [
        migrations.RunPython(name_rulebook, migrations.RunPython.noop),
    ]
