"""By which token ties of rulings were made and withdrawn."""

from django.db import migrations, models

import rulesbase.models.current_token


class Migration(migrations.Migration):
    dependencies = [
        ("cards", "0003_former_tiers"),
    ]

    operations = [
        migrations.AddField(
            model_name="rulingtie",
            name="made_by_token",
            field=models.CharField(
                blank=True, default=rulesbase.models.current_token.token_now, editable=False, max_length=60
            ),
        ),
        migrations.AddField(
            model_name="rulingtie",
            name="withdrawn_by_token",
            field=models.CharField(blank=True, editable=False, max_length=60),
        ),
    ]
