"""Serve assistants by the Model Context Protocol."""

import socket
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rulesbase.assistants.local_api import ApiRefusal, LocalApi

INSTALL = ".venv/bin/pip install -r requirements-mcp.txt"


class Command(BaseCommand):
    """Serve assistants by the Model Context Protocol, over standard input and output or over HTTP."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--http", action="store_true", help="over HTTP on 127.0.0.1, in place of standard input")
        parser.add_argument("--port", type=int, default=8765, help="for --http; default: 8765; 0: any free port")
        parser.add_argument(
            "--site",
            default="http://127.0.0.1:8000",
            metavar="ADDRESS",
            help="address of the site, for the links; default: http://127.0.0.1:8000",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until standard input ends, or until the process is stopped."""
        try:
            from rulesbase.assistants.server import HOST, PATH, make_server, run_http, run_stdio
        except ImportError as error:
            message = f"The library “{error.name}” is missing. Install what this command needs: {INSTALL}"
            raise CommandError(message) from None
        site = _checked_site(options["site"])
        # With the time limits of web requests. Imported here because that changes the connections.
        from config.wsgi import application

        try:
            LocalApi(application, site).get("")
        except ApiRefusal as refusal:
            host = urlsplit(site).hostname
            raise CommandError(f"The API cannot be read as {site}. Is {host} in ALLOWED_HOSTS? {refusal}") from None
        server = make_server(application, site)
        if not options["http"]:
            run_stdio(server)
            return
        try:
            listening = socket.create_server((HOST, options["port"]))
        except (OSError, OverflowError) as error:
            raise CommandError(f"Port {options['port']} cannot be used: {error}") from None
        self.stderr.write(f"Listening at http://{HOST}:{listening.getsockname()[1]}{PATH}")
        self.stderr.flush()
        run_http(server, listening)


def _checked_site(site: str) -> str:
    """Return the address of the site without a slash at its end. Raises CommandError."""
    parts = urlsplit(site)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/") or parts.query:
        raise CommandError(f"“{site}” is not the address of a site. Write https://rules.example.org")
    return site.rstrip("/")
