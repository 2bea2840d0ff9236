"""Count changes of translations by language, so that cached pages of other languages stay valid."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0018_pauses_and_languages"),
    ]

    operations = [
        migrations.AddField(
            model_name="state",
            name="translated_into",
            field=models.JSONField(db_default={}, default=dict),
        ),
    ]
