"""Makes the four roles as groups, with the permissions of accounts and curation."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NAMES = {
    "curate": "Can import, correct and translate",
    "add_user": "Can add user",
    "change_user": "Can change user",
    "delete_user": "Can delete user",
    "view_user": "Can view user",
}
ROLES = {
    "readers": [],
    "judges": [],
    "curators": ["curate"],
    "administrators": list(NAMES),
}


def make_roles(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    # Django writes permissions only after all migrations have run, so those that the roles need are made here.
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="rulesbase", model="user"
    )
    permission = apps.get_model("auth", "Permission").objects
    made = {
        codename: permission.get_or_create(content_type=content_type, codename=codename, defaults={"name": name})[0]
        for codename, name in NAMES.items()
    }
    for role, codenames in ROLES.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=role)
        group.permissions.add(*(made[codename] for codename in codenames))


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0001_user"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(make_roles, migrations.RunPython.noop)]
