"""Tests that one database is enough for: what they look at lies in the browser, in the texts or in an engine.

They run on SQLite. On PostgreSQL `--everything` runs them too.
"""

import pytest

# File, and how the names of its tests begin; an empty beginning is the whole file.
ONCE = (
    # The scripts and styles of pages: what they send and get is tested through the client on both databases.
    ("tests/accounts/test_in_browser.py", ""),
    ("tests/cards/test_cards_in_browser.py", ""),
    ("tests/cards/test_names_in_browser.py", ""),
    ("tests/curating/test_desk_in_browser.py", "test_axe"),
    ("tests/curating/test_desk_in_browser.py", "test_a_new_version"),
    ("tests/curating/test_import_in_browser.py", ""),
    ("tests/offline/test_in_browser.py", ""),
    ("tests/reading/test_marking_in_browser.py", ""),
    ("tests/study/test_booth_in_browser.py", ""),
    ("tests/study/test_fsrs_in_browser.py", ""),
    ("tests/study/test_week.py", ""),
    # Proofs over real texts and cards: rows in, data out, then engines alone.
    ("tests/cards/test_check_name.py", "test_the_questions_answered_by_hand"),
    ("tests/cards/test_drilling.py", ""),
    ("tests/study/test_questions_corpus.py", ""),
    ("tests/rulesbase/test_comparing.py", "test_sums_are_exact"),
    ("tests/rulesbase/test_comparing.py", "test_backwards"),
    ("tests/rulesbase/test_comparing.py", "test_names_moved_on"),
    ("tests/rulesbase/test_comparing.py", "test_the_release_that"),
    ("tests/rulesbase/test_comparing.py", "test_the_great"),
    ("tests/rulesbase/test_comparing.py", "test_quotes"),
    ("tests/rulesbase/test_comparing.py", "test_references_and"),
    ("tests/rulesbase/test_identity.py", "test_20"),
    ("tests/rulesbase/test_import_order.py", "test_real_texts"),
    ("tests/rulesbase/test_import_rules.py", "test_counts_of_real"),
    ("tests/rulesbase/test_fetch_rules.py", "test_real_files"),
    ("tests/rulesbase/test_reading_archive.py", "test_every_chapter"),
    ("tests/rulesbase/test_witnesses.py", "test_after_the_archive"),
    ("tests/rulesbase/test_witnesses.py", "test_before_the_archive"),
    ("tests/rulesbase/test_witnesses.py", "test_the_japanese"),
    ("tests/rulesbase/test_witnesses.py", "test_the_date_on"),
    ("tests/rulesbase/test_witnesses.py", "test_differences_are"),
    ("tests/rulesbase/test_witnesses.py", "test_chinese_and"),
    ("tests/downloads/test_epub.py", "test_epubcheck"),
    ("tests/offline/test_sitemap.py", "test_every_listed_page"),
    # The project's files, and the plugin that starts the server.
    ("tests/config/test_postgres_plugin.py", ""),
    ("tests/test_own_words.py", ""),
    ("tests/test_architecture.py", "test_engines"),
)


def is_once(item: pytest.Item) -> bool:
    """Whether a test is one of these."""
    file, _, name = item.nodeid.partition("::")
    return any(file == path and name.startswith(begin) for path, begin in ONCE)
