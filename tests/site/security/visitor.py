"""Request addresses in the name of a role, and say whether it was let in."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.test import Client

from rulesbase.accounts.api_tokens import make_token
from tests.site.security.addresses import Address, addresses
from tests.site.security.matrix import ROLES, rows
from tests.support.make import make_user

IN, ASKED, REFUSED, NO_VERB = "in", "asked who it is", "refused", "no such verb"
# Looks first whether there is such a thing; its rights are tested in tests/rulesbase/desk/terminology/test_terms.py.
LOOKS_FIRST = {"desk_term"}
# These end what the others need.
ENDING = {"sign-out", "admin-sign-out", "sessions-end", "session-end"}


class Cell(NamedTuple):
    """A cell of the table of `matrix`: an address, a verb, and whom it lets in."""

    address: Address
    verb: str
    whom: str


def cells() -> Iterator[Cell]:
    """Yield every cell of a verb that its address has."""
    for address in addresses():
        for verb, whom in zip(("get", "post"), rows()[address.name], strict=True):
            if whom != "-":
                yield Cell(address, verb, whom)


class Visitor:
    """Somebody of a role, with a session and a token of their own."""

    def __init__(self, role: str) -> None:
        self.role = role
        self.client = Client(raise_request_exception=False)
        self.token = ""
        if role:
            user = make_user(f"of-{role}", role)
            self.client.force_login(user)
            self.token = make_token(user, "matrix", "write", 30).secret

    def ask(self, address: Address, verb: str) -> str:
        """Return how the role was answered."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token and "/api/" in address.path else {}
        more: dict[str, Any] = {"content_type": "application/json"} if verb != "get" and "/api/" in address.path else {}
        response = getattr(self.client, verb)(address.path, headers=headers, **more)
        if response.streaming:
            # A download keeps its file open until it is read.
            b"".join(response.streaming_content)
        assert response.status_code < 500, (self.role, verb, address)
        sign_in = response.status_code == 302 and "/account/sign-in/" in response.headers["Location"]
        known = {401: ASKED, 403: REFUSED, 405: NO_VERB}
        return ASKED if sign_in else known.get(response.status_code, IN)


def expected(role: str, whom: str) -> str:
    """Return how a role must be answered, where ``whom`` is let in."""
    if whom == "anybody" or whom in ROLES[role]:
        return IN
    return REFUSED if role else ASKED
