"""People who visit: they keep cookies, send forms with their token, and follow where they are led."""

import http.client
import re
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urljoin, urlsplit

from tests.site.scale.parts import HOST

_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


@dataclass(frozen=True)
class Answer:
    """What was answered, and in how many seconds."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode("utf-8", "replace")


@dataclass
class Visitor:
    """Somebody at a port, from an address of this machine."""

    port: int
    address: str = HOST
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
        """Ask once. Headers are written with _ for -."""
        started = time.monotonic()
        connection = http.client.HTTPConnection(HOST, self.port, timeout=120, source_address=(self.address, 0))
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        try:
            connection.request(method, path, body, {"Host": "localhost", **sent})
            got = connection.getresponse()
            answer = Answer(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read(), 0.0)
            self._keep(got.headers.get_all("Set-Cookie") or [])
        finally:
            connection.close()
        return Answer(answer.status, answer.headers, answer.body, time.monotonic() - started)

    def _keep(self, told: list[str]) -> None:
        for line in told:
            for name, morsel in SimpleCookie(line).items():
                if morsel.value and morsel["max-age"] != 0:
                    self.cookies[name] = morsel.value
                else:
                    self.cookies.pop(name, None)

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page, and follow where it leads."""
        answer = self.ask("GET", path, None, **headers)
        for _ in range(4):
            if answer.status not in (301, 302):
                break
            path = _path(urljoin(path, answer.headers["location"]))
            answer = self.ask("GET", path, None, **headers)
        return answer

    def send(self, path: str, to: str = "", /, **fields: str) -> Answer:
        """Send the form of a page, to itself or elsewhere, with its token; the answer is not followed."""
        token = _TOKEN.search(self.get(path).text)
        body = urlencode({"csrfmiddlewaretoken": token[1] if token else "", **fields}).encode()
        return self.ask("POST", to or path, body, Content_Type="application/x-www-form-urlencoded")

    def sign_in(self, name: str, password: str) -> Answer:
        """Sign in."""
        return self.send("/account/sign-in/", username=name, password=password)


def _path(address: str) -> str:
    parts = urlsplit(address)
    return parts.path + (f"?{parts.query}" if parts.query else "")
