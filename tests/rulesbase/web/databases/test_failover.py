"""A database that is gone: pages come from the other one. Tried on two SQLite files, one of them out of reach."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import OperationalError

from rulesbase.core.database.database_errors import connection_failure

ROOT = Path(__file__).resolve().parents[4]
# Both databases get a note, a group and an account with the name of the database, and its state.
SCRIPT = """
import django
from django.conf import settings
# As they lie, so that a test needs no collectstatic.
settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
django.setup()
from django.contrib.auth.models import Group
from django.core.handlers.exception import convert_exception_to_response
from django.db import connections, models, transaction
from django.http import HttpResponse, HttpResponseRedirect
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
def page(request):
    if request.method == "POST" or request.GET.get("write"):
        Note.objects.create(text="written")
    if request.GET.get("of") == "group":
        return HttpResponse(Group.objects.get().name)
    if request.GET.get("of") == "user":
        return HttpResponse(User.objects.get().username)
    if request.GET.get("atomic"):
        with transaction.atomic():
            return HttpResponse(Note.objects.first().text)
    if request.path == "/account/":
        signed_in = "sessionid" in request.COOKIES and Group.objects.get()
        return HttpResponse("account") if signed_in else HttpResponseRedirect("/account/sign-in/?next=/account/")
    who = " signed in" if "sessionid" in request.COOKIES else ""
    return HttpResponse(Note.objects.first().text + who)


middleware = sources.reads_from_replica(convert_exception_to_response(page))


def ask(method="get", path="/", cookies=(), **query):
    request = getattr(RequestFactory(), method)(path, query_params=query)
    request.COOKIES.update(dict.fromkeys(cookies, "x"))
    return middleware(request)


def shown(*args, **query):
    answer = ask(*args, **query)
    return b"".join(answer).decode() if answer.status_code == 200 else str(answer.status_code)


def gone(alias):
    connections[alias].close()
    held = connections[alias].settings_dict["NAME"]
    connections[alias].settings_dict["NAME"] = "/nowhere/at/all.sqlite3"
    return held


def back(alias, name):
    connections[alias].close()
    connections[alias].settings_dict["NAME"] = name


def line(*words):
    print(*words)


wrote = ask("post")
mark = wrote.cookies["wrote"].value
line("well", shown(), shown(cookies=["sessionid"]), shown(of="group"), mark, shown(cookies=["wrote"]))
line("primary", Note.objects.first().text, shown(atomic=1), shown(of="group"), shown(of="user"))
line("written", Note.objects.using("default").count(), Note.objects.using("replica").count())
name = gone("replica")
line("no-replica", shown(), shown(of="group"), shown("post"), shown())
back("replica", name)
line("noted", shown(), sources._down_until.clear() or shown())
name = gone("default")
mine = shown(cookies=["sessionid"]), shown(path="/account/", cookies=["sessionid"])
line("no-primary", shown(), shown(of="group"), shown(cookies=["wrote"]), *mine)
refused = ask("post")
line("writes", refused.status_code, refused["Retry-After"], len(refused.cookies), shown(write=1), shown(path="/admin/"))
name_of_replica = gone("replica")
line("nothing", shown(), shown(cookies=["sessionid"]))
back("default", name)
line("again", shown("post"), shown(cookies=["wrote"]))
back("replica", name_of_replica)
sources._down_until.clear()
line("account", shown(path="/account/", cookies=["sessionid"]))
line("well", shown(), shown(cookies=["sessionid"]), shown(path="/admin/"))
"""


def run(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the script in a process of its own, on a primary and a replica; it must end well."""
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{folder}/default.sqlite3",
        "DATABASE_REPLICA_URL": f"sqlite:///{folder}/replica.sqlite3",
        "ALLOWED_HOSTS": "testserver",
    }
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


@pytest.mark.slow
def test_pages_come_from_the_database_that_is_there(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.stdout.splitlines() == [
        # a stranger, somebody with a session, accounts; who wrote, and is known by a cookie, reads the primary
        "well replica default signed in default 1 default",
        # outside a page, in a transaction, accounts; the form above wrote to the primary alone
        "primary default default default default",
        "written 2 1",
        "no-replica default default default default",
        # it is asked last for a while, and then again
        "noted default replica",
        # a stranger, what is made while it is sent, accounts; who has just written; a session, on a page and its own
        "no-primary replica 503 replica replica 503",
        # a form, with no mark that something was written; a page that writes; the admin
        "writes 503 30 0 503 503",
        "nothing 503 503",
        "again default default",
        "account account",
        "well replica default signed in default",
    ]
    assert "Traceback" not in done.stderr
    assert "The database 'replica' did not answer and is asked last for 5 s: unable to open database" in done.stderr
    assert "The database 'default' did not answer and is asked last for 5 s: unable to open database" in done.stderr
    assert "POST / was refused: unable to open database file" in done.stderr


def test_other_errors_of_a_database_keep_their_traceback() -> None:
    """A table that is missing, a lock that was waited for too long: the database is there."""

    class Locked(Exception):
        sqlstate = "55P03"

    class Refused(Exception):
        sqlstate = None

    class NoTable(Exception):
        sqlite_errorname = "SQLITE_ERROR"

    class NoFile(Exception):
        sqlite_errorname = "SQLITE_CANTOPEN"

    def output(cause: Exception) -> str:
        error = OperationalError("server\n\tat all")
        error.__cause__ = cause
        return connection_failure(error)

    assert [output(cause()) for cause in (Locked, NoTable, ValueError)] == [""] * 3
    assert [output(cause()) for cause in (Refused, NoFile)] == ["server at all"] * 2
    assert connection_failure(ValueError("x")) == connection_failure(None) == ""
