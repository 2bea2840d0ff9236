"""A change may be of wording alone. Only the choices of the form change, not the table."""

from typing import ClassVar

from django.db import migrations, models

_WEIGHTS = ["none", "substance", "references", "typography", "example", "wording"]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rulesbase", "0020_relations")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="change",
                    name="weight",
                    field=models.CharField(choices=[(name, name) for name in _WEIGHTS], max_length=10),
                )
            ]
        )
    ]
