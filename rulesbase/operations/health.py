"""Answer machines that ask whether the site is alive and ready, and refuse writes under maintenance."""

from collections.abc import Callable

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from rulesbase.core.database_errors import SAFE
from rulesbase.core.error_pages import unavailable
from rulesbase.core.logging import without_line
from rulesbase.core.maintenance import maintenance, refuse_writes
from rulesbase.web.databases.router import REPLICA
from rulesbase.web.ratelimits.limits import SHARED

View = Callable[[HttpRequest], HttpResponseBase]
# Some of the API only reads, though it is asked by POST: what writes there is told by the database.
_BY_POST = "/api/"


def doors_for_machines(get_response: View) -> View:
    """/healthz: the process is alive. /readyz: what it needs answers, else 503 and which of it does not.

    Both stand before everything else: machines ask over plain HTTP, by the number of the host, and often.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.path_info not in ("/healthz", "/readyz"):
            return get_response(request)
        if request.method not in ("GET", "HEAD"):
            response: HttpResponse = HttpResponse(status=405, headers={"Allow": "GET, HEAD"})
        elif request.path_info == "/healthz":
            response = HttpResponse("alive\n", content_type="text/plain; charset=utf-8")
        else:
            response = _ready()
        response.headers["Cache-Control"] = "no-store"
        if request.method == "HEAD":
            response.content = b""
        # They are asked every few seconds.
        without_line(response)
        return response

    return middleware


def _ready() -> HttpResponse:
    """Ready is who can show pages. Without the primary a replica does, without a shared cache they take longer: then
    no other machine could do better, and a balancer that took out all of them would make it an outage."""
    checks = {"database": _database(DEFAULT_DB_ALIAS), "migrations": "", "cache": _cache()}
    checks["migrations"] = "not known without the database" if checks["database"] else _migrations()
    if REPLICA in settings.DATABASES:
        checks["replica"] = _database(REPLICA)
    shared = SHARED in settings.CACHES
    read = not checks.get(REPLICA, "no replica") if checks["database"] else not checks["migrations"]
    ready = read and (shared or not checks["cache"])
    told = {name: why or "ok" for name, why in checks.items()}
    status = 200 if ready else 503
    return JsonResponse({"ready": ready, "maintenance": maintenance() is not None, **told}, status=status)


def _database(alias: str) -> str:
    """Why the database cannot be used; empty where it can. Never what the driver says: that may name accounts."""
    try:
        connection = connections[alias]
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except (DatabaseError, OSError):
        # A new try needs a new connection; within a transaction it is its owner's to close.
        if not connections[alias].in_atomic_block:
            connections[alias].close()
        return "the database does not answer"
    return ""


_migrated: set[str] = set()


def _migrations() -> str:
    """Why the tables are not those of this program; once they are, they stay so as long as this process lives."""
    connection = connections[DEFAULT_DB_ALIAS]
    name = str(connection.settings_dict["NAME"])
    if name in _migrated:
        return ""
    try:
        loader = MigrationLoader(connection)
    except (DatabaseError, OSError):
        return "the migrations cannot be read"
    missing = len(set(loader.disk_migrations) - set(loader.applied_migrations))
    if missing:
        return f"{missing} migrations are not applied: run manage.py migrate"
    _migrated.add(name)
    return ""


def _cache() -> str:
    if settings.CACHES["default"]["BACKEND"].endswith(".DummyCache"):
        return ""
    try:
        cache.set("ready", "yes", 60)
        return "" if cache.get("ready") == "yes" else "the cache does not answer"
    # What a client of a cache may raise is its own affair; the page must say so and not break.
    except Exception:
        return "the cache does not answer"


def writes_refused(get_response: View) -> View:
    """Under maintenance answer what would write with 503, and let everything else be read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        now = maintenance()
        if now is None:
            return get_response(request)
        by_post = request.path_info.startswith(_BY_POST)
        if request.method not in SAFE and not by_post:
            return unavailable(request, now.retry_after)
        with refuse_writes() as refused:
            response = get_response(request)
        return unavailable(request, now.retry_after) if refused else response

    return middleware
