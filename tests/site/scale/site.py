"""The whole site: all parts started in order, a small archive of our own words in it, people with accounts."""

import json
import os
import secrets
import tempfile
from pathlib import Path

from tests.postgres_plugin import owner
from tests.site.scale.parts import HOST, Broken, Nginx, Postgres, Redis, Server, free_port, until
from tests.site.scale.visiting import Answer, Visitor
from tests.support.texts import Book, large

PASSWORD = "correct horse battery"
TEMPLATE = Path(__file__).with_name("nginx.conf")
FIRST = large(2020, rules=80)
_FILL = """
from pathlib import Path
from django.core.management import call_command
from rulesbase.imports.batch import import_paths
call_command("migrate", verbosity=0)
assert not [one for one in import_paths([Path({book!r})]) if one.failed]
from tests.make import make_user
from rulesbase.accounts.api_tokens import make_token
make_user("ada", "curators")
make_user("ben")
print(make_token(make_user("robot", "curators"), "scale", "write", 0).secret)
"""


class Site:
    """All parts. `front` is the port of nginx."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rulesbase-scale-"))
        os.chmod(self.folder, 0o755)
        databases = self.folder / "databases"
        databases.mkdir()
        if who := owner():
            os.chown(databases, who["user"], who["group"])
        self.primary, self.replica = Postgres(databases, "primary"), Postgres(databases, "replica")
        self.redis = Redis(self.folder, "redis", free_port())
        both = f"{HOST}:{self.primary.port},{HOST}:{self.replica.port}"
        environment = {
            # The second is the one to go to once it was promoted.
            "DATABASE_URL": f"postgres://postgres@{both}/rulesbase",
            "DATABASE_REPLICA_URL": f"postgres://postgres@{HOST}:{self.replica.port}/rulesbase",
            "WEB_CONCURRENCY": "2",
            "CACHE_URL": f"redis://{HOST}:{self.redis.port}/0",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "FORWARDED_ALLOW_IPS": HOST,
            "ALLOWED_HOSTS": "localhost",
            "API_RATE": "200",
        }
        self.servers = [Server(self.folder, name, environment) for name in ("one", "two")]
        self.nginx = Nginx(self.folder, self.servers, TEMPLATE.read_text(encoding="utf-8"))
        self.token = ""
        self.months = 0

    @property
    def front(self) -> int:
        """The port that people visit."""
        return self.nginx.port

    def begin(self) -> None:
        """Start everything."""
        self.primary.make()
        self.primary.start()
        self._make_database()
        self.replica.copy(self.primary)
        self.replica.start()
        self.redis.start()
        one, two = self.servers
        one.lay_down()
        two.lay_down(like=one)
        book = self.folder / "first.txt"
        book.write_bytes(FIRST.bytes())
        # In one go, as each start of a command takes its time.
        self.token = one.manage("shell", "--no-imports", "-c", _FILL.format(book=str(book))).split()[-1]
        for server in self.servers:
            server.start()
        self.nginx.start()
        self.settle()

    def _make_database(self) -> None:
        self.primary._run("createdb", "-h", HOST, "-p", self.primary.port, "-U", "postgres", "rulesbase")

    def settle(self) -> float:
        """Wait until the replica shows all that was written; the seconds it took."""
        return until(lambda: self.replica.caught_up(self.primary), "the replica catching up")

    def end(self) -> None:
        """Stop everything."""
        for program in (self.nginx, *self.servers, self.redis):
            program.stop()
        self.replica.stop()
        self.primary.stop()

    # ---- Who visits, and what they do ----

    def stranger(self, address: str = HOST) -> Visitor:
        """Somebody without an account, through nginx."""
        return Visitor(self.front, address)

    def signed_in(self, name: str = "ada") -> Visitor:
        """Somebody with an account, through nginx."""
        found = self.stranger()
        answer = found.sign_in(name, PASSWORD)
        if answer.status != 302:
            raise Broken(f"{name} cannot sign in: {answer.status}\n{answer.text[:2000]}")
        # What they do next is not the first thing after a write.
        found.cookies.pop("wrote", None)
        return found

    def next_book(self) -> Book:
        """A version that is not in the archive yet."""
        self.months += 1
        return large(2021, rules=80, changed=7).dated(2021 + self.months // 12, self.months % 12 + 1)

    def import_through(self, server: Server, book: Book) -> Answer:
        """Import a version through one of the servers, as a program does; what the last step answered."""
        program = Visitor(server.port)
        said = {"name": "book.txt", "text": book.write()}
        looked = self._desk(program, "/api/v1/desk/imports/", said)
        if looked.status != 200:
            return looked
        key = json.loads(looked.body)["id"]
        return self._desk(program, f"/api/v1/desk/imports/{key}/confirm/", {"do": "import"})

    def _desk(self, program: Visitor, path: str, said: object) -> Answer:
        body = json.dumps(said).encode()
        return program.ask("POST", path, body, Authorization=f"Bearer {self.token}", Content_Type="application/json")
