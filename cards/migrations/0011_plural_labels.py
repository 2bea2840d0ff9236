"""Labels of models in the plural."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0010_plainer_labels"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="card",
            options={"ordering": ["name", "oracle_id"], "verbose_name": "card", "verbose_name_plural": "cards"},
        ),
        migrations.AlterModelOptions(
            name="cardset",
            options={"ordering": ["-released", "code"], "verbose_name": "card set", "verbose_name_plural": "card sets"},
        ),
        migrations.AlterModelOptions(
            name="face",
            options={"ordering": ["card", "position"], "verbose_name": "face", "verbose_name_plural": "faces"},
        ),
        migrations.AlterModelOptions(
            name="printedname",
            options={
                "ordering": ["language", "name"],
                "verbose_name": "printed name",
                "verbose_name_plural": "printed names",
            },
        ),
        migrations.AlterModelOptions(
            name="printing",
            options={
                "ordering": ["released", "card_set", "number"],
                "verbose_name": "printing",
                "verbose_name_plural": "printings",
            },
        ),
        migrations.AlterModelOptions(
            name="relatedpart",
            options={"verbose_name": "related card or token", "verbose_name_plural": "related cards or tokens"},
        ),
        migrations.AlterModelOptions(
            name="retired",
            options={
                "ordering": ["-day", "old_id"],
                "verbose_name": "id that Scryfall replaced or deleted",
                "verbose_name_plural": "ids that Scryfall replaced or deleted",
            },
        ),
        migrations.AlterModelOptions(
            name="ruling",
            options={"ordering": ["date", "pk"], "verbose_name": "ruling", "verbose_name_plural": "rulings"},
        ),
    ]
