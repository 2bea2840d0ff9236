"""Plainer labels of question types, of the date of your last study, and of the name of a version."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0036_fewer_indexes"),
    ]

    operations = [
        # Words for people are no part of the tables.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="question",
                    name="kind",
                    field=models.CharField(
                        choices=[
                            ("cloze", "fill in the blank"),
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
                            ("table", "value from a table of a tournament document"),
                            ("written", "question written by a person"),
                            ("own", "flash card written by a user"),
                        ],
                        max_length=12,
                    ),
                ),
                migrations.AlterField(
                    model_name="studyoptions",
                    name="knows",
                    field=models.DateField(
                        blank=True, null=True, verbose_name="date when you last studied the rules or judged an event"
                    ),
                ),
                migrations.AlterField(
                    model_name="version",
                    name="name",
                    field=models.CharField(
                        blank=True,
                        help_text="The name of the set that was released with this version.",
                        max_length=120,
                        verbose_name="name",
                    ),
                ),
            ],
        ),
    ]
