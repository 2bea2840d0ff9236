"""What people did before the crawl, by the forms of the pages: lists, logs and histories have something to show."""

from urllib.parse import urljoin

from django.core import mail
from django.test import Client
from lxml import html

from cards.models import Ruling
from rulesbase.models import Entry, User
from tests.site.access.library import ADA
from tests.site.access.places import known
from tests.site.crawl.answers import forms_in

REVIEWER, TRANSLATOR, READER, EDITOR = "of-reviewers-fr", "of-translators-fr", "of-readers", "of-editors-ja"
# Who, on which page, pushes which button, having written what.
STEPS: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    (ADA, "/curate/fr/{rule}/", "verb=comment", {"comment": "Is this said well?"}),
    (ADA, "/curate/fr/{rule}/", "verb=save", {"text": "Un autre texte.", "reason": "Shorter."}),
    (ADA, "/curate/ja/{rule}/", "verb=submit", {"text": "一つの文。", "reason": "短い。"}),
    (TRANSLATOR, "/curate/fr/{rule}/", "verb=submit", {"text": "Le nom d’un objet.", "reason": "Encore."}),
    (REVIEWER, "/curate/fr/{rule}/", "verb=return", {"comment": "Pas encore."}),
    (TRANSLATOR, "/curate/fr/{other_rule}/", "verb=save", {"text": "Un brouillon."}),
    (ADA, "/curate/terms/fr/", "agree=1", {"term": "spell", "translation": "sort", "note": "Pas « charme »."}),
    (EDITOR, "/curate/terms/ja/", "agree=1", {"term": "spell", "translation": "呪文"}),
    (
        ADA,
        "/curate/lineage/",
        "",
        {"old": "201.2@{earlier}", "verb": "same", "new": "201.2@{date}", "reason": "They say the same."},
    ),
    (
        ADA,
        "/curate/lineage/",
        "",
        {"old": "104.1@2011-09-30", "verb": "apart", "new": "104.1@2018-10-05", "reason": "Not the same."},
    ),
    (ADA, "/curate/rulings/?ruling={ruling}", "", {"place": "201.2@{date}", "reason": "It speaks of names."}),
    (ADA, "/curate/questions/{written}/", "verb=publish", {"reason": "Good."}),
    (ADA, "/curate/questions/new/", "verb=save", {"scenario_en": "May I? [104.1]", "answer_en": "You may."}),
    (READER, "/study/questions/{question}/report/", "", {"text": "The answer is another."}),
    (READER, "/study/questions/suggest/", "", {"text": "Ask something about layers."}),
    (READER, "/study/decks/{deck}/", "", {}),
    (READER, "/study/path/first/", "step=golden", {}),
    (ADA, "/study/path/first/", "step=objects", {}),
    (ADA, "/study/booth/", "grade=3", {}),
    (ADA, "/study/booth/", "how=bury", {}),
    (READER, "/rules/{date}/{number}/", "", {}),
    (READER, "/study/lists/", "", {"name": "Mine", "about": "To read."}),
    (ADA, "/account/watches/add/?kind=rule&value={number}", "", {}),
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
        told = {name: value.format_map(facts) for name, value in written.items()}
        status = _push(clients[who], address, button, told)
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
