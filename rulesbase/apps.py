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
        from rulesbase.accounts import api_tokens
        from rulesbase.accounts.personal_data import register_parts
        from rulesbase.annotations import personal_data as annotations_personal_data
        from rulesbase.downloads.public_tables import register_tables
        from rulesbase.study import personal_data as study_held
        from rulesbase.study.authored import (
            html as authored_html,
        )
        from rulesbase.study.authored import (
            personal_data as authored_personal_data,
        )
        from rulesbase.study.authored import (
            study_cards,
        )
        from rulesbase.study.exams import authored_items, rule_items
        from rulesbase.study.questions import own_cards_html
        from rulesbase.watches import actions

        register_parts()

        from rulesbase.study.questions.html import register_kinds

        register_kinds()
        study_held.register_parts()
        annotations_personal_data.register_parts()
        own_cards_html.register_kind()
        authored_personal_data.register_parts()
        authored_html.register_kind()
        study_cards.register_verb()
        authored_items.register_source()
        rule_items.register_source()
        actions.register_parts()
        api_tokens.register_parts()
        register_tables()

        from rulesbase.annotations.rule_texts import settle_reading
        from rulesbase.lineage.signals import lineage_rebuilt
        from rulesbase.watches.actions import settle_watches

        lineage_rebuilt.connect(lambda **_sent: settle_watches(), weak=False, dispatch_uid="watches")
        lineage_rebuilt.connect(lambda **_sent: settle_reading(), weak=False, dispatch_uid="annotations")

        from rulesbase.annotations.margin_html import with_notes
        from rulesbase.reading.page_frame import register_notes

        register_notes(with_notes)
