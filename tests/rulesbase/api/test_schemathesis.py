"""Everything that the description allows and forbids, sent by schemathesis with all its checks.

At the desk it is sent with the token of a curator. What the desk refuses though it is well written (409, and 422 for
signs that no text may have) is an answer, not a fault.

Each test writes its requests when it runs. `SCHEMA.parametrize()` would write those of all operations while tests are
collected: every worker, each time, most of what collecting takes.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.core.result import Ok
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.generation.hypothesis import builder
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.pytest.warnings import emit_constants_warnings, emit_openapi_auth_warnings
from schemathesis.python._constants.orchestrator import make_constants_value_source
from schemathesis.specs.openapi.checks import positive_data_acceptance

from rulesbase.accounts.api_tokens import make_token
from tests.support.make import make_user

SCHEMA = schemathesis.openapi.from_wsgi("/api/v1/schema/", get_wsgi_application())
SCHEMA.config.checks.positive_data_acceptance.expected_statuses.extend(["409", "413", "422"])
FOUND = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]
OPERATIONS = {operation.label: operation for operation in FOUND}
# What says that some of an operation was left out: no request could be written for it.
LEFT_OUT = (
    builder.UnsatisfiableExampleMark,
    builder.NonSerializableMark,
    builder.InvalidRegexMark,
    builder.InvalidHeadersExampleMark,
    builder.MissingPathParameters,
    builder.UnserializablePayloadMark,
)


@pytest.fixture
def opened(library: None) -> Iterator[str]:
    """Keep the connection of the test, which a server would close behind each request; return a curator's token."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield make_token(make_user("jane", "curators"), "schemathesis", "write", 30).secret
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def keeps_to_it(case: "schemathesis.Case[Any]", opened: str) -> None:
    at_desk = "desk" in (case.operation.tags or ())
    # A cursor that the API did not give out has the right form and is refused all the same.
    made_up: list[Any] = [positive_data_acceptance] if "cursor" in (case.query or {}) else []
    headers = {"Authorization": f"Bearer {opened}"} if at_desk else None
    case.call_and_validate(headers=headers, excluded_checks=made_up)


@cache
def sources() -> FeedbackSources:
    """What the answers of one operation tell of the next."""
    return FeedbackSources(constants_value_source=make_constants_value_source(SCHEMA))


@pytest.mark.slow
@pytest.mark.parametrize("label", OPERATIONS)
def test_the_api_keeps_to_its_description(label: str, opened: str) -> None:
    asking = build_operation_test(
        config=SCHEMA.config,
        operation=OPERATIONS[label],
        test_func=keeps_to_it,
        given_kwargs={},
        feedback=sources(),
    )
    asking(opened=opened)
    assert [mark for mark in LEFT_OUT if mark.is_set(asking)] == []


def test_nothing_of_the_description_is_doubtful() -> None:
    # Each would warn, which fails here.
    emit_openapi_auth_warnings(SCHEMA)
    emit_constants_warnings(SCHEMA)
    assert len(OPERATIONS) == sum(len(methods) for methods in SCHEMA.raw_schema["paths"].values())
