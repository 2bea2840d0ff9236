"""Every page there is is looked at by axe: what the urlconf names is in the list, and the list is true."""

import pytest
from django.test import Client
from django.urls import resolve
from django.utils.translation import override

from rulesbase.models import User, Wording
from rulesbase.operations.integrity.runner import check_data
from tests.site.access.languages import beginnings, unsaid
from tests.site.access.places import NO_PAGES, PAGES, SIGNED_IN, Place, in_language, known, names, places


def test_every_name_is_a_page_or_listed_as_none() -> None:
    listed = PAGES.keys() | SIGNED_IN.keys()
    assert names() - listed - NO_PAGES == set(), (
        "Say in tests/site/access/places.py where it stands, or that it is no page."
    )
    assert (listed | NO_PAGES) - names() == set(), "There is no such name any more."
    assert listed & NO_PAGES == set()


@pytest.mark.usefixtures("reachable")
def test_nothing_is_wrong_with_the_data() -> None:
    assert [check.findings for check in check_data() if check.found] == []


def browser_of(place: Place) -> Client:
    client = Client()
    if place.by:
        client.force_login(User.objects.get(username=place.by))
    return client


@pytest.mark.slow
@pytest.mark.usefixtures("reachable")
def test_every_address_is_the_page_it_stands_for_and_says_its_languages() -> None:
    texts = beginnings(dict(Wording.objects.values_list("text", "language")))
    wrong: list[object] = []
    for place in places(known()):
        # In French, so that the English of the rules is the other language.
        address = in_language(place.address, "fr")
        answer = browser_of(place).get(address)
        page = answer.content.decode()
        is_page = answer.status_code != 302 and '<main id="main"' in page
        if is_page and place.name:
            with override("fr"):
                is_page = resolve(address.partition("?")[0]).url_name == place.name
        if not is_page:
            wrong.append((place, answer.status_code))
        elif not address.startswith("/api/"):
            wrong += [(address, *one) for one in unsaid(page, texts)]
    assert wrong == []
