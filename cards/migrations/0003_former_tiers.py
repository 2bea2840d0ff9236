"""Says of ties between rulings and rules which former contributor made or withdrew them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0002_rulings"),
        ("rulesbase", "0006_open_sessions"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulingtie",
            name="former_maker",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rulesbase.formercontributor",
            ),
        ),
        migrations.AddField(
            model_name="rulingtie",
            name="former_withdrawer",
            field=models.ForeignKey(
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="rulesbase.formercontributor",
            ),
        ),
    ]
