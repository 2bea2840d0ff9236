"""Tables that the admin does not list need no labels. Nothing changes in the database."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0011_plural_labels"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="cardrule",
            options={"ordering": ["card", "rank"]},
        ),
        migrations.AlterModelOptions(
            name="datedfact",
            options={},
        ),
        migrations.AlterModelOptions(
            name="linkprogress",
            options={},
        ),
        migrations.AlterModelOptions(
            name="rulingcitation",
            options={"ordering": ["ruling", "pk"]},
        ),
        migrations.AlterModelOptions(
            name="rulingrule",
            options={"ordering": ["ruling", "-confidence", "pk"]},
        ),
        migrations.AlterModelOptions(
            name="rulingsread",
            options={},
        ),
    ]
