"""Ask the program's own API inside this process, without a network.

The whole program answers, with its middleware: a tool gets exactly the data, errors and rate limits of the API.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from typing import Any
from urllib.parse import quote, unquote_to_bytes, urlencode, urlsplit
from wsgiref.util import setup_testing_defaults

API = "/api/v1/"
Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Arguments = Mapping[str, Any]


class ApiRefusal(Exception):
    """The API refused; ``data`` is its problem (RFC 9457)."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        super().__init__(str(data.get("detail") or data.get("title") or data))
        self.data = data


class LocalApi:
    """The API of a WSGI application, for one client.

    ``site`` is the public address of the site, such as ``https://rules.example.org``; its host must be allowed.
    ``client`` has the WSGI variables of the client: REMOTE_ADDR, HTTP_X_FORWARDED_FOR, HTTP_ACCEPT_LANGUAGE.
    """

    def __init__(self, application: Application, site: str, client: Mapping[str, str] | None = None) -> None:
        self.application, self.site = application, site.rstrip("/")
        self.client = dict(client or {"REMOTE_ADDR": "127.0.0.1"})

    def link(self, *parts: str, **query: Any) -> str:
        """Return the full address of a page: its parts are escaped and joined with slashes, with one at the end."""
        path = "/".join(quote(part, safe="") for part in parts)
        return f"{self.site}/{path}/" + (f"?{_query_string(query)}" if query else "")

    def get(self, path: str, query: Arguments | None = None) -> Any:
        """Return the JSON at an address below ``/api/v1/``. Follows a redirect. Raises ApiRefusal."""
        status, headers, body = self._ask(f"{API}{path}", _query_string(query or {}))
        if status in (301, 308):
            there = urlsplit(headers["location"])
            status, headers, body = self._ask(there.path, there.query)
        try:
            data = json.loads(body)
        except ValueError:
            data = {"status": status, "detail": f"The site answered with status {status} instead of JSON."}
        if status != 200:
            raise ApiRefusal(data)
        return data

    def _ask(self, path: str, query: str) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body of the answer to a GET."""
        site = urlsplit(self.site)
        environ: Environ = {
            **self.client,
            "REQUEST_METHOD": "GET",
            # WSGI passes the bytes of an address as Latin-1.
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "SERVER_NAME": site.hostname or "localhost",
            "SERVER_PORT": str(site.port or (443 if site.scheme == "https" else 80)),
            "HTTP_HOST": site.netloc,
            "HTTP_ACCEPT": "application/json",
            "wsgi.url_scheme": site.scheme,
        }
        setup_testing_defaults(environ)
        begun: list[Any] = []
        answer: Any = self.application(environ, lambda status, headers, exc_info=None: begun.extend((status, headers)))
        with closing(answer):
            body = b"".join(answer)
        return int(begun[0].split()[0]), {name.lower(): value for name, value in begun[1]}, body


def _query_string(query: Arguments) -> str:
    """Return a query string; lists are repeated, booleans are written as the API reads them."""
    words = {True: "true", False: "false"}
    sent = {name: words[value] if isinstance(value, bool) else value for name, value in query.items()}
    return urlencode({name: value for name, value in sent.items() if value is not None}, doseq=True)
