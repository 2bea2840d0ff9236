"""Health checks: the process runs; pages can be shown."""

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.db.migrations.loader import MigrationLoader
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from rulesbase.core.logging import do_not_log
from rulesbase.core.maintenance import maintenance
from rulesbase.core.number_format import counted
from rulesbase.web.databases.router import REPLICA
from rulesbase.web.middleware_types import GetResponse
from rulesbase.web.rate_limits.limits import SHARED


def health_checks(get_response: GetResponse) -> GetResponse:
    """Answer /healthz (the process is alive) and /readyz (200 if all it needs answers, else 503 with the reason).

    Runs before all other middleware: load balancers use plain HTTP and the address of the host.
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
        # Load balancers call this every few seconds.
        do_not_log(response)
        return response

    return middleware


def _ready() -> HttpResponse:
    """Return 200 if this machine can serve pages.

    A lost primary (with a replica) or shared cache affects all machines, so it does not count: a load balancer would
    remove all of them.
    """
    database = _database(DEFAULT_DB_ALIAS)
    checks = {
        "database": database,
        "migrations": "not known without the database" if database else _migrations(),
        "cache": _cache(),
    }
    if REPLICA in settings.DATABASES:
        checks["replica"] = _database(REPLICA)
    shared = SHARED in settings.CACHES
    read = not checks.get(REPLICA, "no replica") if database else not checks["migrations"]
    ready = read and (shared or not checks["cache"])
    results = {name: why or "ok" for name, why in checks.items()}
    status = 200 if ready else 503
    return JsonResponse({"ready": ready, "maintenance": maintenance() is not None, **results}, status=status)


def _database(alias: str) -> str:
    """Return why the database cannot be used, or an empty text; never the driver's message, which may name accounts."""
    try:
        connection = connections[alias]
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, OSError):
        # The next try needs a new connection; inside a transaction its owner closes it.
        if not connections[alias].in_atomic_block:
            connections[alias].close()
        return "the database does not answer"
    return ""


_migrated: set[str] = set()


def _migrations() -> str:
    """Return why the tables do not fit this program, or an empty text; a good result is cached in this process."""
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
        return f"{counted(missing, 'migration is', 'migrations are')} not applied: run manage.py migrate"
    _migrated.add(name)
    return ""


def _cache() -> str:
    if settings.CACHES["default"]["BACKEND"].endswith(".DummyCache"):
        return ""
    try:
        cache.set("ready", "yes", 60)
        return "" if cache.get("ready") == "yes" else "the cache does not answer"
    # Cache clients raise exceptions of their own; none may break this page.
    except Exception:
        return "the cache does not answer"
