"""A change may be of wording alone. Only the choices of the form change, not the table."""

from typing import ClassVar

from django.db import migrations, models

_WEIGHTS = [
    ("none", "none"),
    ("substance", "change of substance"),
    ("references", "references"),
    ("typography", "typography"),
    ("example", "example"),
    ("wording", "change of wording"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rulesbase", "0020_relations")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="change",
                    name="weight",
                    field=models.CharField(choices=_WEIGHTS, max_length=10),
                )
            ]
        )
    ]
