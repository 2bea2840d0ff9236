"""The Django application of the cards."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, faces, printed names and rulings."""

    name = "cards"
    verbose_name = "Cards"

    def ready(self) -> None:
        """Say what is held of people, and who asks about names; models can be named from here on."""
        from cards import drilling_decks, drilling_rendering, papers
        from cards.data_checks import register_checks
        from cards.downloaded import register_tables
        from cards.held import register_parts
        from cards.written import register_looks

        register_tables()
        drilling_rendering.register_kind()
        drilling_decks.register_decks()
        papers.register_source()
        register_parts()
        register_looks()
        register_checks()
