"""Plainer labels of API tokens, and of notes that are shown with the nearest version."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0037_plainer_labels"),
    ]

    operations = [
        # Words for people are no part of the tables.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterModelOptions(
                    name="apitoken",
                    options={"ordering": ["pk"], "verbose_name": "API token", "verbose_name_plural": "API tokens"},
                ),
                migrations.AlterField(
                    model_name="versionnote",
                    name="late",
                    field=models.BooleanField(
                        default=False,
                        help_text=(
                            "The archive has no version from the time of the note, so the note is shown with the "
                            "nearest version."
                        ),
                        verbose_name="note shown with the nearest version",
                    ),
                ),
            ],
        ),
    ]
