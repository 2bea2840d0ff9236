"""What people did before the crawl, by the forms of the pages: lists, logs and histories have something to show."""

import json
from pathlib import Path
from urllib.parse import urljoin

from django.core import mail
from django.test import Client
from lxml import html

from cards.models import Ruling
from rulesbase.models import Entry, User
from tests.site.access.places import known
from tests.site.crawl.answers import forms_in

# Who, on which page, pushes which button, having written what.
STEPS: list[tuple[str, str, str, dict[str, str]]] = json.loads(
    (Path(__file__).parent / "data" / "steps.json").read_text(encoding="utf-8")
)


def live() -> list[str]:
    """Do all of it; returns what did not work, a sentence each."""
    facts = known() | {"ruling": str(Ruling.objects.order_by("pk")[0].pk), "other_rule": _other_rule()}
    clients: dict[str, Client] = {}
    wrong: list[str] = []
    mail.outbox = []
    for who, page, button, written in STEPS:
        if who not in clients:
            clients[who] = Client()
            clients[who].force_login(User.objects.get(username=who))
        address = page.format_map(facts)
        reported = {name: value.format_map(facts) for name, value in written.items()}
        status = _push(clients[who], address, button, reported)
        if status != 302:
            wrong.append(f"{who} at {address} {button or written}: {status}")
    return wrong


def _other_rule() -> str:
    entry = Entry.objects.filter(edition__language="en", number="201.3").order_by("-edition__version__date")[0]
    assert entry.rule
    return entry.rule.public_id


def _push(client: Client, address: str, button: str, written: dict[str, str]) -> int:
    """Fill the first form that has this button and these fields; returns the status of the answer, 0 without a form."""
    page = client.get(address)
    name, _, value = button.partition("=")
    for action, fields in forms_in(html.document_fromstring(page.content)):
        if action in ("/display/", "/account/sign-out/") or not written.keys() <= fields.keys():
            continue
        if not name or fields.get(name) == [value]:
            sent = fields | {field: [text] for field, text in written.items()}
            answer = client.post(urljoin(address, action), sent)
            # Some show first what they would do.
            for again, fields_shown in forms_in(html.document_fromstring(answer.content)) if answer.content else ():
                if "confirm" in fields_shown:
                    answer = client.post(urljoin(address, again), fields_shown)
            return answer.status_code
    return 0
