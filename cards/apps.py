"""The Django application of the cards."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, faces, printed names and rulings."""

    name = "cards"
    verbose_name = "Cards"
