"""The index of words of all texts, made for the database at hand and filled with the texts that are there."""

from django.db import migrations


def create(apps, schema_editor):
    from rulesbase.archive import text_index

    text_index.create(schema_editor.connection)
    texts = apps.get_model("rulesbase", "Wording").objects.using(schema_editor.connection.alias)
    keys = list(texts.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), 500):
        text_index.put_in(texts.filter(pk__in=keys[start : start + 500]), schema_editor.connection)


def drop(apps, schema_editor):
    from rulesbase.archive import text_index

    text_index.drop(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0007_desk_terms")]

    operations = [migrations.RunPython(create, drop)]
