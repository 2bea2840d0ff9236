"""Questions name their document, and have kinds for the tournament documents."""

from django.db import migrations, models

import rulesbase.models.rules


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0029_version_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="question",
            name="document",
            field=models.CharField(
                choices=[
                    ("cr", "Comprehensive Rules"),
                    ("mtr", "Magic Tournament Rules"),
                    ("ipg", "Infraction Procedure Guide"),
                    ("rulebook", "Rulebooks before 1999"),
                ],
                db_default="cr",
                default=rulesbase.models.rules.active_document,
                max_length=10,
                verbose_name="document",
            ),
        ),
        # Choices are no part of the table, which SQLite would write anew.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="question",
                    name="kind",
                    field=models.CharField(
                        choices=[
                            ("cloze", "fill the gap"),
                            ("which", "which rule a text comes from"),
                            ("heading", "number and title of a chapter"),
                            ("term", "what a term means"),
                            ("definition", "which term a definition explains"),
                            ("keyword", "what a keyword does"),
                            ("rests", "rules that a rule refers to"),
                            ("changed", "what changed in a rule"),
                            ("name", "card names"),
                            ("translation", "terms in other languages"),
                            ("happens", "what happens in a situation"),
                            ("find", "which rule applies to a situation"),
                            ("error", "spot the error"),
                            ("then", "old and new text of a rule"),
                            ("penalty", "penalty for an infraction"),
                            ("infraction", "which infraction is described"),
                            ("section", "content of a section of a document"),
                            ("table", "name a value from a table of a tournament document"),
                            ("written", "question written by a person"),
                            ("own", "flash card written by a user"),
                        ],
                        max_length=12,
                    ),
                ),
            ]
        ),
    ]
