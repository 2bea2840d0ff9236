"""Axe on every page, in three languages, both themes and two widths: `make axe`.

On twelve real versions where RULESBASE_CORPUS names them, else on the sample.
"""

import os
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoDbBlocker
from pytest_django.live_server_helper import LiveServer

from rulesbase.models import User
from tests.conftest import TWELVE
from tests.site.access.library import fill
from tests.site.access.looking import VIEWS, flaws_of
from tests.site.access.places import LANGUAGES, PLACES, Place, in_language
from tests.support.browsing import Pages
from tests.support.databases import Databases
from tests.support.make import signed_in


@pytest.fixture(scope="session")
def reachable_name(databases: Databases, django_db_blocker: DjangoDbBlocker) -> str:
    """Return the name of a database in which every page has something to show."""
    corpus = os.environ.get("RULESBASE_CORPUS")
    paths = [Path(corpus) / "cr" / "en" / f"{day}.txt" for day in TWELVE] if corpus else []
    with django_db_blocker.unblock():
        return databases.copy("axe", fill=partial(fill, paths))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", PLACES, ids=" ".join)
def test_page(pages: Pages, live_server: LiveServer, facts: dict[str, str], place: Place, language: str) -> None:
    if language != "en" and place.address.startswith("/api/"):
        pytest.skip("has no languages")
    page = pages.open(reduced_motion="reduce", service_workers="block")
    if place.by:
        session = signed_in(User.objects.get(username=place.by)).cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    assert flaws_of(page, in_language(place.address.format_map(facts), language), VIEWS) == []
