"""The page of an address that leads nowhere."""

import pytest
from django.conf import settings
from django.test import Client, override_settings


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [False, True])
@pytest.mark.parametrize("path", ["/nothing/", "/rules/latest/xyz/", "/fr/rien/"])
def test_a_page_that_is_not_found_has_the_form_of_the_site(client: Client, path: str, debug: bool) -> None:
    with override_settings(DEBUG=debug):
        response = client.get(path)
    assert response.status_code == 404
    page = response.content.decode()
    assert 'class="bigsearch"' in page
    assert settings.ROOT_URLCONF not in page


@pytest.mark.parametrize("debug", [False, True])
def test_a_request_that_cannot_be_read_gets_the_page_of_the_site(client: Client, debug: bool) -> None:
    with override_settings(DEBUG=debug):
        response = client.get("/rules/latest/702/%00")
    assert response.status_code == 400
    page = response.content.decode()
    assert "The request could not be read" in page
    assert settings.ROOT_URLCONF not in page
