"""The Django application of the cards."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, faces, printed names and rulings."""

    name = "cards"
    verbose_name = "Cards"

    def ready(self) -> None:
        """Say what is held of people, and who asks about names; models can be named from here on."""
        from cards.drills import decks
        from cards.drills import html as drills_html
        from cards.hooks.card_source import Cards
        from cards.hooks.impact import register_impact_kinds
        from cards.hooks.integrity import register_checks
        from cards.hooks.personal_data import register_parts
        from cards.hooks.public_tables import register_tables
        from rulesbase.core.card_interface import register

        register_tables()
        drills_html.register_kind()
        decks.register_decks()
        decks.register_source()
        register_parts()
        register_checks()
        register_impact_kinds()
        register(Cards())
