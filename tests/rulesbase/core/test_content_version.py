"""The stamp of the content, and which part of it stays the same while others work."""

import pytest

from rulesbase.core.content_version import content_stamp, english_key, with_translations_into
from rulesbase.core.write_lock import writing

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_translations_into_other_languages_leave_a_part_the_same() -> None:
    with writing(translations_into="ja"):
        pass
    before = content_stamp()
    with writing(translations_into="fr"):
        pass
    after = content_stamp()
    assert after != before
    assert english_key(after) == english_key(before)
    assert with_translations_into(after, "ja") == with_translations_into(before, "ja")
    assert with_translations_into(after, "zh") == with_translations_into(before, "zh")
    assert with_translations_into(after, "fr") != with_translations_into(before, "fr")


def test_anything_else_changes_every_part() -> None:
    with writing(translations_into="fr"):
        pass
    before = content_stamp()
    with writing():
        pass
    after = content_stamp()
    assert english_key(after) != english_key(before)
    assert with_translations_into(after, "ja") != with_translations_into(before, "ja")


def test_a_part_of_a_part_is_the_same_part() -> None:
    stamp = "57-1234.5_9 fr:4 pt-BR:2 zh:3"
    assert with_translations_into(stamp, "zh") == "57-1234.5_3"
    assert with_translations_into("57-1234.5_3", "zh") == "57-1234.5_3"
    assert with_translations_into(stamp, "pt-BR") == "57-1234.5_2"
    assert with_translations_into(stamp, "ja") == "57-1234.5_0"
    # Two of them without a language.
    assert with_translations_into("57-1234.5_11 fr:4 pt-BR:2 zh:3", "ja") == "57-1234.5_2"
    # Nothing was ever counted.
    assert with_translations_into("0", "fr") == "0_0"
    assert english_key(with_translations_into(stamp, "fr")) == english_key(stamp)
