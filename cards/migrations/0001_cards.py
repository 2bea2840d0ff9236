import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="CardFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("sha256", models.CharField(max_length=64, unique=True, verbose_name="SHA-256")),
                ("name", models.CharField(max_length=255, verbose_name="name")),
                ("layout", models.CharField(max_length=60, verbose_name="layout")),
                ("importer_version", models.PositiveSmallIntegerField(verbose_name="importer version")),
                ("counts", models.JSONField(default=dict, verbose_name="number of records in the file")),
                ("problems", models.JSONField(default=list, verbose_name="problems")),
                ("imported_at", models.DateTimeField(auto_now=True, verbose_name="file imported")),
            ],
            options={
                "verbose_name": "card file",
                "verbose_name_plural": "card files",
                "ordering": ["-imported_at"],
            },
        ),
        migrations.CreateModel(
            name="CardSet",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("code", models.CharField(max_length=12, unique=True, verbose_name="set code")),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="name")),
                ("kind", models.CharField(blank=True, max_length=40, verbose_name="kind")),
                ("released", models.DateField(blank=True, null=True, verbose_name="release date")),
            ],
            options={
                "verbose_name": "card set",
                "ordering": ["-released", "code"],
            },
        ),
        migrations.CreateModel(
            name="Retired",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old_id", models.CharField(max_length=36, unique=True, verbose_name="old Scryfall id")),
                ("new_id", models.CharField(blank=True, max_length=36, verbose_name="new Scryfall id")),
                ("day", models.DateField(blank=True, null=True, verbose_name="day")),
                ("note", models.TextField(blank=True, verbose_name="note")),
            ],
            options={
                "verbose_name": "id that Scryfall replaced or deleted",
                "ordering": ["-day", "old_id"],
            },
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("oracle_id", models.CharField(max_length=64, unique=True, verbose_name="oracle id")),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                ("slug", models.SlugField(allow_unicode=True, max_length=320, unique=True)),
                ("layout", models.CharField(max_length=40, verbose_name="layout")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("card", "card"),
                            ("token", "token"),
                            ("emblem", "emblem"),
                            ("nothing", "not part of the game"),
                        ],
                        default="card",
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("mana_value", models.FloatField(default=0, verbose_name="mana value")),
                ("colors", models.CharField(blank=True, max_length=5, verbose_name="colours")),
                ("color_identity", models.CharField(blank=True, max_length=5, verbose_name="colour identity")),
                ("keywords", models.JSONField(default=list, verbose_name="keywords")),
                ("legalities", models.JSONField(default=dict, verbose_name="legality in each format")),
                ("released", models.DateField(blank=True, null=True, verbose_name="release date")),
                ("is_variant", models.BooleanField(default=False, verbose_name="same name, different text")),
                ("is_playtest", models.BooleanField(default=False, verbose_name="playtest card")),
                ("is_sample", models.BooleanField(default=False, verbose_name="sample")),
                ("standing", models.CharField(default="", editable=False, max_length=40)),
                (
                    "first_set",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="+", to="cards.cardset"
                    ),
                ),
            ],
            options={
                "verbose_name": "card",
                "ordering": ["name", "oracle_id"],
            },
        ),
        migrations.CreateModel(
            name="Face",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                ("mana_cost", models.CharField(blank=True, max_length=120, verbose_name="mana cost")),
                ("mana_value", models.FloatField(blank=True, null=True, verbose_name="mana value")),
                ("type_line", models.CharField(blank=True, max_length=200, verbose_name="type line")),
                ("colors", models.CharField(blank=True, max_length=5, verbose_name="colours")),
                ("color_indicator", models.CharField(blank=True, max_length=5, verbose_name="colour indicator")),
                ("text", models.TextField(blank=True, verbose_name="text")),
                ("power", models.CharField(blank=True, max_length=12, verbose_name="power")),
                ("toughness", models.CharField(blank=True, max_length=12, verbose_name="toughness")),
                ("loyalty", models.CharField(blank=True, max_length=12, verbose_name="loyalty")),
                ("defense", models.CharField(blank=True, max_length=12, verbose_name="defense")),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="faces", to="cards.card"
                    ),
                ),
            ],
            options={
                "verbose_name": "face",
                "ordering": ["card", "position"],
            },
        ),
        migrations.CreateModel(
            name="Interchangeable",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                ("other", models.CharField(max_length=300, verbose_name="other name")),
                ("since", models.DateField(blank=True, null=True, verbose_name="first printing")),
                ("source", models.CharField(max_length=300, verbose_name="source")),
                ("shipped", models.BooleanField(default=False, verbose_name="included with the software")),
            ],
            options={
                "verbose_name": "interchangeable names",
                "verbose_name_plural": "interchangeable names",
                "ordering": ["name"],
                "constraints": [models.UniqueConstraint(fields=("name", "other"), name="interchangeable_once")],
            },
        ),
        migrations.CreateModel(
            name="NameEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("card_name", models.CharField(max_length=300, verbose_name="card")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("misprint", "misprint"),
                            ("correction", "correction"),
                            ("renaming", "renaming"),
                            ("duplicate", "duplicate"),
                        ],
                        max_length=12,
                        verbose_name="kind",
                    ),
                ),
                ("printed", models.CharField(max_length=300, verbose_name="printed name")),
                ("instead", models.CharField(blank=True, max_length=300, verbose_name="correct name")),
                ("when", models.CharField(blank=True, max_length=10, verbose_name="date of the change")),
                ("card_set", models.CharField(blank=True, max_length=200, verbose_name="card set")),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("source", models.CharField(max_length=300, verbose_name="source")),
                ("shipped", models.BooleanField(default=False, verbose_name="included with the software")),
            ],
            options={
                "verbose_name": "misprint or renaming",
                "verbose_name_plural": "misprints and renamings",
                "ordering": ["card_name", "when"],
                "indexes": [models.Index(fields=["card_name"], name="name_event_card")],
            },
        ),
        migrations.CreateModel(
            name="PrintedName",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(max_length=8, verbose_name="language")),
                ("name", models.CharField(max_length=300, verbose_name="printed name")),
                ("flavor", models.BooleanField(default=False, verbose_name="flavor name")),
                ("reading", models.CharField(blank=True, max_length=300, verbose_name="reading in kana")),
                ("type_line", models.CharField(blank=True, max_length=400, verbose_name="printed type line")),
                ("text", models.TextField(blank=True, verbose_name="printed text")),
                ("collector_number", models.CharField(blank=True, max_length=20, verbose_name="collector number")),
                ("source", models.CharField(max_length=20, verbose_name="source")),
                ("key", models.CharField(editable=False, max_length=24, unique=True)),
                ("standing", models.CharField(default="", editable=False, max_length=40)),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="printed_names", to="cards.card"
                    ),
                ),
                (
                    "card_set",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="printed_names",
                        to="cards.cardset",
                    ),
                ),
                (
                    "face",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="printed_names",
                        to="cards.face",
                    ),
                ),
            ],
            options={
                "verbose_name": "printed name",
                "ordering": ["language", "name"],
            },
        ),
        migrations.CreateModel(
            name="Printing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.CharField(blank=True, max_length=20, verbose_name="collector number")),
                ("released", models.DateField(blank=True, null=True, verbose_name="release date")),
                ("scryfall_id", models.CharField(blank=True, max_length=36, verbose_name="Scryfall id")),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="printings", to="cards.card"
                    ),
                ),
                (
                    "card_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="printings", to="cards.cardset"
                    ),
                ),
            ],
            options={
                "verbose_name": "printing",
                "ordering": ["released", "card_set", "number"],
            },
        ),
        migrations.CreateModel(
            name="RelatedPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("component", models.CharField(max_length=40, verbose_name="kind of relation")),
                ("name", models.CharField(max_length=300, verbose_name="name")),
                ("sure", models.BooleanField(default=False, editable=False)),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="cards.card"
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="part_of", to="cards.card"
                    ),
                ),
            ],
            options={
                "verbose_name": "related card or token",
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("date", models.DateField(verbose_name="date")),
                ("source", models.CharField(blank=True, max_length=40, verbose_name="source")),
                ("text", models.TextField(verbose_name="text")),
                ("digest", models.CharField(max_length=64)),
                (
                    "card",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="rulings", to="cards.card"
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "ordering": ["date", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("card", models.CharField(max_length=301, verbose_name="card")),
                ("kind", models.CharField(max_length=12, verbose_name="kind")),
                ("what", models.JSONField(verbose_name="data of the card")),
                ("digest", models.CharField(max_length=32, unique=True)),
            ],
            options={
                "verbose_name": "data for a card not imported yet",
                "verbose_name_plural": "data of cards that are not imported yet",
                "indexes": [models.Index(fields=["card"], name="waiting_card")],
            },
        ),
        migrations.AddIndex(
            model_name="card",
            index=models.Index(fields=["kind", "name"], name="card_kind_name"),
        ),
        migrations.AddConstraint(
            model_name="face",
            constraint=models.UniqueConstraint(fields=("card", "position"), name="face_once"),
        ),
        migrations.AddIndex(
            model_name="printedname",
            index=models.Index(fields=["name", "language"], name="printed_name"),
        ),
        migrations.AddIndex(
            model_name="printing",
            index=models.Index(fields=["scryfall_id"], name="printing_scryfall_id"),
        ),
        migrations.AddConstraint(
            model_name="printing",
            constraint=models.UniqueConstraint(fields=("card", "card_set", "number"), name="printing_once"),
        ),
        migrations.AddConstraint(
            model_name="relatedpart",
            constraint=models.UniqueConstraint(fields=("card", "component", "name"), name="part_once"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(fields=("card", "digest"), name="ruling_once"),
        ),
    ]
