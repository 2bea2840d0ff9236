"""Tokens of accounts, and by which token something was done."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import rulesbase.models.current_token
from rulesbase.migrations._append_only import put_on, take_off


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0016_reading_notes"),
    ]

    operations = [
        # SQLite copies a table to add a column, and loses its triggers.
        migrations.RunPython(take_off, put_on),
        migrations.AddField(
            model_name="actionlog",
            name="token",
            field=models.CharField(
                blank=True, default=rulesbase.models.current_token.token_now, editable=False, max_length=60
            ),
        ),
        migrations.RunPython(put_on, take_off),
        migrations.AddField(
            model_name="correction",
            name="made_by_token",
            field=models.CharField(
                blank=True, default=rulesbase.models.current_token.token_now, editable=False, max_length=60
            ),
        ),
        migrations.AddField(
            model_name="correction",
            name="withdrawn_by_token",
            field=models.CharField(blank=True, editable=False, max_length=60),
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "scope",
                    models.CharField(
                        choices=[("read", "read only"), ("write", "read and write")],
                        max_length=8,
                        verbose_name="access rights",
                    ),
                ),
                ("hint", models.CharField(max_length=12)),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="SHA-256")),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="created on")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="valid until")),
                ("used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="SentOnce",
            fields=[
                ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=100)),
                ("digest", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(default=0)),
                ("body", models.JSONField(default=dict)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="sent", to="rulesbase.apitoken"
                    ),
                ),
            ],
            options={
                "verbose_name": "stored response for a repeated request",
                "verbose_name_plural": "stored responses for repeated requests",
            },
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.UniqueConstraint(fields=("user", "name"), name="api_token_name"),
        ),
        migrations.AddConstraint(
            model_name="sentonce",
            constraint=models.UniqueConstraint(fields=("token", "key"), name="sent_once"),
        ),
    ]
