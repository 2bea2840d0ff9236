"""When written questions were retired for a while, and in which language somebody wrote of a question."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0017_tokens"),
    ]

    operations = [
        migrations.AddField(
            model_name="writtenquestion",
            name="pauses",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="questionnote",
            name="language",
            field=models.CharField(blank=True, max_length=8, verbose_name="language"),
        ),
    ]
