"""Plural labels of models for the admin."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0038_api_tokens_and_late_notes"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="binding",
            options={
                "verbose_name": "match between a text in a file and the English text",
                "verbose_name_plural": "matches between texts in files and the English texts",
            },
        ),
        migrations.AlterModelOptions(
            name="change",
            options={"verbose_name": "change", "verbose_name_plural": "changes"},
        ),
        migrations.AlterModelOptions(
            name="draft",
            options={"verbose_name": "draft", "verbose_name_plural": "drafts"},
        ),
        migrations.AlterModelOptions(
            name="edition",
            options={
                "ordering": ["version__date", "language"],
                "verbose_name": "edition",
                "verbose_name_plural": "editions",
            },
        ),
        migrations.AlterModelOptions(
            name="example",
            options={"ordering": ["position"], "verbose_name": "example", "verbose_name_plural": "examples"},
        ),
        migrations.AlterModelOptions(
            name="formercontributor",
            options={"verbose_name": "former contributor", "verbose_name_plural": "former contributors"},
        ),
        migrations.AlterModelOptions(
            name="kinship",
            options={
                "verbose_name": "relation between two rules",
                "verbose_name_plural": "relations between two rules",
            },
        ),
        migrations.AlterModelOptions(
            name="reviewcomment",
            options={"ordering": ["made_at", "pk"], "verbose_name": "comment", "verbose_name_plural": "comments"},
        ),
        migrations.AlterModelOptions(
            name="rule",
            options={"verbose_name": "rule", "verbose_name_plural": "rules"},
        ),
        migrations.AlterModelOptions(
            name="source",
            options={"ordering": ["-imported_at", "-pk"], "verbose_name": "source", "verbose_name_plural": "sources"},
        ),
        migrations.AlterModelOptions(
            name="translatedplace",
            options={
                "verbose_name": "translation of a rule or term",
                "verbose_name_plural": "translations of rules and terms",
            },
        ),
        migrations.AlterModelOptions(
            name="translation",
            options={"verbose_name": "translation", "verbose_name_plural": "translations"},
        ),
        migrations.AlterModelOptions(
            name="version",
            options={"ordering": ["date"], "verbose_name": "version", "verbose_name_plural": "versions"},
        ),
    ]
