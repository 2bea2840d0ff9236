"""The Django application of the cards."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, faces, printed names and rulings."""

    name = "cards"
    verbose_name = "Cards"

    def ready(self) -> None:
        """Say what is held of people; models can be named from here on."""
        from cards.downloaded import register_tables
        from cards.held import register_parts

        register_tables()
        register_parts()
