"""The mails that a page sent."""

import re

from django.core import mail


def link_in(number: int = -1) -> str:
    """Return the address within our site that a mail names, by default the last mail."""
    found = re.findall(r"http://testserver(/\S+)", str(mail.outbox[number].body))
    assert len(found) == 1
    return str(found[0])


def sent() -> list[tuple[str, str]]:
    """Return of each mail whom it went to and its subject."""
    return [(one.to[0], str(one.subject)) for one in mail.outbox]
