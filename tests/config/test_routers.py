"""Reads from a replica, tried on two SQLite files that hold different rows."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import django
django.setup()
from django.contrib.auth.models import Group
from django.db import connections, models, transaction
from django.http import HttpResponse
from django.test import RequestFactory
from config.sources import reads_from_replica
from rulesbase.models import User


class Note(models.Model):
    text = models.CharField(max_length=20)

    class Meta:
        app_label = "rulesbase"


for alias in ("default", "replica"):
    with connections[alias].schema_editor() as editor:
        for model in (Note, Group, User):
            editor.create_model(model)
    Note.objects.using(alias).create(text=alias)
    Group.objects.using(alias).create(name=alias)
    User.objects.using(alias).create(username=alias)


def page(request):
    if request.GET.get("write"):
        Note.objects.create(text="written")
        return HttpResponse(",".join(Note.objects.using("default").values_list("text", flat=True)))
    if request.GET.get("atomic"):
        with transaction.atomic():
            return HttpResponse(Note.objects.get().text)
    model, field = {"group": (Group, "name"), "user": (User, "username")}.get(
        request.GET.get("of"), (Note, "text")
    )
    return HttpResponse(getattr(model.objects.get(), field))


def read(method="get", cookie="", **query):
    request = getattr(RequestFactory(), method)("/", query_params=query)
    if cookie:
        request.COOKIES["sessionid"] = cookie
    return reads_from_replica(page)(request).content.decode()


print(Note.objects.get().text, read(), read("post"), read(cookie="x"), read(atomic=1), read(of="group"))
print(read(of="user"), read(write=1), Note.objects.using("replica").get().text)
"""


def test_only_reading_pages_of_strangers_read_from_the_replica(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "DEBUG": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/default.sqlite3",
        "DATABASE_REPLICA_URL": f"sqlite:///{tmp_path}/replica.sqlite3",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # outside a page, a page, a form sent, a session, a transaction, accounts; a write goes to `default` alone
    assert done.stdout.split() == [
        *("default", "replica", "default", "default", "default", "default"),
        *("default", "default,written", "replica"),
    ]
