from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rulesbase", "0010_uploads")]

    operations = [
        migrations.AddField(
            model_name="state",
            name="translated",
            field=models.PositiveBigIntegerField(default=0),
        ),
    ]
