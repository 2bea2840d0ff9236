"""Who may do what: every address, and whom its GET and its POST let in. A new address has to be entered here.

``anybody`` needs no account. ``person`` is everybody with one, ``desk`` everybody with work at the desk in any
language, ``import`` everybody who imports in any. ``translate``, ``review`` and ``edit`` are verbs of French, the
language of the examples. ``curate`` is for curators and administrators. ``-`` is a verb that the address does not have.
A view may check more for the thing itself: the examples are things in English.
"""

# (whom GET lets in, whom POST lets in) -> names of addresses
MATRIX: dict[tuple[str, str], str] = {
    ("anybody", "-"): """
        display api-root api-documents api-versions api-version api-text api-tree api-entries api-entry api-glossary
        api-term api-translations api-editions api-edition api-rules api-rule api-changes api-citation
        api-wording api-search api-search-through api-rule-line api-cards api-card api-card-rulings
        api-rulings api-names api-fuzzy api-schema api-docs api-other-apis download-archive
        download-file download worker embed_script robots sitemap sitemap_part home versions search
        archive heat source source-file edition downloads downloads-version feeds feed_versions
        feed_rule feed_card feed_search feed_translations rules_latest contents introduction credits
        place preview since term_since glossary_latest glossary term term_preview coverage help_marks offline
        offline_pages offline_names manifest study study-booth study-start study-start-at study-cards
        study-changed study-decks study-deck-json study-deck study-list study-path study-path-week go
        history_at term_history_at rule_history rule_now citation study-question study-anki compare_form
        compare impact rule_impact feed_impact documents card_list card rule_rulings names name_suggest
        search_suggest drill
    """,
    ("anybody", "person"): """
        watch
    """,
    ("-", "person"): """
        desk-mails sessions-end session-end token-revoke backup-codes unwatch study-grade study-undo study-aside
        study-sync study-take-over study-choose study-make study-change study-note-delete study-list-change
        study-list-add study-list-copy study-list-item study-path-done study-fit study-reviews-import
    """,
    ("person", "person"): """
        account password address tokens delete second-factor watches study-options
        study-card study-note-add study-note study-lists study-list-put study-list-delete study-suggest
        study-question-report report_translation
    """,
    ("anybody", "anybody"): """
        api-citations api-nowhere sign-in sign-up join reset reset-password confirm-address unsubscribe cite
        study-test
    """,
    ("person", "-"): """
        sessions export digest study-notes study-question-notes api-desk second-factor-picture study-queue
        admin-password study-leeches study-reviews-csv study-reviews-anki study-set-aside
    """,
    ("translate", "-"): """
        desk_exchange_file desk_queue desk_next desk_list desk_at desk_statistics desk_log desk_history
        api-desk-queue api-desk-text
        api-desk-history
    """,
    ("curate", "curate"): """
        api-desk-corrections api-desk-ties curate_lineage desk_question_new desk_question_note curate_rulings
        curate_rulings_check
    """,
    ("edit", "edit"): """
        desk_replace
    """,
    ("-", "edit"): """
        api-desk-many api-desk-take-back api-desk-term desk_terms_grow desk_bulk desk_batch
    """,
    ("-", "translate"): """
        desk_draft desk_checks api-desk-save api-desk-comment api-desk-revert
    """,
    ("-", "curate"): """
        curate_lineage_withdraw curate_rulings_withdraw api-desk-correction-withdraw api-desk-tie-withdraw
        curate_import_undo
    """,
    ("translate", "translate"): """
        api-desk-terms desk_terms desk_edit
    """,
    ("desk", "-"): """
        desk_questions desk_questions_file desk_question_history desk
    """,
    ("curate", "-"): """
        curate_status desk_question_notes curate_import_report
    """,
    ("-", "review"): """
        api-desk-approve api-desk-send-back api-desk-withdraw
    """,
    ("-", "import"): """
        api-desk-imports api-desk-import-confirm
    """,
    ("import", "import"): """
        curate_import curate_import_preview
    """,
    ("desk", "desk"): """
        desk_question
    """,
    ("translate", "edit"): """
        desk_exchange desk_term
    """,
    ("import", "-"): """
        api-desk-import
    """,
    ("-", "anybody"): """
        sign-out admin-sign-out
    """,
    ("desk", "curate"): """
        desk_questions_exchange
    """,
}
# What a role may: the words above that are true of it.
ROLES = {
    "": set(),
    "readers": {"person"},
    "judges": {"person"},
    "translators-fr": {"person", "desk", "translate"},
    "reviewers-fr": {"person", "desk", "translate", "review"},
    "editors-fr": {"person", "desk", "translate", "review", "edit", "import"},
    "translators-ja": {"person", "desk"},
    "editors-ja": {"person", "desk", "import"},
    "curators": {"person", "desk", "translate", "review", "edit", "import", "curate"},
    "administrators": {"person", "desk", "translate", "review", "edit", "import", "curate"},
}


def rows() -> dict[str, tuple[str, str]]:
    """Name of an address -> whom its GET and its POST let in."""
    return {name: whom for whom, names in MATRIX.items() for name in names.split()}
