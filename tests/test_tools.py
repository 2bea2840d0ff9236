"""The commands for measuring and trying out the program can be started."""

from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "tool", ["bench", "mutants", "score", "site.access", "site.faults", "site.load", "site.scale", "site.security"]
)
def test_a_tool_can_be_loaded(tool: str) -> None:
    assert callable(import_module(f"tests.{tool}.__main__").main)
