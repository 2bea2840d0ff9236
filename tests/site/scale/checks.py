"""What must be so, one function each: the databases, the cache, the proxy. Each leaves the site as it found it."""

import json
import time

from tests.site.scale.parts import Broken, until
from tests.site.scale.site import Site
from tests.site.scale.visiting import Visitor

# Made while it is sent.
TEXT = "/api/v1/versions/2020-03-01/text/"
PAGES = ("/", "/rules/", "/rules/2020-03-01/101/", "/rules/2020-03-01/101.3/", "/glossary/2020-03-01/", "/archive/")


def so(fact: object, what: str) -> None:
    """Raise Broken where something is not so."""
    if not fact:
        raise Broken(what)


def _all_shown(visitor: Visitor, pages: tuple[str, ...] = PAGES, *, name: str = "", rounds: int = 1) -> float:
    """Every page is shown, with the name of who is signed in; the longest took so many seconds."""
    longest = 0.0
    for path in pages * rounds:
        answer = visitor.get(path)
        so(answer.status == 200, f"{path} answered {answer.status}: {answer.text[:300]}")
        so(not name or "private" in answer.headers["cache-control"], f"{path} does not know {name}")
        longest = max(longest, answer.seconds)
    return longest


def _note(visitor: Visitor, text: str) -> int:
    """Write a note; the status."""
    path = "/study/notes/add/?at=101.3@2020-03-01"
    return visitor.send(path, "/study/notes/add/", at="101.3@2020-03-01", lang="en", phrase="", note=text).status


def reads_go_to_the_replica(site: Site) -> str:
    """Pages of strangers are made from the replica, those of people who are signed in from the primary."""
    stranger, ada = site.stranger(), site.signed_in()
    before = site.primary.statements("rulesbase_entry"), site.replica.statements("rulesbase_entry")
    # Nobody asked for these yet.
    _all_shown(stranger, ("/rules/2020-03-01/100.1/", "/rules/2020-03-01/100.2/", "/rules/2020-03-01/100.4/"))
    between = site.primary.statements("rulesbase_entry"), site.replica.statements("rulesbase_entry")
    so(between[0] == before[0], f"the primary was asked {between[0] - before[0]} times for a stranger")
    so(between[1] > before[1], "the replica was not asked for a stranger")
    _all_shown(ada, ("/rules/2020-03-01/100.1/",), name="ada")
    after = site.primary.statements("rulesbase_entry"), site.replica.statements("rulesbase_entry")
    so(after[0] > between[0] and after[1] == between[1], "the replica was asked for somebody who is signed in")
    return f"{between[1] - before[1]} statements for three pages of a stranger, none of them to the primary"


def own_writes_are_seen(site: Site) -> str:
    """While the replica stands still, who wrote sees it; others see what was before, and nothing stale is kept."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.replica.ask("SELECT pg_wal_replay_pause()")
    try:
        so(_note(ada, "a lantern in the harbour") == 302, "the note was not taken")
        for _ in range(6):
            so("a lantern in the harbour" in ada.get("/study/notes/").text, "ada does not see her own note")
        book = site.next_book()
        answer = site.import_through(site.servers[0], book)
        so(answer.status == 200, f"the import answered {answer.status}: {answer.text[:500]}")
        day = book.date.isoformat()
        for _ in range(4):
            so(day in ada.get("/archive/").text, "ada does not see the import")
            so(day not in stranger.get("/archive/").text, "a stranger sees what the replica does not have")
            so(f"/rules/{day}/" not in stranger.get("/").text, "a page is newer than its replica")
        writer = site.stranger()
        sent = writer.send("/account/sign-up/", username="eve", email="eve@example.org")
        so("wrote" in writer.cookies, f"who wrote without an account is not known again ({sent.status})")
        so(day in writer.get("/archive/").text, "who has just written reads the replica")
    finally:
        site.replica.ask("SELECT pg_wal_replay_resume()")
    took = site.settle()
    so(day in stranger.get("/archive/").text, "the page of before was kept")
    so(f"/rules/{day}/" in stranger.get("/").text, "the front page of before was kept")
    return f"caught up in {took:.2f} s"


def replica_gone(site: Site) -> str:
    """Without the replica everything is read from the primary; it is used again when it is back."""
    stranger = site.stranger()
    site.replica.stop()
    try:
        longest = _all_shown(stranger, rounds=5)
        _all_shown(stranger, ("/rules/2020-03-01/100.5/", "/search/?q=lantern", "/api/v1/versions/"))
        ready = json.loads(stranger.get("/readyz").body)
        so(ready["ready"] and ready["replica"] != "ok", f"/readyz says {ready}")
    finally:
        site.replica.start()
    site.settle()

    def used_again() -> bool:
        before = site.replica.statements()
        _all_shown(stranger)
        return site.replica.statements() > before

    return f"longest page {longest:.2f} s; used again {until(used_again, 'the replica used again', 40):.0f} s after"


def primary_gone(site: Site) -> str:
    """Without the primary everybody reads as a stranger; accounts and writes answer 503; nothing is lost."""
    stranger, ada, ben = site.stranger(), site.signed_in(), site.signed_in("ben")
    so(_note(ada, "written before the storm") == 302, "the note was not taken")
    ada.cookies.pop("wrote", None)
    site.settle()
    session = ada.cookies["sessionid"]
    site.primary.stop()
    try:
        longest = max(_all_shown(stranger, rounds=3), _all_shown(ada, rounds=3))
        _all_shown(stranger, ("/rules/2020-03-01/100.6/", "/search/?q=lantern", "/api/v1/versions/", "/cards/", TEXT))
        text = json.loads(stranger.get(TEXT).body)
        so(len(text["entries"]) > 80, "a text breaks off")
        for path in ("/study/notes/", "/account/"):
            so(ben.get(path).status == 503, f"{path} needs an account, and was not refused")
        _refused(site, ada)
        ready = stranger.get("/readyz")
        so(ready.status == 200 and b"does not answer" in ready.body, f"/readyz says {ready.text}")
    finally:
        site.primary.start()
    back = until(lambda: _note(ada, "written after the storm") == 302, "writing again", 30)
    text = ada.get("/study/notes/").text
    so("written before the storm" in text and "written after the storm" in text, "a note was lost")
    so("written in the storm" not in text, "what was refused was written")
    so(ada.cookies["sessionid"] == session, "ada was signed out")
    return f"longest page {longest:.2f} s; writing again {back:.1f} s after it was back"


def primary_frozen(site: Site) -> str:
    """A primary that stands still keeps strangers from nothing, and is used again."""
    stranger, ada = site.stranger(), site.signed_in()
    so(_note(ada, "written before the frost") == 302, "the note was not taken")
    ada.cookies.pop("wrote", None)
    site.settle()
    with site.primary.frozen():
        longest = _all_shown(stranger, PAGES[2:5], rounds=2)
    back = until(lambda: _note(ada, "written after the frost") == 302, "writing again", 30)
    text = ada.get("/study/notes/").text
    so("written before the frost" in text and "written after the frost" in text, "a note was lost")
    return f"longest page {longest:.1f} s; writing again {back:.1f} s after"


def _refused(site: Site, ada: Visitor) -> None:
    """Every way of writing is refused in words."""
    token = ada.cookies.get("csrftoken", "")
    fields = f"csrfmiddlewaretoken={token}&at=101.3@2020-03-01&note=written+in+the+storm".encode()
    form = {"Content_Type": "application/x-www-form-urlencoded"}
    answers = [ada.ask("POST", "/study/notes/add/", fields, **form)]
    answers.append(site.stranger().send("/account/sign-in/", username="ben", password="whatever it is"))
    answers.append(site.import_through(site.servers[1], site.next_book()))
    for answer in answers:
        so(answer.status == 503, f"a write answered {answer.status}: {answer.text[:300]}")
        so(int(answer.headers["retry-after"]) > 0, "nobody says when to come again")
        so("It is not known whether what you sent was stored" in answer.text, "nothing is said in words")


def replica_promoted(site: Site) -> str:
    """The primary is gone for good: the replica is promoted, writes go there, and a new replica is made."""
    ada, stranger = site.signed_in(), site.stranger()
    site.settle()
    site.primary.stop()
    site.replica.promote()
    site.replica.ask("UPDATE rulesbase_state SET generation = generation + 1000000")
    took = until(lambda: _note(ada, "written on the other machine") == 302, "writing on the promoted one", 30)
    so("written on the other machine" in ada.get("/study/notes/").text, "the note is not shown")
    book = site.next_book()
    # A process that met the frozen one a moment ago says 503 and when to come again.
    until(lambda: site.import_through(site.servers[1], book).status == 200, "importing on the promoted one", 30)
    so(book.date.isoformat() in stranger.get("/archive/").text, "a stranger does not see the import")
    # And back: the old one becomes a replica of the new one, and they change places.
    site.primary.copy(site.replica)
    site.primary.start()
    until(lambda: site.primary.caught_up(site.replica), "the old primary catching up")
    site.replica.stop("fast")
    site.primary.promote()
    site.primary.ask("UPDATE rulesbase_state SET generation = generation + 1000000")
    site.replica.copy(site.primary)
    site.replica.start()
    site.settle()
    until(lambda: _note(ada, "written at home again") == 302, "writing at home", 30)
    so("written on the other machine" in ada.get("/study/notes/").text, "a note was lost on the way back")
    return f"writing {took:.1f} s after"


def redis_gone(site: Site) -> str:
    """Without Redis pages are made anew, limits hold on each machine, people stay signed in; it is used again."""
    stranger, ada = site.stranger(), site.signed_in()
    _all_shown(stranger)
    quick = _all_shown(stranger)
    site.redis.stop()
    try:
        time.sleep(0.2)
        slow = _all_shown(stranger, rounds=3)
        _all_shown(ada, name="ada")
        so(_note(ada, "without a cache") == 302, "nothing can be written without a cache")
        so(site.signed_in("ben").cookies.get("sessionid"), "nobody can sign in")
        direct = Visitor(site.servers[0].port)
        # From elsewhere than the proxy: whoever asks from there directly is a client like any other.
        left = [int(direct.get("/api/v1/versions/").headers["ratelimit-remaining"]) for _ in range(5)]
        so(left == list(range(left[0], left[0] - 5, -1)), f"visits are not counted: {left}")
        ready = stranger.get("/readyz")
        so(ready.status == 200 and "the cache does not answer" in ready.text, f"/readyz says {ready.text}")
    finally:
        site.redis.start()

    def used_again() -> bool:
        _all_shown(stranger)
        return int(site.redis.ask("DBSIZE")) > 0

    took = until(used_again, "Redis used again", 10)
    return f"longest page {slow:.2f} s instead of {quick:.2f} s; used again {took:.0f} s after"


def caches_are_shared(site: Site) -> str:
    """What one server made the other finds; what one writes the other shows at once."""
    one, two = (Visitor(server.port) for server in site.servers)
    path = "/rules/2020-03-01/101.4/"
    so(one.get(path).status == 200, "no page")
    before = site.replica.statements("rulesbase_entry")
    so(two.get(path).status == 200, "no page")
    so(site.replica.statements("rulesbase_entry") == before, "the other server made the same page once more")
    ada = site.signed_in()
    for at in range(2):
        book = site.next_book()
        answer = site.import_through(site.servers[at], book)
        so(answer.status == 200, f"the import answered {answer.status}: {answer.text[:300]}")
        other = Visitor(site.servers[1 - at].port, cookies=dict(ada.cookies))
        # Twice each worker.
        for _ in range(4):
            so(book.date.isoformat() in other.get("/archive/").text, "the other server does not know the import")
        site.settle()
        so(book.date.isoformat() in (one, two)[1 - at].get("/archive/").text, "a stranger does not see it there")
    return "an import through either is seen through the other by the next request"


CHECKS = (
    reads_go_to_the_replica,
    own_writes_are_seen,
    caches_are_shared,
    replica_gone,
    redis_gone,
    primary_gone,
    primary_frozen,
    replica_promoted,
)
