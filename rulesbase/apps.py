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
        from rulesbase.held import register_parts

        register_parts()
