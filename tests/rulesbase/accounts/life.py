"""An account that has left something in every table that holds anything of people."""

import bz2
import datetime

from axes.models import AccessFailureLog, AccessLog
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.utils import timezone

from cards.models import RulingTie
from rulesbase.accounts.api_tokens import make_token
from rulesbase.archive.store_text import WordingDraft as NewWording
from rulesbase.archive.store_text import store_wordings
from rulesbase.models import (
    ActionLog,
    Correction,
    Digest,
    Draft,
    PathStep,
    QuestionNote,
    ReadingItem,
    ReadingList,
    ReadItem,
    ReviewComment,
    RuleNote,
    SentOnce,
    TermEntry,
    TestTaken,
    Upload,
    User,
    Watch,
    WatchMail,
    Wording,
    WrittenQuestion,
    WrittenRevision,
)
from rulesbase.models.current_token import using_token
from tests.rulesbase.accounts.views.test_second_factor import enrol
from tests.support.make import make_translation, make_user
from tests.support.studied import study_everything

NAME, ADDRESS = "zephyrine", "z.quill@letters.example"
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 Quillfox"
PLACE = "203.0.113.77"
DAY = datetime.date(2020, 1, 24)


def wording(language: str, text: str) -> Wording:
    new = NewWording(f"digest of {language} {text}"[:32], language, "", text, "")
    return Wording.objects.get(pk=store_wordings([new])[new.digest])


def live(client: Client) -> User:
    """Return an account that did everything an account can do; the client is signed in with its second factor."""
    user = make_user(NAME, "curators", "readers", email=ADDRESS, is_staff=True)
    user.first_name, user.last_name = "Zephyrine", "Quill"
    user.save()
    _try_passwords(user)
    client.defaults |= {"HTTP_USER_AGENT": BROWSER, "REMOTE_ADDR": PLACE}
    enrol(client, user)
    client.post("/account/reset/", {"email": ADDRESS})
    _administer(user)
    with using_token("quillbot"):
        _write(user)
    _correct(user)
    study_everything(user, timezone.now(), "quill")
    watch_everything(user, "quill")
    note_everything(user, "quill")
    question_everything(user, "quill")
    _send_by_token(user)
    return user


def _send_by_token(user: User) -> None:
    token = make_token(user, "quillbot", "write", 30).token
    SentOnce.objects.create(token=token, key="run", digest="of a body", status=200, body={"by": NAME})


def _try_passwords(user: User) -> None:
    stranger = Client(headers={"user-agent": BROWSER}, REMOTE_ADDR=PLACE)
    stranger.post("/account/sign-in/", {"username": ADDRESS.upper(), "password": "wrong"})
    # Tables that the settings of today leave empty, but those of another day may have filled.
    for model in (AccessLog, AccessFailureLog):
        model.objects.create(
            username=user.username, ip_address=PLACE, user_agent=BROWSER, path_info="/", http_accept=""
        )


def _administer(user: User) -> None:
    boss = make_user("boss", "administrators", is_staff=True)
    for by, about in ((user, boss), (boss, user)):
        LogEntry.objects.create(
            user=by,
            content_type=ContentType.objects.get_for_model(User),
            object_id=str(about.pk),
            object_repr=str(about),
            action_flag=CHANGE,
        )


def _write(user: User) -> None:
    english, french = wording("en", "A card has a name."), wording("fr", "Une carte a un nom.")
    text = make_translation(english.pk, french.pk, author=user)
    ReviewComment.objects.create(translation=text, text="Better so.", author=user)
    ActionLog.objects.create(
        verb="saved", language="fr", place="201.1", original=english, translation=text, after=french, author=user
    )
    TermEntry.objects.create(
        language="fr", term="card", translation="carte", status="agreed", origin="curator", revision=1, author=user
    )
    Upload.objects.create(user=user, name="quill.txt", size=4, sha256="x", packed=bz2.compress(b"by Q"))
    Draft.objects.create(user=user, original=english, language="ja", text="no one else has seen this")


def _correct(user: User) -> None:
    Correction.objects.create(
        verb="same", old_date=DAY, old_number="201.1", new_date=DAY, new_number="201.2", reason="so", made_by=user
    )
    RulingTie.objects.create(
        oracle_id="x", digest="y", number="201.1", day=DAY, reason="so", withdrawn_by=user, withdrawn_at=timezone.now()
    )


def question_everything(user: User, word: str) -> None:
    """Leave a row of somebody in every table of written questions and of tests; a word where it goes with them."""
    texts = {"en": {"scenario": "What does the sign say?", "answer": "Nothing.", "explanation": "", "choices": []}}
    written = WrittenQuestion.objects.create()
    WrittenRevision.objects.create(written=written, number=1, status="draft", level=1, texts=texts, author=user)
    QuestionNote.objects.create(kind="suggestion", text="Ask something about signs.", author=user)
    asked = {"seed": word, "version": datetime.date(2020, 1, 24).isoformat()}
    TestTaken.objects.create(user=user, asked=asked, count=1, right=1, at=timezone.now())


def note_everything(user: User, word: str) -> None:
    """Leave a row in every table of notes, lists and the path, with a word of the person's in each text."""
    day = datetime.date(2012, 3, 1)
    RuleNote.objects.create(user=user, number="201.7", day=day, phrase="so it ends", note=f"{word} noted this")
    made = ReadingList.objects.create(owner=user, name=f"{word} reads", about=word, is_shared=True)
    item = ReadingItem.objects.create(of=made, position=1, number="201.7", day=day, comment=f"{word} says so")
    ReadItem.objects.create(user=user, item=item)
    PathStep.objects.create(user=user, step="golden")


def watch_everything(user: User, word: str) -> None:
    """Let somebody watch something and have had a mail, with a word that tells whose it is."""
    Watch.objects.create(user=user, kind=Watch.Kind.SEARCH, question=f"{word} and ink", language="en")
    WatchMail.objects.create(user=user, site="https://rules.example")
    Digest.objects.create(user=user, status=Digest.Status.SENT, subject=f"News of {word}", text=f"There is a {word}.")
