"""`make fuzz`: feeds every reader for its part of MINUTES, then requests every address in the name of every role.

SEED=n begins where an earlier run was. An input that breaks a reader is stored under var/fuzz/.
"""

import os
import secrets
import time
from itertools import count

import pytest

from tests.site.security.fuzzing import try_round
from tests.site.security.matrix import ROLES
from tests.site.security.parsers import parsers
from tests.site.security.visitor import ENDING, LOOKS_FIRST, Visitor, cells, expected

PARSERS = {parser.name: parser for parser in parsers()}
SECONDS = 60 * float(os.environ.get("MINUTES") or 5) / len(PARSERS)
SEED = int(os.environ.get("SEED") or secrets.randbelow(10**6))


@pytest.mark.parametrize("name", PARSERS)
def test_reader(name: str) -> None:
    ends = time.monotonic() + SECONDS
    for number in count(SEED):
        try_round(PARSERS[name], number, 30, 5)
        if time.monotonic() > ends:
            break
    print(f"{name}: seeds {SEED} to {number}")


@pytest.mark.usefixtures("sample")
@pytest.mark.parametrize("role", ROLES)
def test_every_cell(role: str) -> None:
    visitor = Visitor(role)
    asked = [cell for cell in cells() if cell.address.name not in ENDING | LOOKS_FIRST | {"delete"}]
    answers = {(cell.address.name, cell.verb): visitor.ask(cell.address, cell.verb) for cell in asked}
    assert answers == {(cell.address.name, cell.verb): expected(role, cell.whom) for cell in asked}
