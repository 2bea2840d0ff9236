"""Two documents may have a version of the same day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    locks_because = (
        "the table of versions has some hundred rows and is read in milliseconds; its old index must go first"
    )

    dependencies = [
        ("rulesbase", "0024_documents"),
    ]

    operations = [
        migrations.AlterField(
            model_name="version",
            name="date",
            field=models.DateField(verbose_name="effective date"),
        ),
        migrations.AddConstraint(
            model_name="version",
            constraint=models.UniqueConstraint(fields=("document", "date"), name="version_once"),
        ),
    ]
