"""Users can turn the mails of the desk off; words of the desk."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rulesbase", "0033_corrections_of_terms"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="desk_mails",
            field=models.BooleanField(db_default=True, default=True, verbose_name="e-mails from the translation desk"),
        ),
        # Words for people are no part of the tables.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="checkswitch",
                    name="check_name",
                    field=models.CharField(
                        choices=[
                            ("controls", "Invisible characters and markup"),
                            ("numbers", "Rule numbers"),
                            ("references", "References"),
                            ("symbols", "Symbols"),
                            ("digits", "Numbers in the text"),
                            ("cards", "Names of cards"),
                            ("examples", "Examples"),
                            ("brackets", "Brackets"),
                            ("quotes", "Quotation marks"),
                            ("terms", "Terms"),
                            ("untranslated", "Words left in English"),
                            ("sentences", "Number of sentences"),
                            ("length", "Length"),
                            ("ending", "Final punctuation"),
                            ("headings", "Headings"),
                            ("width", "Full-width and half-width characters"),
                            ("spaces", "Spaces"),
                            ("doubled", "Repeated words"),
                        ],
                        max_length=20,
                        verbose_name="translation check",
                    ),
                ),
                migrations.AlterField(
                    model_name="termentry",
                    name="variants",
                    field=models.TextField(
                        blank=True,
                        help_text="Other correct translations, one per line.",
                        verbose_name="other correct translations",
                    ),
                ),
            ]
        ),
    ]
