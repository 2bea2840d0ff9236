import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0001_cards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RulingsRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last", models.PositiveBigIntegerField(default=0)),
                ("reader", models.PositiveSmallIntegerField(default=0)),
            ],
            options={
                "verbose_name": "rulings already searched for rule numbers",
                "verbose_name_plural": "rulings already searched for rule numbers",
            },
        ),
        migrations.CreateModel(
            name="RulingCitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(max_length=20, verbose_name="number")),
                ("day", models.DateField(verbose_name="day")),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="citations", to="cards.ruling"
                    ),
                ),
            ],
            options={
                "verbose_name": "rule cited in a ruling",
                "verbose_name_plural": "rules cited in rulings",
                "ordering": ["ruling", "pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "number", "day"), name="ruling_citation_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="RulingTie",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("oracle_id", models.CharField(max_length=64, verbose_name="oracle id")),
                ("digest", models.CharField(max_length=64)),
                ("number", models.CharField(max_length=20, verbose_name="number")),
                ("day", models.DateField(verbose_name="version")),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="created on")),
                ("withdrawn_at", models.DateTimeField(null=True, verbose_name="withdrawn on")),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="created by",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ties",
                        to="cards.ruling",
                        verbose_name="ruling",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="withdrawn by",
                    ),
                ),
            ],
            options={
                "verbose_name": "link from a ruling to a rule",
                "verbose_name_plural": "links from rulings to rules",
                "ordering": ["-made_at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("withdrawn_at", None)),
                        fields=("oracle_id", "digest", "number", "day"),
                        name="ruling_tie_once",
                    )
                ],
            },
        ),
    ]
