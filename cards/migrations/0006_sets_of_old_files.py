"""Facts on the sets of old files. Choices are no part of the database."""

from django.db import migrations, models

_KINDS = [
    ("face", "Oracle text and types"),
    ("legal", "legality"),
    ("ruling", "ruling"),
    ("printed", "printed text"),
    ("first", "first printing"),
    ("set", "card set"),
]


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0005_dated_facts"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="datedfact",
                    name="kind",
                    field=models.CharField(choices=_KINDS, max_length=8, verbose_name="kind"),
                ),
            ],
        ),
    ]
