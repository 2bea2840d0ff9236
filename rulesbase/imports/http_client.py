"""HTTP client for public files: one request at a time, with pauses, limits and retries. No Django."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import BinaryIO
from urllib.parse import SplitResult, quote, unquote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser

import requests
from urllib3.exceptions import HTTPError, InvalidHeader, ReadTimeoutError
from urllib3.util import Retry

OFFICIAL_HOST = "wizards.com"
_CHUNK = 64 * 1024
# Parses Retry-After and lists retryable statuses. The client itself counts tries, as it also retries cut-off bodies.
_RETRY = Retry(status_forcelist=(429, 500, 502, 503, 504))
_GONE = (404, 410)


class FetchError(Exception):
    """A file could not be fetched.

    ``again``: another try may help. ``wait``: seconds that the server asked to wait.
    """

    def __init__(self, sentence: str, *, again: bool = False, wait: float = 0) -> None:
        super().__init__(sentence)
        self.again = again
        self.wait = wait


class NoConnection(FetchError):
    """The server could not be reached; other files of it will fail too."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits in seconds and bytes. ``timeout`` is for each read, ``longest`` for a whole file."""

    size: int = 8 * 1024 * 1024
    timeout: float = 30
    longest: float = 300
    pause: float = 1
    tries: int = 3
    backoff: float = 2
    patience: float = 120
    redirects: int = 5


def canonical(address: str) -> str:
    """Return an address in one form: no spaces, no fragment, small letters in the host, https where official.

    Raises ValueError for an invalid address.
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
    """Fetch files from official hosts and from `trusted` origins.

    `report` is called with a message whenever the client waits for a server. Without `heeds_robots` it does not ask
    for robots.txt: that file is for crawlers, and some servers are made for programs.
    """

    def __init__(
        self,
        agent: str,
        limits: Limits | None = None,
        trusted: frozenset[str] = frozenset(),
        report: Callable[[str], None] = lambda sentence: None,
        *,
        heeds_robots: bool = True,
    ) -> None:
        self.limits = limits or Limits()
        self._heeds_robots = heeds_robots
        self._agent = agent
        self._trusted = trusted
        self._report = report
        self._session = requests.Session()
        self._session.headers.update({"User-Agent": agent, "Accept-Encoding": "identity"})
        # Without its own auth a session sends passwords from ~/.netrc.
        self._session.auth = lambda request: request
        self._robots: dict[str, RobotFileParser] = {}
        self._unreachable: dict[str, str] = {}
        self._pause = self.limits.pause
        self._earliest = 0.0

    def get(self, address: str) -> bytes:
        """Return the file at an address. Raises FetchError, NoConnection if the server cannot be reached."""
        body = BytesIO()
        self.download(address, body)
        return body.getvalue()

    def download(self, address: str, body: BinaryIO) -> str:
        """Write the file at an address into an open file; return the address after redirects. Raises FetchError."""
        return self._walk(address, body, heed_robots=self._heeds_robots)

    def _walk(self, address: str, body: BinaryIO, *, heed_robots: bool) -> str:
        address = self._allowed(address, "The address")
        for _ in range(self.limits.redirects + 1):
            if heed_robots:
                self._respect_robots(address)
            target = self._patiently(address, body)
            if not target:
                return address
            address = self._allowed(target, f"{_place(address)} redirects, and the new address")
        raise FetchError(f"The address redirects too often: more than {self.limits.redirects} times.")

    def _allowed(self, address: str, subject: str) -> str:
        try:
            address = canonical(address)
            parts = urlsplit(address)
            official = parts.scheme == "https" and is_official_host(parts)
        except ValueError:
            raise FetchError(f"{subject} cannot be read: {address}") from None
        if not parts.hostname:
            raise FetchError(f"{subject} is no web address: {address}")
        if not official and origin(address) not in self._trusted:
            trusted = ", ".join((OFFICIAL_HOST, *sorted(self._trusted)))
            raise FetchError(f"{subject} is not at an https host of {trusted}: {address}")
        return address

    def _respect_robots(self, address: str) -> None:
        """Raise FetchError if robots.txt of the host disallows an address.

        RFC 9309: a 4xx answer means no restrictions, 429 and 5xx mean that everything is disallowed.
        """
        host = origin(address)
        rules = self._robots.get(host)
        if rules is None:
            rules = self._robots[host] = RobotFileParser()
            text = ""
            try:
                body = BytesIO()
                self._walk(host + "/robots.txt", body, heed_robots=False)
                text = body.getvalue().decode("utf-8", "replace")
            except FetchError as error:
                if error.again or isinstance(error, NoConnection):
                    self._unreachable[host] = str(error)
            rules.parse(text.splitlines())
            wanted = float(rules.crawl_delay(self._agent) or 0)
            self._pause = max(self._pause, min(wanted, self.limits.patience))
        if host not in self._unreachable and not rules.can_fetch(self._agent, address):
            raise FetchError(f"{_place(address)} does not allow programs to read this address (robots.txt).")

    def _patiently(self, address: str, body: BinaryIO) -> str:
        """Try up to `tries` times with pauses to write the body; return the target of a redirect, or nothing."""
        host = origin(address)
        if host in self._unreachable:
            raise NoConnection(self._unreachable[host])
        for done in range(1, self.limits.tries + 1):
            try:
                return self._once(address, body)
            except FetchError as error:
                if not error.again or done == self.limits.tries:
                    if isinstance(error, NoConnection):
                        self._unreachable[host] = str(error)
                    raise
                rest = max(error.wait, self.limits.backoff * 2 ** (done - 1))
                if rest > self.limits.patience:
                    raise FetchError(f"{error} It asks to wait {rest:.0f} seconds.") from None
                self._report(f"{error} Next try in {rest:g} s.")
                time.sleep(rest)
        raise AssertionError("the last try returns or raises")

    def _once(self, address: str, body: BinaryIO) -> str:
        time.sleep(max(0.0, self._earliest - time.monotonic()))
        place = _place(address)
        timeout = self.limits.timeout
        try:
            with self._session.get(address, timeout=timeout, stream=True, allow_redirects=False) as response:
                if target := self._session.get_redirect_target(response):
                    return urljoin(address, target)
                _check_status(response, place)
                self._read_into(body, response, place)
                return ""
        except (requests.ReadTimeout, ReadTimeoutError) as error:
            raise FetchError(f"{place} did not answer for {timeout:g} seconds.", again=True) from error
        except requests.exceptions.InvalidURL as error:
            raise FetchError(f"The address cannot be read: {address}") from error
        except (requests.RequestException, HTTPError) as error:
            reason = getattr(error.args[0], "reason", None) if error.args else None
            if reason is None:
                raise FetchError(f"{place} closed the connection.", again=True) from error
            # Only a failed connection has a reason; its cause is the system error.
            cause = reason.__cause__ or reason
            why = getattr(cause, "strerror", None) or cause
            passing = isinstance(cause, (TimeoutError, ConnectionResetError))
            raise NoConnection(f"{place} could not be reached: {why}.", again=passing) from error
        finally:
            self._earliest = time.monotonic() + self._pause

    def _read_into(self, body: BinaryIO, response: requests.Response, place: str) -> None:
        """Write a body within the limits, in place of an earlier try; compare its length with the header."""
        coding = response.headers.get("Content-Encoding", "identity")
        if coding != "identity":
            raise FetchError(f"{place} sent the file compressed ({coding}), which was not requested.")
        stated = response.raw.length_remaining
        too_large = f"The file is larger than the limit of {self.limits.size:,} bytes."
        if stated is not None and stated > self.limits.size:
            raise FetchError(too_large)
        response.raw.enforce_content_length = False
        end = time.monotonic() + self.limits.longest
        body.seek(0)
        body.truncate()
        length = 0
        while chunk := response.raw.read1(_CHUNK):
            length += body.write(chunk)
            if length > self.limits.size:
                raise FetchError(too_large)
            if time.monotonic() > end:
                raise FetchError(f"{place} took more than {self.limits.longest:g} seconds for one file.", again=True)
        if stated is not None and length != stated:
            raise FetchError(
                f"Only {length:,} of the {stated:,} bytes that {place} announced were received.", again=True
            )


def _check_status(response: requests.Response, place: str) -> None:
    """Raise FetchError for any status but 200."""
    if response.status_code == requests.codes.ok:
        return
    answer = f"{response.status_code} {response.reason}".strip()
    if response.status_code in _GONE:
        raise FetchError(f"{place} has no such file (any more): {answer}.")
    try:
        wait = _RETRY.get_retry_after(response.raw)
    except InvalidHeader:
        wait = None
    raise FetchError(
        f"{place} gave no file: {answer}.", again=_RETRY.is_retry("GET", response.status_code), wait=wait or 0
    )


def _place(address: str) -> str:
    return urlsplit(address).netloc
