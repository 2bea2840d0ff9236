"""Plainer labels of the search for rule numbers in rulings, and of data for cards not imported yet."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0009_fewer_indexes"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="rulingsread",
            options={
                "verbose_name": "progress of the search for rule numbers in rulings",
                "verbose_name_plural": "progress of the search for rule numbers in rulings",
            },
        ),
        migrations.AlterModelOptions(
            name="waiting",
            options={
                "verbose_name": "data for a card not imported yet",
                "verbose_name_plural": "data for cards not imported yet",
            },
        ),
    ]
