"""A primary and a replica as two SQLite files that hold different rows, asked by a script in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
# What each script begins with: in both a note, a group and an account of the name of the database, and its state.
BEGIN = """
import django
from django.conf import settings
# As they lie, so that a test needs no collectstatic.
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
django.setup()
from django.contrib.auth.models import Group
from django.core.handlers.exception import convert_exception_to_response
from django.db import connections, models, transaction
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.test import RequestFactory
from rulesbase.web.databases import failover as sources
from rulesbase.models import State, User


class Note(models.Model):
    text = models.CharField(max_length=20)

    class Meta:
        app_label = "rulesbase"


for alias in ("default", "replica"):
    with connections[alias].schema_editor() as editor:
        for model in (Note, Group, State, User):
            editor.create_model(model)
    Note.objects.using(alias).create(text=alias)
    Group.objects.using(alias).create(name=alias)
    User.objects.using(alias).create(username=alias)
    State.objects.using(alias).create(pk=1, generation=5)
"""


def run(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What a script says that begins as BEGIN; it must end well."""
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder}/default.sqlite3",
        "DATABASE_REPLICA_URL": f"sqlite:///{folder}/replica.sqlite3",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-c", BEGIN + script]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done
