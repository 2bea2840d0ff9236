"""New kinds of questions: situations, errors, then and now."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0027_fitted_parameters"),
    ]

    # Choices are no part of the table, which SQLite would write anew.
    operations = [
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
                            ("written", "question written by a person"),
                            ("own", "flash card written by a user"),
                        ],
                        max_length=12,
                    ),
                ),
            ]
        ),
    ]
