"""The log of actions can be added to and read, and nothing else, in the database too."""

from django.db import migrations

from rulesbase.migrations._append_only import put_on, take_off


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0008_search")]

    operations = [migrations.RunPython(put_on, take_off)]
