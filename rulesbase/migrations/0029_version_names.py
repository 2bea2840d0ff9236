"""Name versions by the set that they came with, where they have no name yet."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from rulesbase.engine.text.set_names import set_of_version


def name_versions(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Name versions of the Comprehensive Rules; a name that a curator wrote stays."""
    versions = apps.get_model("rulesbase", "Version")
    for version in versions._default_manager.using(schema_editor.connection.alias).filter(
        document="cr", name="", is_sample=False
    ):
        if known := set_of_version(version.date):
            version.name = known.name
            version.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0028_question_kinds")]

    operations = [migrations.RunPython(name_versions, migrations.RunPython.noop)]
