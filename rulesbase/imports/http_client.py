"""One polite reader of public files: a request at a time, with pauses, limits and rests. No Django."""

import socket
import ssl
import time
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import requests
from urllib3.exceptions import HTTPError, InvalidHeader, ReadTimeoutError
from urllib3.util import Retry

OFFICIAL_HOST = "wizards.com"
_CHUNK = 64 * 1024
# Reads Retry-After and names the answers worth another try; the client counts, for it also asks again for half a file.
_RETRY = Retry(status_forcelist=(429, 500, 502, 503, 504))
_GONE = (404, 410)


class Trouble(Exception):
    """A file that could not be had. The message is one sentence for people.

    ``again`` says that another try may help, ``wait`` how many seconds the server asked for.
    """

    def __init__(self, sentence: str, *, again: bool = False, wait: float = 0) -> None:
        super().__init__(sentence)
        self.again = again
        self.wait = wait


class NoConnection(Trouble):
    """The server was not reached at all; asking it for another file would end the same way."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes. ``timeout`` counts silence, ``longest`` the whole of one file."""

    size: int = 8 * 1024 * 1024
    timeout: float = 30
    longest: float = 300
    pause: float = 1
    tries: int = 3
    backoff: float = 2
    patience: float = 120
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Reply:
    """A file as it came; ``address`` is where it was found after redirects."""

    address: str
    data: bytes


def canonical(address: str) -> str:
    """Return an address in one form: no spaces, no fragment, small letters in the host, https where official.

    Raises ValueError for what is no address at all.
    """
    parts = urlsplit(address.strip())
    host = parts.netloc.lower()
    scheme = "https" if parts.scheme == "http" and is_official_host(parts) else parts.scheme
    path = quote(unquote(parts.path), safe="/~!$&'()*+,;=:@") or "/"
    return parts._replace(scheme=scheme, netloc=host, path=path, fragment="").geturl()


def is_official_host(parts: SplitResult) -> bool:
    """Whether a split address is at wizards.com or a host below it, at the usual port, without a password."""
    host = parts.hostname or ""
    plain = parts.port in (None, 80, 443) and parts.username is None
    return plain and (host == OFFICIAL_HOST or host.endswith("." + OFFICIAL_HOST))


def origin(address: str) -> str:
    """Return scheme, host and port of an address, as `Client` takes them for trusted."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.lower()}"


class Client:
    """Reads files from official hosts, and from the `trusted` origins that the caller named.

    `tell` hears a sentence whenever the client waits for a server.
    """

    def __init__(
        self,
        agent: str,
        limits: Limits | None = None,
        trusted: frozenset[str] = frozenset(),
        tell: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.limits = limits or Limits()
        self._agent = agent
        self._trusted = trusted
        self._tell = tell
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": agent, "Accept-Encoding": "identity"})
        # Without an auth of its own, a session sends the passwords in ~/.netrc.
        self._session.auth = _unsigned
        self._robots: dict[str, RobotFileParser] = {}
        self._unreachable: dict[str, str] = {}
        self._pause = self.limits.pause
        self._earliest = 0.0

    def get(self, address: str) -> Reply:
        """Return the file at an address. Raises NoConnection or another Trouble."""
        return self._walk(address, heed_robots=True)

    def _walk(self, address: str, *, heed_robots: bool) -> Reply:
        address = self._allowed(address, "The address")
        for _ in range(self.limits.redirects + 1):
            if heed_robots:
                self._respect_robots(address)
            data, target = self._patiently(address)
            if not target:
                return Reply(address, data)
            address = self._allowed(target, f"{_place(address)} redirects, and the new address")
        raise Trouble(f"The address leads on to others more than {self.limits.redirects} times.")

    def _allowed(self, address: str, subject: str) -> str:
        try:
            address = canonical(address)
            parts = urlsplit(address)
            official = parts.scheme == "https" and is_official_host(parts)
        except ValueError:
            raise Trouble(f"{subject} cannot be read: {address}") from None
        if not official and origin(address) not in self._trusted:
            raise Trouble(f"{subject} is not at an https host of {OFFICIAL_HOST}: {address}")
        return address

    def _respect_robots(self, address: str) -> None:
        """Raise Trouble where the host's robots.txt keeps us out of an address.

        RFC 9309: a refusal (4xx) counts as no file, a server in trouble (429, 5xx) as a closed door.
        """
        host = origin(address)
        rules = self._robots.get(host)
        if rules is None:
            rules = self._robots[host] = RobotFileParser()
            text = ""
            try:
                text = self._walk(host + "/robots.txt", heed_robots=False).data.decode("utf-8", "replace")
            except Trouble as trouble:
                if trouble.again or isinstance(trouble, NoConnection):
                    self._unreachable[host] = str(trouble)
            rules.parse(text.splitlines())
            wanted = float(rules.crawl_delay(self._agent) or 0)
            self._pause = max(self._pause, min(wanted, self.limits.patience))
        if host not in self._unreachable and not rules.can_fetch(self._agent, address):
            raise Trouble(f"{_place(address)} asks programs not to read this address (robots.txt).")

    def _patiently(self, address: str) -> tuple[bytes, str]:
        """Ask up to `tries` times, rest between; return the body, or nothing and where a redirect leads."""
        host = origin(address)
        if host in self._unreachable:
            raise NoConnection(self._unreachable[host])
        tries = max(1, self.limits.tries)
        for done in range(1, tries + 1):
            try:
                return self._once(address)
            except Trouble as trouble:
                if not trouble.again or done == tries:
                    if isinstance(trouble, NoConnection):
                        self._unreachable[host] = str(trouble)
                    raise
                rest = max(trouble.wait, self.limits.backoff * 2 ** (done - 1))
                if rest > self.limits.patience:
                    raise Trouble(f"{trouble} It asks to be left alone for {rest:.0f} seconds.") from None
                self._tell(f"{trouble} Next try in {rest:g} s.")
                time.sleep(rest)
        raise AssertionError("the last try returns or raises")

    def _once(self, address: str) -> tuple[bytes, str]:
        time.sleep(max(0.0, self._earliest - time.monotonic()))
        place = _place(address)
        timeout = self.limits.timeout
        try:
            with self._session.get(address, timeout=timeout, stream=True, allow_redirects=False) as response:
                if target := self._session.get_redirect_target(response):
                    return b"", urljoin(address, target)
                _check_status(response, place)
                return self._body(response, place), ""
        except (requests.ReadTimeout, ReadTimeoutError) as error:
            raise Trouble(f"{place} fell silent for {timeout:g} seconds.", again=True) from error
        except requests.exceptions.InvalidURL as error:
            raise Trouble(f"The address cannot be read: {address}") from error
        except (requests.RequestException, HTTPError) as error:
            reason = getattr(error.args[0], "reason", None) if error.args else None
            if reason is None:
                raise Trouble(f"{place} broke the connection off.", again=True) from error
            # Only an attempt to connect has a reason; the error of the system is its cause.
            cause = reason.__cause__
            passing = isinstance(cause, (TimeoutError, ConnectionResetError))
            raise NoConnection(_why(cause or reason, place, timeout), again=passing) from error
        finally:
            self._earliest = time.monotonic() + self._pause

    def _body(self, response: requests.Response, place: str) -> bytes:
        """Read the body into memory, no more than the limits allow; compare its length with the header."""
        coding = response.headers.get("Content-Encoding", "identity")
        if coding != "identity":
            raise Trouble(f"{place} sent the file packed ({coding}), which was not asked for.")
        stated = response.raw.length_remaining
        too_large = f"The file is larger than the limit of {self.limits.size:,} bytes."
        if stated is not None and stated > self.limits.size:
            raise Trouble(too_large)
        response.raw.enforce_content_length = False
        end = time.monotonic() + self.limits.longest
        data = bytearray()
        while chunk := response.raw.read1(_CHUNK):
            data += chunk
            if len(data) > self.limits.size:
                raise Trouble(too_large)
            if time.monotonic() > end:
                raise Trouble(f"{place} took more than {self.limits.longest:g} seconds for one file.", again=True)
        if stated is not None and len(data) != stated:
            raise Trouble(f"Only {len(data):,} of the {stated:,} bytes that {place} announced arrived.", again=True)
        return bytes(data)


def _check_status(response: requests.Response, place: str) -> None:
    """Raise Trouble for every answer that brings no file."""
    if response.status_code == requests.codes.ok:
        return
    answer = f"{response.status_code} {response.reason}".strip()
    if response.status_code in _GONE:
        raise Trouble(f"{place} has no such file (any more): {answer}.")
    try:
        wait = _RETRY.get_retry_after(response.raw)
    except InvalidHeader:
        wait = None
    raise Trouble(
        f"{place} gave no file: {answer}.", again=_RETRY.is_retry("GET", response.status_code), wait=wait or 0
    )


def _unsigned(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _why(reason: object, place: str, timeout: float) -> str:
    """Return the sentence for a connection that did not come about."""
    match reason:
        case socket.gaierror():
            return f"The name {place} could not be looked up; this machine seems to be offline."
        case ConnectionRefusedError():
            return f"{place} refused the connection."
        case TimeoutError():
            return f"{place} could not be reached within {timeout:g} seconds."
        case ssl.SSLCertVerificationError():
            return f"{place} could not prove that it is who it says (certificate: {reason.verify_message})."
        case ssl.SSLError():
            return f"No safe connection to {place} came about ({reason.reason})."
        case OSError(strerror=str(words)):
            return f"{place} could not be reached: {words}."
    return f"{place} could not be reached: {reason}."


def _place(address: str) -> str:
    return urlsplit(address).netloc
