"""A database that is gone: pages come from the other one. Tried on two SQLite files, one of them out of reach."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import sys
import django
django.setup()
from django.contrib.auth.models import Group
from django.core.handlers.exception import convert_exception_to_response
from django.db import connections, models
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from config import sources
from config.routers import replica_stands_in


class Note(models.Model):
    text = models.CharField(max_length=20)

    class Meta:
        app_label = "rulesbase"


for alias in ("default", "replica"):
    with connections[alias].schema_editor() as editor:
        for model in (Note, Group):
            editor.create_model(model)
    Note.objects.using(alias).create(text=alias)
    Group.objects.using(alias).create(name=alias)


def page(request):
    if request.method == "POST" or request.GET.get("write"):
        Note.objects.create(text="written")
    if request.GET.get("of") == "group":
        return HttpResponse(Group.objects.get().name)
    if request.GET.get("stream"):
        return StreamingHttpResponse(note.text for note in Note.objects.iterator())
    response = HttpResponse(Note.objects.first().text)
    if replica_stands_in():
        response.delete_cookie("sessionid")
    return response


middleware = sources.reads_from_replica(convert_exception_to_response(page))


def ask(method="get", path="/", cookies=(), **query):
    request = getattr(RequestFactory(), method)(path, query_params=query)
    request.COOKIES.update(dict.fromkeys(cookies, "x"))
    return middleware(request)


def told(*args, **query):
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
line("well", told(), told(cookies=["sessionid"]), told(of="group"), mark, told(cookies=["wrote"]))
name = gone("replica")
line("no-replica", told(), told(of="group"), told("post"), told())
back("replica", name)
line("noted", told(), sources.forget_failures() or told())
name = gone("default")
mine = ask(cookies=["sessionid"])
others = told(stream=1), told(of="group"), told(cookies=["wrote"])
line("no-primary", told(), *others, mine.content.decode(), len(mine.cookies))
refused = ask("post")
line("writes", refused.status_code, refused["Retry-After"], len(refused.cookies), told(write=1), told(path="/admin/"))
name_of_replica = gone("replica")
line("nothing", told(), told(cookies=["sessionid"]))
back("default", name)
line("again", told("post"), told(cookies=["wrote"]))
back("replica", name_of_replica)
sources.forget_failures()
line("well", told(), told(cookies=["sessionid"]), told(path="/admin/"))
"""


def test_pages_come_from_the_database_that_is_there(tmp_path: Path) -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path}/default.sqlite3",
        "DATABASE_REPLICA_URL": f"sqlite:///{tmp_path}/replica.sqlite3",
        "ALLOWED_HOSTS": "testserver",
    }
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        # a stranger, somebody with a session, accounts; who wrote, and is known by a cookie, reads the primary
        "well replica default default 1 default",
        "no-replica default default default default",
        # it is asked last for a while, and then again
        "noted default replica",
        # a stranger, what is made while it is sent, accounts, who has just written, a session that is not ended
        "no-primary replica replica replica replica replica 0",
        # a form, with no mark that something was written; a page that writes; the admin
        "writes 503 30 0 503 503",
        "nothing 503 503",
        "again default default",
        "well replica default default",
    ]
    assert "The replica did not answer" in done.stderr
    assert "The primary database did not answer" in done.stderr
