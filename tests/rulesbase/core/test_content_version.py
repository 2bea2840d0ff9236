"""The stamp of the content, and which part of it stays the same while others work."""

import pytest

from rulesbase.core.content_version import ContentStamp, content_stamp, english_key
from rulesbase.core.database.write_lock import writing

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
    assert after.with_translations_into("ja") == before.with_translations_into("ja")
    assert after.with_translations_into("zh") == before.with_translations_into("zh")
    assert after.with_translations_into("fr") != before.with_translations_into("fr")


def test_anything_else_changes_every_part() -> None:
    with writing(translations_into="fr"):
        pass
    before = content_stamp()
    with writing():
        pass
    after = content_stamp()
    assert english_key(after) != english_key(before)
    assert after.with_translations_into("ja") != before.with_translations_into("ja")


def test_a_part_of_a_part_is_the_same_part() -> None:
    languages = (("fr", 4), ("pt-BR", 2), ("zh", 3))
    stamp = ContentStamp("cr", 57, 1234.5, 9, languages)
    assert str(stamp) == "57-1234.5_9 fr:4 pt-BR:2 zh:3"
    chinese = stamp.with_translations_into("zh")
    assert str(chinese) == "57-1234.5_3"
    assert chinese.with_translations_into("zh") == chinese
    assert str(stamp.with_translations_into("pt-BR")) == "57-1234.5_2"
    assert str(stamp.with_translations_into("ja")) == "57-1234.5_0"
    # Two of them without a language.
    assert str(stamp._replace(translated=11).with_translations_into("ja")) == "57-1234.5_2"
    # Nothing was ever counted.
    assert str(ContentStamp().with_translations_into("fr")) == "0-0_0"
    assert english_key(chinese) == english_key(stamp)
    # Another document begins its stamp.
    assert str(ContentStamp("mtr", 57, 1234.5, 0)) == "mtr 57-1234.5_0"
