"""Makes the roles of the desk for French and Japanese; other languages get theirs with their first text."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

VERBS = {
    "translate": "Can translate",
    "review": "Can review translations",
    "edit": "Can import and edit many texts",
}
ROLES = {
    "translators": ["translate"],
    "reviewers": ["translate", "review"],
    "editors": ["translate", "review", "edit"],
}


def make_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="rulesbase", model="user"
    )
    permission = apps.get_model("auth", "Permission").objects
    for language in ("fr", "ja"):
        made = {
            verb: permission.get_or_create(
                content_type=content_type, codename=f"{verb}_{language}", defaults={"name": f"{name}: {language}"}
            )[0]
            for verb, name in VERBS.items()
        }
        for role, verbs in ROLES.items():
            group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=f"{role}-{language}")
            group.permissions.add(*(made[verb] for verb in verbs))


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0004_translations")]

    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
