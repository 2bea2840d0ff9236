"""A real mail server on this machine: it speaks SMTP over a socket, stores what it receives, and fails on demand."""

import socketserver
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from threading import Thread
from types import TracebackType
from typing import Self


@dataclass
class Manners:
    """How it behaves. It refuses mails to these addresses; after so many mails it hangs up without an answer.

    ``taken`` is called with each mail before the answer goes out.
    """

    refused: frozenset[str] = frozenset()
    hangs_up_at: int | None = None
    taken: Callable[[EmailMessage], None] | None = None


class _Talk(socketserver.StreamRequestHandler):
    server: "_Sockets"

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    def handle(self) -> None:
        self.say("220 tests ready")
        to: list[str] = []
        while line := self.rfile.readline():
            verb, _, rest = line.decode().strip().partition(" ")
            address = rest.partition("<")[2].partition(">")[0]
            match verb.upper():
                case "EHLO" | "HELO":
                    self.say("250-tests")
                    self.say("250 8BITMIME")
                case "RCPT" if address in self.server.manners.refused:
                    self.say("550 no such mailbox")
                case "RCPT":
                    to.append(address)
                    self.say("250 ok")
                case "MAIL" | "RSET" | "NOOP":
                    to = []
                    self.say("250 ok")
                case "DATA":
                    self.say("354 go on")
                    if not self.take():
                        return
                    self.say("250 taken")
                case "QUIT":
                    self.say("221 bye")
                    return
                case _:
                    self.say("502 unknown")

    def take(self) -> bool:
        """Read a mail; false to hang up."""
        lines: list[bytes] = []
        while (line := self.rfile.readline()) and line != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.mails.append(mail)
        if self.server.manners.taken:
            self.server.manners.taken(mail)
        return self.server.manners.hangs_up_at != len(self.server.mails)


class _Sockets(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    mails: list[EmailMessage]
    manners: Manners


class MailServer:
    """The server, while the block runs."""

    def __init__(self, manners: Manners | None = None) -> None:
        self._sockets = _Sockets(("127.0.0.1", 0), _Talk)
        self._sockets.mails, self._sockets.manners = [], manners or Manners()

    @property
    def mails(self) -> list[EmailMessage]:
        """What it took, in order."""
        return self._sockets.mails

    @property
    def manners(self) -> Manners:
        """How it behaves from now on."""
        return self._sockets.manners

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self._sockets.server_address[1])

    @property
    def address(self) -> str:
        """What EMAIL_URL must be."""
        return f"smtp://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        Thread(target=self._sockets.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._sockets.shutdown()
        self._sockets.server_close()
