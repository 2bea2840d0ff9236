"""The whole site: all parts started in order, a small made-up archive in it, people with accounts."""

import json
import os
import re
import secrets
import tempfile
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit

from tests.postgres_plugin import owner
from tests.site.scale.parts import Postgres, Server
from tests.support.asking import Answer, ask
from tests.support.make import PASSWORD
from tests.support.nginx import Nginx
from tests.support.programs import HOST, Broken, until
from tests.support.redis import Redis
from tests.support.texts import Book, large

TEMPLATE = Path(__file__).with_name("nginx.conf")
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
_FILL = """
from pathlib import Path
from django.core.management import call_command
from rulesbase.imports.batch import import_paths
call_command("migrate", verbosity=0)
assert not [one for one in import_paths([Path({book!r})]) if one.failed]
from tests.support.make import make_user
from rulesbase.accounts.api_tokens import make_token
make_user("ada", "curators")
make_user("ben")
print(make_token(make_user("robot", "curators"), "scale", "write", 0).secret)
"""


@dataclass
class Visitor:
    """A browser at a port, from an address of this machine: stores cookies, sends forms with their token."""

    port: int
    address: str = HOST
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Send a request; headers are written with _ for -."""
        sent = {"Host": "localhost"} | {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = ask(self.port, path, method, body, sent, timeout=120, source=self.address)
        for line in answer.headers.get_all("Set-Cookie") or []:
            for name, morsel in SimpleCookie(line).items():
                if morsel.value and morsel["max-age"] != 0:
                    self.cookies[name] = morsel.value
                else:
                    self.cookies.pop(name, None)
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        """Read a page; follow redirects."""
        answer = self.ask("GET", path, None, **headers)
        for _ in range(4):
            if answer.status not in (301, 302):
                break
            parts = urlsplit(urljoin(path, answer.headers["location"]))
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            answer = self.ask("GET", path, None, **headers)
        return answer

    def send(self, path: str, to: str = "", /, **fields: str) -> Answer:
        """Send the form of a page, to itself or elsewhere; redirects are not followed."""
        token = _TOKEN.search(self.get(path).text)
        body = urlencode({"csrfmiddlewaretoken": token[1] if token else "", **fields}).encode()
        return self.ask("POST", to or path, body, Content_Type="application/x-www-form-urlencoded")


class Site:
    """All parts; people visit nginx."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="rulesbase-scale-"))
        databases = self.folder / "databases"
        databases.mkdir()
        if who := owner():
            os.chown(databases, who["user"], who["group"])
        self.primary, self.replica = Postgres(databases, "primary"), Postgres(databases, "replica")
        self.redis = Redis(self.folder)
        both = f"{HOST}:{self.primary.port},{HOST}:{self.replica.port}"
        environment = {
            # The second is used once it was promoted.
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
        upstream = " ".join(f"server {HOST}:{server.port} max_fails=0;" for server in self.servers)
        static = f"{self.servers[0].home}/var/static/"
        self.nginx = Nginx(self.folder, TEMPLATE, SERVERS=upstream, STATIC=static)
        self.token = ""
        self.months = 0

    def begin(self) -> None:
        """Start everything."""
        self.primary.make()
        self.primary.start()
        self.primary.run("createdb", "-h", HOST, "-p", self.primary.port, "-U", "postgres", "rulesbase")
        self.replica.copy(self.primary)
        self.replica.start()
        self.redis.start()
        one, two = self.servers
        one.lay_down()
        two.lay_down(like=one)
        book = self.folder / "book.txt"
        book.write_bytes(large(2020, rules=80).bytes())
        self.token = one.manage("shell", "--no-imports", "-c", _FILL.format(book=str(book))).split()[-1]
        for server in self.servers:
            server.start()
        self.nginx.start()
        self.settle()

    def settle(self) -> float:
        """Wait until the replica shows all that was written; return the seconds."""
        return until(lambda: self.replica.caught_up(self.primary), "the replica catching up")

    def end(self) -> None:
        """Stop everything."""
        for program in (self.nginx, *self.servers, self.redis):
            program.stop()
        self.replica.stop()
        self.primary.stop()

    def stranger(self, address: str = HOST) -> Visitor:
        """Return somebody without an account."""
        return Visitor(self.nginx.port, address)

    def signed_in(self, name: str = "ada") -> Visitor:
        """Return somebody with an account."""
        found = self.stranger()
        answer = found.send("/account/sign-in/", username=name, password=PASSWORD)
        if answer.status != 302:
            raise Broken(f"{name} cannot sign in: {answer.status}\n{answer.text[:2000]}")
        # Their next page is not the first one after a write.
        found.cookies.pop("wrote", None)
        return found

    def next_book(self) -> Book:
        """Return a version that is not in the archive yet."""
        self.months += 1
        return large(2021, rules=80, changed=7).dated(2021 + self.months // 12, self.months % 12 + 1)

    def import_through(self, server: Server, book: Book) -> Answer:
        """Import a version through the API of a server; return the last answer."""

        def post(path: str, data: object) -> Answer:
            headers = {"Authorization": f"Bearer {self.token}", "Content_Type": "application/json"}
            return Visitor(server.port).ask("POST", path, json.dumps(data).encode(), **headers)

        preview = post("/api/v1/desk/imports/", {"name": "book.txt", "text": book.write()})
        if preview.status != 200:
            return preview
        return post(f"/api/v1/desk/imports/{preview.data['id']}/confirm/", {"do": "import"})
