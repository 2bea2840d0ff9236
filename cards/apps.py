"""The Django application of the cards."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Cards, faces, printed names and rulings."""

    name = "cards"
    verbose_name = "Cards"

    def ready(self) -> None:
        """Register what the cards offer to the rules app; models can be imported from here on."""
        from cards.drills.decks import DECKS_OF_LEVELS, draw_names, fill_name_decks
        from cards.drills.html import render
        from cards.hooks.card_source import Cards
        from cards.hooks.impact import register_impact_kinds
        from cards.hooks.integrity import register_checks
        from cards.hooks.personal_data import register_parts
        from cards.hooks.public_tables import register_tables
        from rulesbase.core import card_interface
        from rulesbase.models import Question
        from rulesbase.study import update
        from rulesbase.study.decks import generated
        from rulesbase.study.exams import draw
        from rulesbase.study.questions import render as questions

        register_tables()
        questions.register(Question.Kind.NAME, render)
        update.register("names", fill_name_decks)
        generated.register(DECKS_OF_LEVELS)
        # The share of name questions in an exam, in percent.
        draw.register(draw.NAMES, draw_names, 20)
        register_parts()
        register_checks()
        register_impact_kinds()
        card_interface.register(Cards())
