"""Counts at the desk: their words agree with them, in languages that count otherwise than English too."""

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags
from django.utils.translation import override

from rulesbase.imports.preview import Preview

pytestmark = pytest.mark.postgres


@pytest.mark.parametrize(
    ("name", "language", "none", "one", "two"),
    [
        ("drafts", "en", "drafts", "draft", "drafts"),
        ("drafts", "fr", "brouillon", "brouillon", "brouillons"),
        ("draft", "fr", "brouillon", "brouillon", "brouillons"),
        ("drafts", "ja", "下書き", "下書き", "下書き"),
        ("missing", "fr", "manquante", "manquante", "manquantes"),
        ("changed", "en", "rules changed", "rule changed", "rules changed"),
        ("changed", "fr", "règle changée", "règle changée", "règles changées"),
        ("published", "fr", "publiée", "publiée", "publiées"),
        ("retired", "fr", "retirée", "retirée", "retirées"),
        ("notes", "fr", "proposition ou signalement", "proposition ou signalement", "propositions et signalements"),
        ("review", "fr", "en attente de relecture", "en attente de relecture", "en attente de relecture"),
    ],
)
def test_queues(name: str, language: str, none: str, one: str, two: str) -> None:
    with override(language):
        said = [
            render_to_string("curate/_counted_queue.html", {"name": name, "count": count}).strip() for count in range(3)
        ]
    assert said == [none, one, two]


@pytest.mark.parametrize(
    ("language", "count", "words"),
    [
        ("en", 1, "1 bound 1 stands in the way of the import"),
        ("en", 2, "2 bound 2 stand in the way of the import"),
        ("fr", 1, "1 reliée 1 fait obstacle à l’importation"),
        ("fr", 2, "2 reliées 2 font obstacle à l’importation"),
    ],
)
def test_lines_of_an_import(language: str, count: int, words: str) -> None:
    counts = {"bound": count, "refused": count}
    with override(language):
        page = render_to_string("curate/_import_lines.html", {"counts": counts, "found": Preview(""), "look": 0})
    listed = page.partition('<ul class="import-counts"')[2].partition(">")[2].partition("</ul>")[0]
    assert " ".join(strip_tags(listed.replace("</li>", " ")).split()) == words
