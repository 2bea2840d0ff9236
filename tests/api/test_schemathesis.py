"""Everything that the description allows and forbids, sent by schemathesis with all its checks.

At the desk it is sent with the token of a curator. What the desk refuses though it is well written (409, and 422 for
signs that no text may have) is an answer, not a fault.
"""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings

from rulesbase.tokens import make_token
from tests.make import make_user

SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
SCHEMA.config.checks.positive_data_acceptance.expected_statuses.extend(["409", "413", "422"])


@pytest.fixture
def opened(library: None) -> Iterator[str]:
    """Keep the connection of the test, which a server would close behind each request; return a curator's token."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield make_token(make_user("jane", "curators"), "schemathesis", "write", 30).secret
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@SCHEMA.parametrize()
@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_to_its_description(case: "schemathesis.Case[Any]", opened: str) -> None:
    at_desk = "desk" in (case.operation.tags or ())
    case.call_and_validate(headers={"Authorization": f"Bearer {opened}"} if at_desk else None)
