"""The Chinese editions: how much is bound, how much carries over, and how long that takes."""

import re
import unicodedata

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rulesbase.archive.catalogue import catalogue
from rulesbase.core.content_version import english_key
from rulesbase.engine.checks.term_differences import term_differences
from rulesbase.imports.undo import undo_import
from rulesbase.models import Binding, Source, TranslatedPlace, Translation, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import Freshness
from rulesbase.translations.term_counts import term_use
from tests.support.caches import clear_caches

pytestmark = pytest.mark.usefixtures("three_languages")
EDITIONS = {"2023-11-17": ("20231117_Zh.txt", "20240410_Zh.txt"), "2024-04-12": ("20240410_Zh.txt", "20231117_Zh.txt")}
SAYS_THE_SAME = (Freshness.EXACT, Freshness.TYPOGRAPHY, Freshness.REFERENCES)


@pytest.mark.parametrize("date", EDITIONS)
def test_every_rule_is_bound_and_nearly_every_term(date: str) -> None:
    binding = Binding.objects.get(source__name__endswith=EDITIONS[date][0])

    assert (str(binding.english), binding.stated) == (f"{date} en", True)
    assert binding.bound == binding.entries > 3000
    assert binding.bound_terms / binding.terms >= 0.98
    # The rest is listed, each with its line and a reason.
    assert len(binding.problems) == binding.terms - binding.bound_terms
    assert all(line and text and reason for line, text, reason in binding.problems)


@pytest.mark.slow
@pytest.mark.parametrize(("date", "share"), [("2023-11-17", 0.84), ("2024-04-12", 0.86)])
def test_it_carries_over_to_the_latest_version(date: str, share: float) -> None:
    mine, other = EDITIONS[date]
    undo_import(Source.objects.get(name__endswith=other))
    assert Source.objects.get(language="zh").name.endswith(mine)

    # What an earlier test wrote was undone, and its caches are not known to be stale.
    clear_caches(("rulesbase.translations.",))
    versions = catalogue()
    cells = freshness(versions, versions.find("2026-06-19"), "zh").values()
    same = [cell for cell in cells if cell.state in SAYS_THE_SAME]

    # Of all that the latest version has, new rules included.
    assert len(same) / len(cells) >= share
    texts = dict(Wording.objects.values_list("pk", "text"))
    differ = [
        cell.number
        for cell in same
        for one in (cell.text, *(cell.examples if cell.has_examples else ()))
        if words(texts[one.original or 0]) != words(texts[one.english])
    ]
    assert differ == []


def words(text: str) -> list[str]:
    """Return the words of an English text without rule numbers, by means that share nothing with the engine's."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    plain = re.sub(r"[1-9]\d\d(?:\.\d+[a-z]{0,2}(?:\s?[-\u2013\u2014]\s?[a-z]\b)?)?", " N ", plain)
    plain = re.sub(r"['\u2018\u2019\u00ae\u2122]", "", plain)
    return re.findall(r"[a-z0-9+/{}]+", plain.lower())


@pytest.mark.slow
def test_unfaithful_terms_are_doubted_and_few_texts_are() -> None:
    # "Effect" for "event"; a list without "supertype"; one without "phase"; "library" for "deck"; one without "may".
    unfaithful = {"801.13", "205.1b", "614.10", "724.5", "805.3b"}
    use = term_use(english_key(), "zh")
    texts = Translation.objects.approved_in("zh").exclude(original__text="")
    fields = ("pk", "original__text", "wording__text", "original__heading")
    doubted = {pk for pk, *texts in texts.values_list(*fields) if term_differences(use, *texts)}
    # Two thirds of the marks are right, so fewer than 3 per cent of the faithful texts are marked.
    assert len(doubted) < 0.07 * texts.count()
    places = TranslatedPlace.objects.filter(translation__in=doubted, entry__edition__version__date="2024-04-12")
    assert unfaithful <= set(places.values_list("entry__number", flat=True))


@pytest.mark.slow
def test_a_whole_version_takes_nine_queries() -> None:
    versions = catalogue()
    version = versions.find("2026-06-19")
    clear_caches(("rulesbase.translations.",))
    with CaptureQueriesContext(connection) as queries:
        freshness(versions, version, "zh")
    # 1 entries, 2 examples, 3 translations, 4 places, 5 bindings, 6 bound entries, 7 dates, 8 wordings, 9 changes.
    assert len(queries) <= 9
    with CaptureQueriesContext(connection) as queries:
        freshness(versions, versions.find("2024-04-12"), "zh")
    # 1 entries, 2 examples, 3 wordings: what the language has is known by now.
    assert len(queries) <= 3
