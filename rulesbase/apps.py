"""The Django application of the rules."""

import gc

from django.apps import AppConfig

# Objects allocated before a collection of generation 0; collections of one generation before the next one. With
# Python's default of 700, collecting takes a fifth of the time of an import and a tenth of that of a page.
GC_THRESHOLD = (50_000, 20, 50)


class RulesbaseConfig(AppConfig):
    """Versions, editions, rules, accounts and their pages."""

    name = "rulesbase"
    verbose_name = "Rulesbase"
    # Entries are counted in hundred thousands and hold five keys each: four bytes a key, not eight.
    default_auto_field = "django.db.models.AutoField"

    def ready(self) -> None:
        """Register what packages offer to lower ones: personal data, kinds of questions, notes on pages, tables.

        Also set the garbage collector: the modules loaded so far live until the end and are not searched again.
        """
        from django.views import debug
        from django.views.defaults import page_not_found

        from rulesbase.accounts import api_tokens, personal_data
        from rulesbase.annotations import personal_data as annotations_data
        from rulesbase.annotations.margin_html import with_notes
        from rulesbase.annotations.rule_texts import update_reading_links
        from rulesbase.downloads.public_tables import register_tables
        from rulesbase.impact.own_kinds import register_own_kinds
        from rulesbase.lineage.assign_rules import register_after_lineage
        from rulesbase.models import Question
        from rulesbase.reading.page_frame import register_notes
        from rulesbase.study import personal_data as study_data
        from rulesbase.study.authored import html as authored_html
        from rulesbase.study.authored.content import settle_citations
        from rulesbase.study.authored.study_cards import DECKS_OF_LEVELS
        from rulesbase.study.decks import generated
        from rulesbase.study.exams import draw
        from rulesbase.study.exams.authored_items import draw_written
        from rulesbase.study.exams.rule_questions import draw_rules
        from rulesbase.study.questions import generated_html
        from rulesbase.study.questions import render as questions
        from rulesbase.watches import actions as watches

        # The order of the parts is that of the export of somebody's data.
        personal_data.register_parts()
        study_data.register_parts()
        annotations_data.register_parts()
        study_data.register_authored_parts()
        watches.register_personal_data()
        api_tokens.register_parts()

        for kind in generated_html.KINDS:
            questions.register(kind, generated_html.render)
        questions.register(Question.Kind.OWN, generated_html.render_own_cards)
        questions.register(Question.Kind.WRITTEN, authored_html.render)
        # The shares of the sources in an exam on everything, in percent.
        draw.register(draw.WRITTEN, draw_written, 30)
        draw.register("rules", draw_rules, 100)
        draw.register(draw.GLOSSARY, draw_rules, 0)
        generated.register(DECKS_OF_LEVELS)

        # With DEBUG, Django answers its own page without a setting for another one.
        debug.technical_404_response = page_not_found

        register_notes(with_notes)
        register_tables()
        register_own_kinds()
        register_after_lineage(watches.relink_watches)
        register_after_lineage(update_reading_links)
        register_after_lineage(settle_citations)

        gc.set_threshold(*GC_THRESHOLD)
        gc.freeze()
