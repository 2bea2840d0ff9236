"""Parameters of spaced repetition fitted to a learner."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0026_comments"),
    ]

    operations = [
        migrations.AddField(
            model_name="studyoptions",
            name="fitted_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="studyoptions",
            name="fitted_reviews",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="studyoptions",
            name="parameters",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="studyoptions",
            name="tried_reviews",
            field=models.PositiveIntegerField(db_default=0),
        ),
    ]
