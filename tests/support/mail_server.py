"""A real mail server on this machine that stores what it receives, and fails on demand."""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from types import TracebackType
from typing import Self

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.programs import HOST, free_port


class MailServer:
    """The server, while the block runs; it is its own handler of SMTP commands."""

    def __init__(self) -> None:
        # In order.
        self.mails: list[EmailMessage] = []
        # Addresses whose mails it refuses.
        self.refused: frozenset[str] = frozenset()
        # After so many mails it hangs up without an answer.
        self.hangs_up_at: int | None = None
        # Called with each mail before the answer goes out.
        self.received: Callable[[EmailMessage], None] | None = None
        self.port = free_port()
        self._controller = Controller(self, hostname=HOST, port=self.port)

    async def handle_RCPT(
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Accept an address, or refuse it."""
        if address in self.refused:
            return "550 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 ok"

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:
        """Store a mail."""
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        self.mails.append(mail)
        if self.received:
            self.received(mail)
        if self.hangs_up_at == len(self.mails) and server.transport:
            server.transport.close()
        return "250 ok"

    @property
    def address(self) -> str:
        """What EMAIL_URL must be."""
        return f"smtp://{HOST}:{self.port}"

    def __enter__(self) -> Self:
        self._controller.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._controller.stop()
