"""``send_digests``: contents, frequency, mail servers, and two runs at once."""

import datetime
import json
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from io import StringIO

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from rulesbase.accounts.mail_tokens import unsubscribe_path
from rulesbase.models import Digest, User, WatchMail
from rulesbase.watches.actions import find_watch_target, mail_settings, watch
from rulesbase.watches.mail import write_mail
from rulesbase.watches.send import SendResult, send_digests
from tests.rulesbase.feeds.conftest import SITE, approve, import_book, import_two
from tests.rulesbase.lineage.lives import THIRD
from tests.support.cards import make_card, make_ruling
from tests.support.commands import output_of
from tests.support.databases import Databases, inside
from tests.support.killing import start
from tests.support.mail_server import MailServer
from tests.support.make import make_user

pytestmark = pytest.mark.postgres


def watching(user: User, *targets: tuple[str, str], language: str = "en", frequency: str = "version") -> WatchMail:
    """Let somebody watch things."""
    made = mail_settings(user, SITE, language)
    WatchMail.objects.filter(pk=made.pk).update(frequency=frequency)
    for kind, value in targets:
        watch(user, find_watch_target(kind, value))
    made.refresh_from_db()
    return made


def run(**options: object) -> list[tuple[str, str]]:
    """Send mails and return user and status of each."""
    return [(one.user, one.status) for one in send_digests(**options)]  # type: ignore[arg-type]


def later(days: float = 8) -> datetime.datetime:
    return timezone.now() + datetime.timedelta(days=days)


def last_mail() -> EmailMultiAlternatives:
    sent = mail.outbox[-1]
    assert isinstance(sent, EmailMultiAlternatives)
    return sent


@pytest.mark.usefixtures("two")
class TestContents:
    def test_a_rule(self, reader: User) -> None:
        watching(reader, ("rule", "201.5@2010-03-01"))
        assert run() == [("ada", "not due")]
        import_book(THIRD)
        assert run() == [("ada", "sent")]
        sent = last_mail()
        assert sent.to == ["ada@rules.example"]
        assert re.match(r"Rulesbase: changes to 201\.5 ", str(sent.subject))
        assert "201.7: removed, 1 March 2014" in sent.body
        assert "‹−" in sent.body
        assert "And so it ends." in sent.body
        html = str(sent.alternatives[0][0])
        assert re.search(r"<del>[^<]*And so it ends\.</del>", html)
        assert f'href="{SITE}/rules/2012-03-01/201.7/"' in html
        assert run() == [("ada", "not due")]
        assert len(mail.outbox) == 1

    def test_a_term_has_its_name(self, reader: User) -> None:
        watching(reader, ("rule", "harbour"))
        import_book(replace(THIRD, terms=("Lantern",)))
        assert run() == [("ada", "sent")]
        assert "Harbour: removed, 1 March 2014" in last_mail().body
        assert "* Harbour · removed" in last_mail().body

    def test_a_ruling(self, reader: User) -> None:
        card = make_card("Lantern Keeper")
        make_ruling(card, "2011-01-01", "Old ruling.")
        watching(reader, ("card", "lantern-keeper"), frequency="weekly")
        # An import makes the same rulings anew.
        card.rulings.all().delete()
        make_ruling(card, "2011-01-01", "Old ruling.")
        assert run(now=later()) == [("ada", "nothing")]
        make_ruling(card, "2005-01-01", "It is <new> here.")
        assert run(now=later()) == [("ada", "sent")]
        sent = last_mail()
        assert "It is <new> here." in sent.body
        assert "It is &lt;new&gt; here." in str(sent.alternatives[0][0])
        assert "Old ruling." not in sent.body
        assert run(now=later(16)) == [("ada", "nothing")]

    def test_new_hits_of_a_search(self, reader: User) -> None:
        import_book(THIRD.dated(2013))
        watching(reader, ("search", "moonlit ferry"))
        chapters = THIRD.chapters[201]
        import_book(THIRD.dated(2016).with_chapter(201, *chapters[:-1], type(chapters[0])("six", "A moonlit ferry.")))
        assert run() == [("ada", "sent")]
        assert "A moonlit ferry." in last_mail().body
        assert "Search: moonlit ferry" in last_mail().body

    def test_translations_of_a_language(self, reader: User) -> None:
        approve("fr", "201.1@2012-03-01", "a", "vu avant")
        watching(reader, ("language", "fr"), frequency="weekly")
        approve("fr", "201.2@2012-03-01", "La lampe luit.", "La lampe brille.")
        assert run(now=later()) == [("ada", "sent")]
        assert "La lampe ‹−luit›‹+brille›." in last_mail().body
        assert "vu avant" not in last_mail().body
        assert run(now=later(16)) == [("ada", "nothing")]

    def test_only_what_is_new(self, reader: User) -> None:
        mail_settings(reader, SITE, "en")
        import_book(THIRD)
        watch(reader, find_watch_target("rule", "201.7"))
        assert run() == [("ada", "nothing")]


@pytest.mark.usefixtures("two")
class TestHowOften:
    def test_weekly(self, reader: User) -> None:
        Digest.objects.bulk_create(Digest(user=reader, status="sent", subject=f"{n}", text="x") for n in range(30))
        watching(reader, ("rule", "201.7"), frequency="weekly")
        import_book(THIRD)
        assert run(now=later(1)) == [("ada", "not due")]
        assert run(now=later(7)) == [("ada", "sent")]
        assert Digest.objects.count() == 10

    def test_never_and_then_again(self, signed_in: Client, reader: User) -> None:
        watching(reader, ("rule", "201.7"), frequency="never")
        import_book(THIRD)
        assert run() == []
        signed_in.post("/account/watches/", {"frequency": "version", "language": "en"})
        assert run() == [("ada", "not due")]
        assert mail.outbox == []

    def test_only_accounts_with_address_and_watches(self, reader: User) -> None:
        watching(make_user("bob"), ("rule", "201.7"))
        closed = make_user("eve", email="eve@rules.example")
        watching(closed, ("rule", "201.7"))
        User.objects.filter(pk=closed.pk).update(is_active=False)
        watching(reader)
        import_book(THIRD)
        assert run() == []

    def test_unsubscribed_during_a_run(self, reader: User, client: Client) -> None:
        bob = make_user("bob", email="bob@rules.example")
        for user in (reader, bob):
            watching(user, ("rule", "201.7"))
        import_book(THIRD)
        going = send_digests()
        assert next(going).status == "sent"
        client.post(unsubscribe_path(bob))
        assert [(one.user, one.status) for one in going] == [("bob", "late")]
        assert [one.to for one in mail.outbox] == [["ada@rules.example"]]

    def test_a_bad_address_stops_no_others(self, reader: User) -> None:
        bob = make_user("bob", email="bob@rules.example")
        for user in (reader, bob):
            watching(user, ("rule", "201.7"))
        User.objects.filter(pk=reader.pk).update(email="ada@rules.example\nBcc: eve@rules.example")
        import_book(THIRD)
        assert run() == [("ada", "refused"), ("bob", "sent")]
        assert [one.to for one in mail.outbox] == [["bob@rules.example"]]

    def test_dry_run_changes_nothing(self, reader: User) -> None:
        watching(reader, ("rule", "201.7"))
        import_book(THIRD)
        before = WatchMail.objects.values().get()
        told = json.loads(output_of("send_digests", "--dry-run", "--json"))
        assert told["counts"] == {"would be sent": 1}
        assert (told["people"][0]["user"], told["people"][0]["items"]) == ("ada", 1)
        assert WatchMail.objects.values().get() == before
        assert (mail.outbox, Digest.objects.count()) == ([], 0)

    def test_two_runs_at_once_send_one_mail(self, reader: User) -> None:
        watching(reader, ("rule", "201.7"))
        import_book(THIRD)
        slow = send_digests()
        found: list[SendResult] = []

        def other_run(*_args: object) -> None:
            found.extend(send_digests())

        # The other run comes while this one has computed its mail and not claimed it yet.
        with pytest.MonkeyPatch.context() as patch:

            def and_meanwhile(*args: object) -> object:
                patch.undo()
                other_run()
                return write_mail(*args)  # type: ignore[arg-type]

            patch.setattr("rulesbase.watches.send.write_mail", and_meanwhile)
            assert [one.status for one in slow] == ["late"]
        assert [one.status for one in found] == ["sent"]
        assert len(mail.outbox) == 1


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    """A mail server that this process sends to."""
    with MailServer() as running:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", running.port
        yield running


def body_of(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content())


@pytest.mark.usefixtures("two")
class TestMailServer:
    def test_the_mail_as_it_arrives(self, server: MailServer, reader: User, client: Client) -> None:
        watching(reader, ("rule", "201.7"), language="ja")
        import_book(THIRD)
        assert run() == [("ada", "sent")]
        (sent,) = server.mails
        assert sent["To"] == "ada@rules.example"
        assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert re.fullmatch(r"<\w{8}\.\d+@testserver>", sent["Message-ID"])
        assert sent["Auto-Submitted"] == "auto-generated"
        assert sent.get_content_type() == "multipart/alternative"
        assert "And so it ends." in body_of(sent, "plain")
        assert "</del>" in body_of(sent, "html")
        link = re.fullmatch(r"<http://testserver(/ja/account/unsubscribe/[^>]+)>", sent["List-Unsubscribe"].strip())
        assert link
        # As a mail program does it: no cookies, no token.
        one_click = Client(enforce_csrf_checks=True).post(link[1], {"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        assert WatchMail.objects.get().frequency == "never"

    def test_a_refused_mail_goes_with_the_next_run(self, server: MailServer, reader: User) -> None:
        card = make_card("Lantern Keeper")
        watching(make_user("bob", email="bob@rules.example"), ("rule", "201.7"))
        watching(reader, ("rule", "201.7"), ("card", "lantern-keeper"))
        make_ruling(card, "2013-01-01", "Lit.")
        import_book(THIRD)
        server.refused = frozenset({"ada@rules.example"})
        assert sorted(run()) == [("ada", "refused"), ("bob", "sent")]
        assert Digest.objects.get(user=reader).status == "refused"
        server.refused = frozenset()
        assert sorted(run()) == [("ada", "sent"), ("bob", "not due")]
        assert "Lit." in body_of(server.mails[-1], "plain")
        assert [one["To"] for one in server.mails] == ["bob@rules.example", "ada@rules.example"]

    def test_a_server_that_hangs_up_leaves_one_unsure(self, server: MailServer, reader: User) -> None:
        watching(reader, ("rule", "201.7"))
        watching(make_user("bob", email="bob@rules.example"), ("rule", "201.7"))
        import_book(THIRD)
        server.hangs_up_at = 1
        assert sorted(run()) == [("ada", "unsure"), ("bob", "sent")]
        server.hangs_up_at = None
        assert sorted(run()) == [("ada", "not due"), ("bob", "not due")]
        assert len(server.mails) == 2

    def test_without_a_server_no_mail_is_marked(self, server: MailServer, reader: User, settings: Settings) -> None:
        watching(reader, ("rule", "201.7"))
        import_book(THIRD)
        settings.EMAIL_PORT = 1
        out = StringIO()
        with pytest.raises(CommandError, match="The mail server does not answer"):
            call_command("send_digests", "--json", stdout=out)
        assert json.loads(out.getvalue())["people"] == []
        assert not Digest.objects.exists()
        settings.EMAIL_PORT = server.port
        assert run() == [("ada", "sent")]

    def test_wrong_mail_settings_matter_only_if_there_is_a_mail(
        self, server: MailServer, reader: User, settings: Settings
    ) -> None:
        watching(reader, ("rule", "201.7"))
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = True
        assert run() == [("ada", "not due")]
        import_book(THIRD)
        with pytest.raises(ValueError, match="EMAIL_USE_TLS"):
            run()
        assert not Digest.objects.exists()


class TestKilled:
    NAMES = ("ann", "ben", "cat", "dan", "eva")

    def start(self, address: str, server: MailServer) -> "subprocess.Popen[str]":
        """The command in a process of its own, with the real settings."""
        more = {"EMAIL_URL": server.address, "DJANGO_SETTINGS_MODULE": "config.settings"}
        return start(address, "manage.py", "send_digests", "--json", **more)

    @pytest.mark.slow
    def test_no_one_gets_it_twice(self, databases: Databases, django_db_blocker: DjangoDbBlocker) -> None:
        with (
            django_db_blocker.unblock(),
            inside(database := databases.copy("lives", fill=import_two)),
            MailServer() as server,
        ):
            for name in self.NAMES:
                watching(make_user(name, email=f"{name}@rules.example"), ("rule", "201.7"))
            import_book(THIRD)
            processes: list[subprocess.Popen[str]] = []

            def kill_at_the_second(_mail: EmailMessage) -> None:
                if len(server.mails) == 2:
                    processes[0].send_signal(signal.SIGKILL)
                    processes[0].wait()

            server.received = kill_at_the_second
            processes.append(self.start(databases.address(database), server))
            processes[0].communicate(timeout=120)
            assert processes[0].returncode == -signal.SIGKILL
            assert [one["To"].split("@")[0] for one in server.mails] == ["ann", "ben"]
            # Each person's state was stored by itself: one is sure, one is not, no other was marked.
            assert list(Digest.objects.order_by("pk").values_list("user__username", "status")) == [
                ("ann", "sent"),
                ("ben", "sending"),
            ]
            with self.start(databases.address(database), server) as again:
                out, errors = again.communicate(timeout=120)
            assert again.returncode == 0, errors
            assert json.loads(out)["counts"] == {"not due": 2, "sent": 3}
            assert sorted(one["To"].split("@")[0] for one in server.mails) == list(self.NAMES)
            # After a while the one is marked unsure, and stays so.
            assert ("ben", "unsure") in run(now=later(0.1))
            assert ("ben", "unsure") not in run(now=later(0.1))
            assert len(server.mails) == 5
