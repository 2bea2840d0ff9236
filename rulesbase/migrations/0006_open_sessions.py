"""Adds sessions as people see them, the count of mails, and whose corrections those of former accounts were."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0005_language_roles"),
    ]

    operations = [
        migrations.CreateModel(
            name="OpenSession",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_key", models.CharField(max_length=40, unique=True)),
                ("browser", models.CharField(blank=True, max_length=20)),
                ("system", models.CharField(blank=True, max_length=20)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("seen_at", models.DateTimeField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="open_sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-seen_at", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="SentMail",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("sent_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["digest", "sent_at"], name="sent_mail_lately")],
            },
        ),
        migrations.AddField(
            model_name="correction",
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
            model_name="correction",
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
