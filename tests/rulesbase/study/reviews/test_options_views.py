"""The page of study options."""

import pytest
from django.test import Client
from lxml.html import document_fromstring

from rulesbase.models import Deck, StudyOptions, User
from tests.support.pages import page_of

pytestmark = pytest.mark.usefixtures("studied_sample")


def test_options_are_stored_and_checked(signed_in: Client, user: User) -> None:
    whole = {
        "time_zone": "Europe/Paris",
        "day_starts": "3",
        "new_a_day": "7",
        "reviews_a_day": "50",
        "retention": "0.85",
    }
    easy = {f"easy_{day}": "0" if day == 6 else "100" for day in range(7)}
    first = page_of(signed_in, "/study/options/")
    assert 'data-guess="1"' in first
    answer = signed_in.post("/study/options/", whole | easy | {"knows": "2019-03-01"})
    assert answer.status_code == 302
    stored = StudyOptions.objects.get(user=user)
    assert (stored.time_zone, stored.new_a_day, stored.easy_days[6]) == ("Europe/Paris", 7, 0)
    html = page_of(signed_in, "/study/options/")
    assert "since the date that you entered" in html
    assert Deck.objects.get(owner=user).slug == f"changed-{user.pk}"
    assert signed_in.post("/study/options/", whole | easy | {"knows": "2024-01-01"}).status_code == 302
    assert "since the date that you entered" not in page_of(signed_in, "/study/options/")
    wrong = signed_in.post("/study/options/", whole | easy | {"easy_3": "101"})
    page = document_fromstring(wrong.content)
    (field,) = page.xpath("//*[@aria-invalid='true']")
    assert "100" in page.get_element_by_id(field.get("aria-describedby")).text_content()
    assert "/account/sign-in/" in Client().get("/study/options/")["Location"]
