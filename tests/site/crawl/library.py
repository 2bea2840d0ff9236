"""The database that is crawled: the library of tests.site.access on real texts and cards, with people of every role."""

import os
from io import StringIO
from pathlib import Path

from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from cards.imports.batch import import_paths as import_cards
from rulesbase.accounts.second_factor_codes import CODE_REQUIRED
from rulesbase.core.write_lock import writing
from rulesbase.desk.actions import store_typed
from rulesbase.engine.text.typed_markup import MarkedText
from rulesbase.models import Entry, TranslatedPlace, Translation, User
from tests.conftest import TWELVE
from tests.site.access.library import ADA, OTTO, fill
from tests.site.crawl.living import live
from tests.site.security.matrix import ROLES
from tests.support.make import make_user

# Who is signed in as what; "" is a visitor. `VERIFIED` is Otto once he gave his code.
VISITOR, ADMIN, VERIFIED = "", "root", "otto-verified"
CARDS = ("cards/scryfall-sample-2019-09/cards-8-sets.json.gz", "cards/mtgjson-2022-04/UST.json.gz")


def fill_all(corpus: Path | None) -> None:
    """Fill an empty database: with twelve real versions and real cards, or without a corpus with the sample."""
    call_command("migrate", verbosity=0)
    call_command("load_name_facts", verbosity=0, stdout=StringIO())
    fill([corpus / "cr" / "en" / f"{day}.txt" for day in TWELVE] if corpus else [])
    if corpus:
        failed = [report.sentence for report in import_cards([corpus / name for name in CARDS]) if report.failed]
        assert not failed, failed
        with writing():
            _japanese()
        call_command("update_study", verbosity=0, stdout=StringIO())
    for role in filter(None, ROLES):
        make_user(f"of-{role}", role, email=f"{role}@rules.example")
    make_user(ADMIN, "administrators", email="root@rules.example", is_staff=True)
    User.objects.filter(username=ADMIN).update(is_superuser=True)
    if corpus:
        wrong = live()
        assert not wrong, wrong


def _japanese() -> None:
    """Japanese for chapter 201 of the newest version, in every state that a translation can have."""
    newest = Entry.objects.filter(edition__language="en", number__startswith="201").order_by(
        "-edition__version__date", "position"
    )
    states = (Translation.Status.APPROVED, Translation.Status.REVIEW, Translation.Status.DRAFT)
    author = User.objects.get(username=ADA)
    known: set[int] = set()
    for entry in newest.select_related("wording")[:24]:
        if entry.wording_id in known:
            continue
        status = states[len(known) % len(states)]
        known.add(entry.wording_id)
        result = [f"日本語で：{text}" if text else "" for text in (entry.wording.heading, entry.wording.text)]
        words = store_typed("ja", result[0], MarkedText(result[1], ()))
        made = Translation.objects.create(
            original=entry.wording,
            language="ja",
            wording_id=words,
            status=status,
            origin="curator",
            revision=1,
            author=author,
        )
        TranslatedPlace.objects.create(translation=made, entry=entry, is_example=False, with_examples=False)


def sign_everybody_in() -> dict[str, dict[str, str]]:
    """Open a session for each account and note it, so that pages have nothing to write; who -> their cookies."""
    cookies: dict[str, dict[str, str]] = {VISITOR: {}}
    names = [*User.objects.order_by("pk").values_list("username", flat=True), VERIFIED]
    for who in names:
        user = User.objects.get(username=OTTO if who == VERIFIED else who)
        client = Client()
        client.force_login(user)
        session = client.session
        if who == VERIFIED:
            session["otp_device_id"] = TOTPDevice.objects.get(user=user).persistent_id
        elif who == OTTO:
            session[CODE_REQUIRED] = True
        session.save()
        client.get("/account/")
        cookies[who] = {name: morsel.value for name, morsel in client.cookies.items()}
    return cookies


def bring_up_to_date() -> None:
    """Let the tables of a database that an older program made be those of this one."""
    call_command("migrate", verbosity=0)
    ContentType.objects.clear_cache()
    connection.close()


def corpus() -> Path | None:
    """Return the folder of real texts, where there is one."""
    named = os.environ.get("RULESBASE_CORPUS", "")
    return Path(named) if named else None
