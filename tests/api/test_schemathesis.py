"""Everything that the description allows and forbids, sent by schemathesis with all its checks."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, settings

from config.wsgi import application

SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", application)


@pytest.fixture
def opened(library: None) -> Iterator[None]:
    """Keep the connection of the test, which a server would close behind each request."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@SCHEMA.parametrize()
@settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_to_its_description(case: "schemathesis.Case[Any]", opened: None) -> None:
    case.call_and_validate()
