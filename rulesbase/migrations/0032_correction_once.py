"""Corrections of two documents may have the same dates and numbers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    locks_because = "the table of corrections has some hundred rows and is read in milliseconds"

    dependencies = [
        ("rulesbase", "0031_documents_of_reading"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="correction", name="correction_once"),
        migrations.AddConstraint(
            model_name="correction",
            constraint=models.UniqueConstraint(
                condition=models.Q(("withdrawn_at", None)),
                fields=("document", "old_date", "old_number", "new_date", "new_number"),
                name="correction_once",
            ),
        ),
    ]
