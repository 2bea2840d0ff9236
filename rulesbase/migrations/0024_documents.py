"""Versions, sources and Rules name their document; all of today belong to the Comprehensive Rules."""

import django.db.models.manager
from django.db import migrations, models

import rulesbase.models.rules

_DOCUMENTS = [
    ("cr", "Comprehensive Rules"),
    ("mtr", "Magic Tournament Rules"),
    ("ipg", "Infraction Procedure Guide"),
    ("rulebook", "Rulebooks before 1999"),
]


def document_field() -> models.CharField:
    return models.CharField(
        choices=_DOCUMENTS,
        db_default="cr",
        default=rulesbase.models.rules.active_document,
        max_length=10,
        verbose_name="document",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0023_search_synonyms"),
    ]

    operations = [
        *(
            migrations.AlterModelManagers(name=name, managers=[("every", django.db.models.manager.Manager())])
            for name in ("change", "edition", "kinship", "rule", "source", "version")
        ),
        *(
            migrations.AddField(model_name=name, name="document", field=document_field())
            for name in ("rule", "source", "version")
        ),
    ]
