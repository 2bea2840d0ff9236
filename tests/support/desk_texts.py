"""Translations that were written at the desk and approved at once."""

from rulesbase.archive.catalogue import catalogue
from rulesbase.desk.actions import approved_of, submit_and_approve
from rulesbase.desk.targets import find_target, newest_of
from rulesbase.engine.nodes import Passage
from tests.support.make import make_user, rule_at


def approve_text(language: str, number: str, date: str, text: str, heading: str = "") -> None:
    """Let a reviewer translate an entry of an English version, whatever translation it has."""
    target = find_target(language, rule_at(number, date).public_id, 0, catalogue().latest)
    assert target is not None
    newest, reviewer = newest_of(target), make_user("rene", f"reviewers-{language}")
    base = newest.revision if newest else 0
    submit_and_approve(target, heading, Passage(text), base, approved_of(target), reviewer)
