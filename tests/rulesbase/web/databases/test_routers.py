"""Reads from a replica, tried on two SQLite files that hold different rows."""

from pathlib import Path

import pytest

from tests.rulesbase.web.databases.two_databases import run

pytestmark = [pytest.mark.postgres, pytest.mark.slow]

SCRIPT = """
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
    return sources.reads_from_replica(page)(request).content.decode()


print(Note.objects.get().text, read(), read("post"), read(cookie="x"), read(atomic=1), read(of="group"))
print(read(of="user"), read(write=1), Note.objects.using("replica").get().text)
"""


def test_only_reading_pages_of_strangers_read_from_the_replica(tmp_path: Path) -> None:
    done = run(SCRIPT, tmp_path)
    # outside a page, a page, a form sent, a session, a transaction, accounts; a write goes to `default` alone
    assert done.stdout.split() == [
        *("default", "replica", "default", "default", "default", "default"),
        *("default", "default,written", "replica"),
    ]
