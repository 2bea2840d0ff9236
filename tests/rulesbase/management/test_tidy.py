"""``tidy``: what ran out is deleted every day, and nothing else."""

import json
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from rulesbase.imports.uploads import store_upload
from rulesbase.models import ApiToken, OpenSession, SentMail, SentOnce, Upload
from tests.support.commands import output_of
from tests.support.make import make_user, signed_in

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    return output_of("tidy", *arguments).strip()


def test_what_ran_out_goes() -> None:
    user, now = make_user("ada"), timezone.now()
    here, old, ended = (signed_in(user) for _ in range(3))
    for client in (here, old, ended):
        client.get("/account/")
    Session.objects.filter(pk=old.session.session_key).update(expire_date=now - timedelta(days=1))
    Session.objects.filter(pk=ended.session.session_key).delete()
    token = ApiToken.objects.create(user=user, name="x", digest="0" * 64)
    for at, days in enumerate((0, 2)):
        upload = store_upload(user, b"a text", f"{days}.txt")
        Upload.objects.filter(pk=upload.pk).update(touched_at=now - timedelta(days=days))
        SentMail.objects.filter(pk=SentMail.objects.create(digest="x").pk).update(sent_at=now - timedelta(days=days))
        once = SentOnce.objects.create(token=token, key=str(at), digest="x")
        SentOnce.objects.filter(pk=once.pk).update(made_at=now - timedelta(days=days))
    assert OpenSession.objects.count() == 3
    assert json.loads(run("--json")) == {"sessions": 1, "uploads": 1, "mails": 1, "answers": 1}
    assert OpenSession.objects.get().session_key == Session.objects.get().pk == here.session.session_key
    assert [model.objects.count() for model in (Upload, SentMail, SentOnce)] == [1, 1, 1]
    assert here.get("/account/").status_code == 200
    assert run() == "sessions 0, uploads 0, mails 0, answers 0"
