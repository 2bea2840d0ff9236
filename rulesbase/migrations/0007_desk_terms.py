import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0006_open_sessions"),
    ]

    operations = [
        migrations.CreateModel(
            name="CheckSwitch",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        help_text="A language code such as fr. Leave empty for all languages.",
                        max_length=8,
                        verbose_name="language",
                    ),
                ),
                (
                    "check_name",
                    models.CharField(
                        choices=[
                            ("controls", "Hidden signs and markup"),
                            ("numbers", "Rule numbers"),
                            ("references", "References"),
                            ("symbols", "Symbols"),
                            ("digits", "Numbers in the text"),
                            ("cards", "Names of cards"),
                            ("examples", "Examples"),
                            ("brackets", "Brackets"),
                            ("quotes", "Quotation marks"),
                            ("terms", "Terms"),
                            ("untranslated", "Words left in English"),
                            ("length", "Length"),
                            ("width", "Widths"),
                            ("spaces", "Spaces"),
                            ("doubled", "Repeated words"),
                        ],
                        max_length=20,
                        verbose_name="translation check",
                    ),
                ),
                ("on", models.BooleanField(default=True, verbose_name="check enabled")),
            ],
            options={
                "verbose_name": "setting of a translation check",
                "verbose_name_plural": "settings of translation checks",
                "ordering": ["check_name", "language"],
                "constraints": [models.UniqueConstraint(fields=("language", "check_name"), name="check_switch_once")],
            },
        ),
        migrations.CreateModel(
            name="TermEntry",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="created on")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("term", models.CharField(max_length=200, verbose_name="English term")),
                ("translation", models.CharField(max_length=200, verbose_name="translation")),
                (
                    "variants",
                    models.TextField(
                        blank=True,
                        help_text="Other words that are right too, one a line.",
                        verbose_name="other correct translations",
                    ),
                ),
                ("note", models.CharField(blank=True, max_length=300, verbose_name="note")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("agreed", "agreed translation"),
                            ("suggested", "suggested translation"),
                            ("declined", "rejected translation"),
                            ("superseded", "replaced"),
                        ],
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("glossary", "glossary of the rules"),
                            ("types", "type lines of cards"),
                            ("curator", "curator"),
                        ],
                        max_length=10,
                        verbose_name="origin",
                    ),
                ),
                ("revision", models.PositiveIntegerField(verbose_name="revision")),
                (
                    "evidence",
                    models.PositiveIntegerField(
                        default=0, verbose_name="number of texts or cards with this translation"
                    ),
                ),
                ("changed_at", models.DateTimeField(auto_now=True, verbose_name="changed")),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user who did this",
                    ),
                ),
                (
                    "former",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rulesbase.formercontributor",
                    ),
                ),
            ],
            options={
                "verbose_name": "term",
                "verbose_name_plural": "terms",
                "ordering": ["language", "term", "-revision"],
                "indexes": [models.Index(fields=["language", "status"], name="term_language")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("status", "agreed")),
                        fields=("language", "term"),
                        name="term_agreed_once",
                    ),
                    models.UniqueConstraint(fields=("language", "term", "revision"), name="term_revision"),
                ],
            },
        ),
    ]
