"""/translations/: how far each language is translated, for everybody."""

import re

import pytest
from django.test import Client

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.queues import plan_of
from tests.rulesbase.translations.test_doubts import imported
from tests.support.queries import queries_of

pytestmark = pytest.mark.usefixtures("desk")


def test_the_figures_of_a_language_add_up(client: Client) -> None:
    imported("101.3", "Voir la règle 100.9.")
    page = client.get("/translations/").content.decode()
    plan = plan_of(catalogue(), "fr", checks=False)
    assert plan is not None
    foot = page[page.index("<tfoot>") : page.index("</tfoot>")]
    figures = [int(figure) for figure in re.findall(r'data-label="[^"]+">(\d+)<', foot)]
    assert sum(figures) == len(plan.cells)
    assert figures[3] == 1
    assert 'href="/rules/2021-03-01/101/?lang=en,fr"' in page
    assert 'href="/translations/"' in client.get("/help/marks/").content.decode()
    assert queries_of(client, "/translations/") <= 25
