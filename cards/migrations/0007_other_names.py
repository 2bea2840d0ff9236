"""Readings in kana and nicknames of cards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0006_sets_of_old_files"),
    ]

    operations = [
        migrations.CreateModel(
            name="OtherName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("card_name", models.CharField(max_length=300, verbose_name="card")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                (
                    "kind",
                    models.CharField(
                        choices=[("reading", "reading in kana"), ("nickname", "nickname")],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
            ],
            options={
                "verbose_name": "phonetic reading or nickname of a card",
                "verbose_name_plural": "phonetic readings and nicknames of cards",
                "ordering": ["card_name", "language", "name"],
                "constraints": [
                    models.UniqueConstraint(fields=("card_name", "language", "name"), name="other_name_once")
                ],
            },
        ),
    ]
