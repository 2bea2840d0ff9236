"""Comments can be resolved, readers can report a translation, and terms can come from aligned texts."""

from typing import ClassVar

from django.db import migrations, models

_VERBS = [
    ("imported", "file imported"),
    ("undone", "import undone"),
    ("saved", "text saved"),
    ("submitted", "text sent for review"),
    ("approved", "approved"),
    ("returned", "text returned to the author"),
    ("reverted", "earlier text restored"),
    ("adopted", "rule numbers updated"),
    ("kept", "text approved unchanged"),
    ("withdrawn", "text withdrawn"),
    ("commented", "comment added"),
    ("resolved", "comment resolved"),
    ("exported", "data exported"),
]
_ORIGINS = [
    ("glossary", "glossary of the rules"),
    ("types", "type lines of cards"),
    ("texts", "texts matched with the English"),
    ("curator", "curator"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rulesbase", "0025_version_once")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="reviewcomment",
            name="from_reader",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name="reviewcomment",
            name="resolved_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="comment resolved"),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="actionlog",
                    name="verb",
                    field=models.CharField(choices=_VERBS, max_length=20, verbose_name="type of action"),
                ),
                migrations.AlterField(
                    model_name="termentry",
                    name="origin",
                    field=models.CharField(choices=_ORIGINS, max_length=10, verbose_name="origin"),
                ),
            ]
        ),
    ]
