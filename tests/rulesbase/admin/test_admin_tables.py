"""The tables of texts in the admin: found, filtered, read, and changed by no one."""

import datetime

import pytest
from django.contrib.admin import site
from django.test import Client
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from rulesbase.models import Correction, Draft, Entry, Translation, User
from tests.support.make import signed_in

pytestmark = pytest.mark.usefixtures("desk")

TABLES = "translation translatedplace binding draft reviewcomment actionlog edition source entry rule kinship".split()
TABLES.append("correction")
# Made on a page of their own, to which the admin leads.
ELSEWHERE = {"correction"}


@pytest.fixture
def chief() -> Client:
    return signed_in(User.objects.create_superuser("chief", "chief@example.org", "a-long-enough-secret"))


def test_a_rule_shows_where_it_stood_last(chief: Client) -> None:
    """Not where a file has it that no edition took its text from: PostgreSQL puts what has no day first."""
    placed = Entry.objects.filter(rule__isnull=False, edition__language="en")
    entry = placed.select_related("rule", "edition__version").order_by("-edition__version__date", "position")[0]
    assert entry.rule
    assert entry.edition
    rest = {"position": 0, "line": 1, "kind": entry.kind, "wording": entry.wording, "rule": entry.rule}
    Entry.objects.create(source=entry.source, edition=None, number="999.9", **rest)
    found = chief.get(f"/admin/rulesbase/rule/?q={entry.rule.public_id}").context["cl"].queryset.get()
    assert (found.number, found.day) == (entry.number, entry.edition.version.date)


@pytest.mark.parametrize("table", TABLES)
def test_read_and_not_written(chief: Client, table: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    if table == "draft":
        one = Translation.objects.order_by("pk")[0]
        user = User.objects.get(username="tess")
        Draft.objects.create(user=user, original=one.original, language="fr", text="A secret lamp")
    if table == "correction":
        days = {"old_date": datetime.date(2020, 3, 1), "new_date": datetime.date(2021, 3, 1)}
        rows = [Correction(verb="same", **days, old_number="101.2", new_number=f"101.{at}") for at in range(1, 21)]
        Correction.objects.bulk_create(rows)
    url = f"/admin/rulesbase/{table}/"
    with django_assert_max_num_queries(14):
        listed = chief.get(f"{url}?q=101")
    assert listed.status_code == 200
    assert chief.get(f"{url}add/").status_code == (302 if table in ELSEWHERE else 403)
    first = chief.get(url).context["cl"].queryset.first()
    if first is not None:
        shown = chief.get(f"{url}{first.pk}/change/")
        assert shown.status_code == 200
        # What somebody is still writing is theirs.
        assert "A secret lamp" not in shown.content.decode()
        assert chief.post(f"{url}{first.pk}/change/", {"reason": "x"}).status_code == 403
        assert chief.post(f"{url}{first.pk}/delete/", {"post": "yes"}).status_code == 403


def test_found_by_number_and_filtered_by_language(chief: Client) -> None:
    entry = Entry.objects.filter(translated__isnull=False).order_by("pk")[0]
    found = chief.get(f"/admin/rulesbase/translatedplace/?q={entry.number}&translation__language=fr").context["cl"]
    assert found.queryset.exists()
    assert {place.entry.number for place in found.queryset} == {entry.number}
    none = chief.get("/admin/rulesbase/translatedplace/?translation__language=ja").context["cl"]
    assert not none.queryset.exists()


@pytest.mark.parametrize("table", TABLES)
def test_readers_see_nothing(table: str) -> None:
    response = signed_in(User.objects.create_user("rea", "rea@example.org", "x")).get(f"/admin/rulesbase/{table}/")
    assert response.status_code in (302, 403)


def test_what_is_being_typed_is_not_guessed_letter_by_letter(chief: Client) -> None:
    one = Translation.objects.order_by("pk")[0]
    user = User.objects.get(username="tess")
    Draft.objects.create(user=user, original=one.original, language="fr", text="A secret lamp", saves=3)
    for lookup, status in (("text__startswith=A", 400), ("heading=a", 400), ("saves=3", 200), ("language=fr", 200)):
        assert chief.get(f"/admin/rulesbase/draft/?{lookup}").status_code == status, lookup


def test_each_table_has_a_plural_label_of_its_own() -> None:
    """Django would write an "s" behind the singular, in Japanese too."""
    ours = [model._meta for model in site._registry if model._meta.app_label in ("rulesbase", "cards")]
    with override("ja"):
        assert [meta.label for meta in ours if str(meta.verbose_name_plural).endswith("s")] == []
