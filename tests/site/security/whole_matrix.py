"""Every cell of the table of `matrix`: all roles, all addresses, both verbs. Part of `make fuzz`; takes a minute."""

import pytest

from tests.site.security.addresses import addresses
from tests.site.security.matrix import ROLES, rows
from tests.site.security.visitor import ENDING, LOOKS_FIRST, Visitor, expected


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("role", ROLES)
def test_every_cell(role: str) -> None:
    visitor = Visitor(role)
    found = {}
    for address in addresses():
        for verb, whom in zip(("get", "post"), rows()[address.name], strict=True):
            if whom != "-" and address.name not in ENDING | LOOKS_FIRST | {"delete"}:
                output = visitor.ask(address, verb)
                if output != expected(role, whom):
                    found[address.name, verb] = output
    assert found == {}
