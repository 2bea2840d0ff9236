"""Watches, notes, reading lists and corrections name their document."""

import django.db.models.manager
from django.db import migrations, models

import rulesbase.models.rules


def _document() -> "models.CharField[str, str]":
    return models.CharField(
        choices=[
            ("cr", "Comprehensive Rules"),
            ("mtr", "Magic Tournament Rules"),
            ("ipg", "Infraction Procedure Guide"),
            ("rulebook", "Rulebooks before 1999"),
        ],
        db_default="cr",
        default=rulesbase.models.rules.active_document,
        max_length=10,
        verbose_name="document",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0030_questions_of_documents"),
    ]

    operations = [
        *(
            migrations.AddField(model_name=name, name="document", field=_document())
            for name in ("watch", "rulenote", "readingitem", "correction")
        ),
        migrations.AddField(
            model_name="watchmail",
            name="told_documents",
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.AlterModelManagers(
            name="correction",
            managers=[("every", django.db.models.manager.Manager())],
        ),
    ]
