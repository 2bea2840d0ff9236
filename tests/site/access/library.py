"""An archive in which every page has something to show, and the people who use it."""

import uuid
from collections.abc import Sequence
from pathlib import Path

from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from cards.models import Card, NameEvent
from rulesbase.accounts.api_tokens import make_token
from rulesbase.archive.catalogue import catalogue
from rulesbase.core.database.write_lock import writing
from rulesbase.desk.new_revision import store_typed
from rulesbase.engine.nodes import Passage
from rulesbase.engine.questions.markup import Content, QuestionText
from rulesbase.imports.batch import import_paths
from rulesbase.imports.sample import FOLDER
from rulesbase.imports.uploads import choose, import_upload, read_upload, store_upload
from rulesbase.models import (
    Deck,
    Digest,
    Entry,
    ReadingItem,
    ReadingList,
    RuleNote,
    TermEntry,
    TranslatedPlace,
    Translation,
    User,
    Version,
    Watch,
    WatchMail,
)
from rulesbase.study.authored.actions import save
from rulesbase.study.authored.feedback import send_feedback
from rulesbase.study.decks import actions as decks_actions
from rulesbase.study.reviews import actions as reviews_actions
from rulesbase.study.update import update_study
from tests.support.caches import forget_cards
from tests.support.cards import make_card, make_name, make_ruling, make_set, raise_generation
from tests.support.make import make_user
from tests.support.sampled import load_whole_sample
from tests.support.studied import put_in

# Everybody can do all that `ADA` does; `OTTO` has a second factor, and owes its code.
ADA, OTTO = "ada", "otto"
_TRANSLATED = ("200", "201", "202", "203")


def fill(paths: Sequence[Path] = ()) -> None:
    """Fill an empty database: with these texts, or without any with the sample."""
    if paths:
        failed = [report.sentence for report in import_paths(paths) if report.failed]
        assert not failed, failed
        with writing():
            _translate()
    else:
        load_whole_sample()
    _cards()
    update_study()
    ada = make_user(ADA, "curators", "readers", email="ada@rules.example", is_staff=True)
    for do in (_study, _read, _watch, _curate, _upload):
        do(ada)
    TOTPDevice.objects.create(user=make_user(OTTO, "readers"), name="app", confirmed=True)
    raise_generation()


def _translate() -> None:
    """French for some chapters of every other version, so that there are texts that are exact, behind and missing."""
    versions = list(Version.objects.order_by("date"))[::2]
    entries = Entry.objects.filter(edition__version__in=versions, edition__language="en").select_related("wording")
    known: set[int] = set()
    for entry in entries.order_by("-edition__version__date", "pk"):
        if not entry.number.startswith(_TRANSLATED) or entry.wording_id in known:
            continue
        known.add(entry.wording_id)
        translate(
            entry, *(f"En français : {text}" if text else "" for text in (entry.wording.heading, entry.wording.text))
        )


def translate(entry: Entry, heading: str, text: str) -> None:
    """Store an approved French text of an entry."""
    words = store_typed("fr", heading, Passage(text))
    made = Translation.objects.create(
        original=entry.wording, language="fr", wording_id=words, status="approved", origin="curator", revision=1
    )
    TranslatedPlace.objects.create(translation=made, entry=entry, is_example=False, with_examples=False)


def _cards() -> None:
    old = make_set("old", "The Old Set", "1998-05-01")
    halves = [
        {"name": "Wick", "mana_cost": "{R}", "type_line": "Instant", "text": "{T}: Add {W/U}. (It goes out.)"},
        {"name": "Wax", "mana_cost": "{1}{U}", "type_line": "Instant", "text": "Tap a lamp."},
    ]
    card = make_card("Wick // Wax", halves, layout="split", slug="wick-wax", first_set=old)
    make_name(card, "fr", "Mèche // Cire", old)
    make_name(card, "ja", "芯 // 蝋", old)
    make_name(make_card("Candle", is_variant=True), "ja", "芯 // 蝋", old)
    make_card("Candlewick", type_line="Creature — Moth", power="1", toughness="1")
    make_ruling(card, "2019-06-01", "Say both names, the left one first.")
    event = {"card_name": "Wick // Wax", "language": "ja", "kind": "misprint", "printed": "芯", "instead": "蝋"}
    NameEvent.objects.create(**event, source="https://rules.example")
    forget_cards()


def _study(user: User) -> None:
    now = timezone.now()
    largest = max(Deck.objects.filter(owner=None), key=lambda deck: (deck.places.count(), -deck.pk))
    decks_actions.enrol(user, largest)
    questions = list(decks_actions.questions_of(user, largest)[:6])
    for question, grade in zip(questions, (1, 2, 3, 4, 3), strict=False):
        reviews_actions.grade_card(user, question, grade, at=now, key=uuid.uuid4(), now=now)
    reviews_actions.set_aside(user, [("suspend", questions[-1].public_id)])
    own = decks_actions.create_deck(user, "Before the next event", "What I always get wrong.")
    decks_actions.write_cards(user, own.public_id, [("Which name counts?", "The English one.")])
    put_in(own, questions[0])
    send_feedback(user, "Ask something about the words at the top of a card.")
    send_feedback(user, "The second answer is right as well.", questions[0])


def _read(user: User) -> None:
    versions = catalogue()
    assert versions.latest
    rules = Entry.objects.filter(edition=versions.latest.main.pk, number__contains=".", rule__isnull=False)
    made = ReadingList.objects.create(owner=user, name="Names first", about="For new judges.", is_shared=True)
    for at, entry in enumerate(rules.select_related("wording").order_by("pk")[:3], 1):
        day, text = versions.latest.date, entry.wording.text
        place = {"rule": entry.rule, "number": entry.number, "day": day}
        noted = {"wording": entry.wording, "phrase": text[:20], "after": text[20:40], "note": "Ask about this."}
        RuleNote.objects.create(user=user, **place, **noted)
        ReadingItem.objects.create(of=made, position=at, **place, comment="Read.")


def _watch(user: User) -> None:
    Watch.objects.create(user=user, kind=Watch.Kind.SEARCH, question="name and card", language="en")
    Watch.objects.create(user=user, kind=Watch.Kind.LANGUAGE, language="fr")
    card = Card.objects.get(slug="wick-wax")
    Watch.objects.create(user=user, kind=Watch.Kind.CARD, oracle_id=card.oracle_id, name=card.name)
    WatchMail.objects.create(user=user, site="https://rules.example")
    Digest.objects.create(user=user, status=Digest.Status.SENT, subject="What is new", text="201.2 was reworded.\n")


def _curate(user: User) -> None:
    english = QuestionText("May a card be called by its [201.2]?", "Yes.", "", ["Yes.", "No."])
    save(None, Content(2, ["names"], [0], {"en": english}), 0, user, submit=True)
    save(None, Content(1, [], [0], {"en": english}), 0, user)
    TermEntry.objects.create(
        language="fr", term="card", translation="carte", status="agreed", origin="curator", revision=1, author=user
    )
    TermEntry.objects.create(
        language="fr", term="name", translation="nom", status="suggested", origin="texts", revision=1
    )
    make_token(user, "spreadsheet", "read", 30)


def _upload(user: User) -> None:
    """A text that waits at its preview, and, where there are real texts, one that was imported."""
    text = (FOLDER / "2021-03-01.fr.txt").read_bytes()
    first = store_upload(user, text + "\n\n201.99. Une règle de trop.\n".encode(), "regles.txt")
    version = Version.objects.order_by("-date")[1]
    choose(first, language="fr", date=version.date, encoding="")
    if version.is_sample:
        return  # it would give way to the first text that is imported
    second = store_upload(user, text + b"\n\n201.98. Une autre.\n", "autres.txt")
    choose(second, language="fr", date=version.date, encoding="")
    with writing():
        import_upload(second, read_upload(second), by=user)
