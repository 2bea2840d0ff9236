"""Three more checks can be switched. Only the choices of the form change, not the table."""

from typing import ClassVar

from django.db import migrations, models

_CHOICES = [
    ("controls", "Hidden signs and markup"),
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
    ("width", "Widths"),
    ("spaces", "Spaces"),
    ("doubled", "Repeated words"),
]


class Migration(migrations.Migration):
    dependencies: ClassVar = [("rulesbase", "0021_wording_weight")]

    operations: ClassVar = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="checkswitch",
                    name="check_name",
                    field=models.CharField(choices=_CHOICES, max_length=20, verbose_name="translation check"),
                )
            ]
        )
    ]
