"""Who gets where: every address of the resolver, for every role and verb, by the table in `matrix`.

Here are, of each address, the shut cells nearest to an open one, and one open one; `make fuzz` asks all of them.
"""

import pytest
from django.conf import LazySettings
from django.test import Client

from tests.site.security.addresses import addresses
from tests.site.security.matrix import rows
from tests.site.security.visitor import ASKED, ENDING, IN, LOOKS_FIRST, NO_VERB, REFUSED, Visitor, cells, expected
from tests.support.make import make_user

# The least role of each group that a page is open to.
LEAST = {"person": "readers", "desk": "translators-ja", "import": "editors-ja", "curate": "curators"} | {
    "translate": "translators-fr",
    "review": "reviewers-fr",
    "edit": "editors-fr",
}


def test_every_address_is_in_the_table() -> None:
    assert sorted(rows()) == sorted(one.name for one in addresses())


# The strongest roles that must be refused, by the group that a page is open to.
NEAREST = {
    "person": ("",),
    "desk": ("", "judges"),
    "import": ("", "reviewers-fr"),
    "translate": ("", "editors-ja"),
    "review": ("", "translators-fr", "editors-ja"),
    "edit": ("", "reviewers-fr", "editors-ja"),
    "curate": ("", "readers", "editors-fr", "editors-ja"),
}


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("role", sorted({role for roles in NEAREST.values() for role in roles}))
def test_closed_pages_are_closed(role: str) -> None:
    visitor = Visitor(role)
    for address, verb, whom in cells():
        if role in NEAREST.get(whom, ()) and address.name not in LOOKS_FIRST:
            answer = visitor.ask(address, verb)
            assert answer == expected(role, whom) != IN, (address.name, verb)


@pytest.mark.slow
@pytest.mark.usefixtures("sample")
def test_open_pages_are_open() -> None:
    visitors = {whom: Visitor(role) for whom, role in LEAST.items()}
    for address, verb, whom in cells():
        if whom != "anybody" and address.name not in ENDING:
            assert visitors[whom].ask(address, verb) == IN, (address.name, verb)


@pytest.mark.usefixtures("sample")
def test_other_verbs_do_nothing() -> None:
    visitor = Visitor("curators")
    known = {NO_VERB, ASKED, REFUSED}
    # Written before there were verbs for it: such a page answers everything but a POST like a GET, and writes nothing.
    shown = "account password sign-in sign-up join reset reset-password address confirm-address delete second-factor"
    for address in addresses():
        if address.name not in (*shown.split(), "cite", "api-nowhere"):
            assert visitor.ask(address, "delete") in known, address


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("role", ["", "administrators"])
def test_only_staff_gets_into_the_admin(role: str) -> None:
    visitor = Visitor(role)
    for address in addresses(admin=True):
        # Ours stand before these two, for everybody.
        if address.name not in ("logout", "password_change"):
            response = visitor.client.get(address.path, follow=False)
            assert response.status_code in (302, 403, 404), address
            if response.status_code == 302:
                assert "login" in response.headers["Location"] or "sign-in" in response.headers["Location"], address


@pytest.mark.usefixtures("sample")
def test_all_work_at_the_desk_needs_the_second_factor(settings: LazySettings) -> None:
    settings.SECOND_FACTOR_DEMANDED = True
    visitor = Visitor("curators")
    for address, verb, whom in cells():
        if whom in LEAST.keys() - {"person"} and address.name not in LOOKS_FIRST:
            led = getattr(visitor.client, verb)(address.path).headers.get("Location", "")
            if not led.startswith("/account/second-factor/"):
                assert visitor.ask(address, verb) == REFUSED, (address.name, verb)


@pytest.mark.usefixtures("sample")
def test_every_write_needs_the_csrf_token() -> None:
    """A page of somebody else's that sends a form with our cookies gets nowhere."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user("jane", "curators"))
    # The link of a mail is its own permission (RFC 8058); the API takes no cookies; these two only show something.
    free = {"unsubscribe", "study-test", "cite"}
    for address, verb, _whom in cells():
        if verb == "post" and address.name not in free and not address.path.startswith("/api/"):
            assert client.post(address.path).status_code == 403, address
