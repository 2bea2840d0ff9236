"""A database that is gone: pages come from the other one. Tried on two SQLite files, one of them out of reach."""

from pathlib import Path

import pytest
from django.db import OperationalError

from rulesbase.core.database_errors import connection_failure
from tests.rulesbase.web.databases.two_databases import run

SCRIPT = """
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
    if request.GET.get("stream"):
        return StreamingHttpResponse(note.text for note in Note.objects.iterator())
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
line("primary", Note.objects.first().text, told(atomic=1), told(of="group"), told(of="user"))
line("written", Note.objects.using("default").count(), Note.objects.using("replica").count())
name = gone("replica")
line("no-replica", told(), told(of="group"), told("post"), told())
back("replica", name)
line("noted", told(), sources._down_until.clear() or told())
name = gone("default")
mine = told(cookies=["sessionid"]), told(path="/account/", cookies=["sessionid"])
line("no-primary", told(), told(stream=1), told(of="group"), told(cookies=["wrote"]), *mine)
refused = ask("post")
line("writes", refused.status_code, refused["Retry-After"], len(refused.cookies), told(write=1), told(path="/admin/"))
name_of_replica = gone("replica")
line("nothing", told(), told(cookies=["sessionid"]))
back("default", name)
line("again", told("post"), told(cookies=["wrote"]))
back("replica", name_of_replica)
sources._down_until.clear()
line("account", told(path="/account/", cookies=["sessionid"]))
line("well", told(), told(cookies=["sessionid"]), told(path="/admin/"))
"""


@pytest.mark.slow
def test_pages_come_from_the_database_that_is_there(tmp_path: Path) -> None:
    done = run(SCRIPT, tmp_path)
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
        "no-primary replica replica 503 replica replica 503",
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
