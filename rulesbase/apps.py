"""The Django application of the rules."""

from django.apps import AppConfig


class RulesbaseConfig(AppConfig):
    """Versions, editions, rules, accounts and their pages."""

    name = "rulesbase"
    verbose_name = "Rulesbase"
    # Entries are counted in hundred thousands and hold five keys each: four bytes a key, not eight.
    default_auto_field = "django.db.models.AutoField"

    def ready(self) -> None:
        """Say what is held of people; models can be named from here on."""
        from rulesbase import tokens, watches_held
        from rulesbase.downloads_tables import register_tables
        from rulesbase.held import register_parts
        from rulesbase.study import held as study_held
        from rulesbase.study import (
            own_cards,
            paper_rules,
            paper_written,
            reading_held,
            written_following,
            written_held,
            written_rendering,
        )

        register_parts()

        from rulesbase.study.generated import register_kinds

        register_kinds()
        study_held.register_parts()
        reading_held.register_parts()
        own_cards.register_kind()
        written_held.register_parts()
        written_rendering.register_kind()
        written_following.register_verb()
        paper_written.register_source()
        paper_rules.register_source()
        watches_held.register_parts()
        tokens.register_parts()
        register_tables()
