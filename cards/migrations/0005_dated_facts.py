"""Facts in the card data of each imported day."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0004_ties_by_token"),
    ]

    operations = [
        migrations.AddField(
            model_name="cardfile",
            name="day",
            field=models.DateField(blank=True, null=True, verbose_name="date of the card data"),
        ),
        migrations.CreateModel(
            name="DatedFact",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("face", "Oracle text and types"),
                            ("legal", "legality"),
                            ("ruling", "ruling"),
                            ("printed", "printed text"),
                            ("first", "first printing"),
                        ],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                ("value", models.JSONField(verbose_name="content of the card fact (for example the Oracle text)")),
                ("days", models.JSONField(default=list, verbose_name="dates of the card data")),
                ("digest", models.BigIntegerField(editable=False)),
            ],
            options={
                "verbose_name": "card fact with its dates",
                "verbose_name_plural": "card facts with their dates",
                "constraints": [models.UniqueConstraint(fields=("name", "kind", "digest"), name="dated_fact_once")],
            },
        ),
    ]
