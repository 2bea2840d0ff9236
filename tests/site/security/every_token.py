"""The whole API, by its description, with the token of each role: part of `make fuzz`, with another seed each time.

What a role may not do is refused (401, 403); nothing else but what the description says may come.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, seed, settings

from config.wsgi import application
from rulesbase.accounts.api_tokens import make_token
from tests.support.make import make_user

SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)
SCHEMA.config.checks.positive_data_acceptance.expected_statuses.extend(["401", "403", "404", "409", "413", "422"])
ROLES = ("", "readers", "translators-fr", "editors-fr", "curators")


@pytest.fixture
def tokens(sample: None) -> Iterator[dict[str, str]]:
    """A token of each role; the connection is the test's, which a server would close behind each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    made = {role: make_token(make_user(f"of-{role}", role), "fuzz", "write", 30).secret for role in ROLES if role}
    yield {"": "", **made}
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@SCHEMA.include(tag="desk").parametrize()
@seed(int(os.environ.get("SEED") or 0))
@settings(max_examples=10, deadline=None, database=None, suppress_health_check=list(HealthCheck))
def test_no_role_gets_more_than_is_described(case: "schemathesis.Case[Any]", tokens: dict[str, str]) -> None:
    for secret in tokens.values():
        case.call_and_validate(headers={"Authorization": f"Bearer {secret}"} if secret else None)
