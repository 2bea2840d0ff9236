"""The page that explains marks and keys."""

import pytest
from django.test import Client

from rulesbase.engine.languages import TEXTS


@pytest.mark.django_db
def test_every_language_of_texts_is_explained(client: Client) -> None:
    page = client.get("/help/marks/").content.decode()
    assert [code for code in TEXTS if f'<abbr class="lang l-{code}"' not in page] == []


@pytest.mark.django_db
def test_keys_have_the_names_of_french_keyboards(client: Client) -> None:
    page = client.get("/fr/help/marks/").content.decode()
    assert "<kbd>Échap</kbd>" in page
    assert "sauf Échap" in page
