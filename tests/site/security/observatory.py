"""What Mozilla's observatory would say of an answer: its published rules (version 5), in our words.

Of 100 points each fault takes some; praise is added only where 90 or more are left. 100 and more is A+. What only a
network can tell (certificates, the preload list of browsers, redirects of other hosts) is not looked at.
"""

from html.parser import HTMLParser
from http.cookies import Morsel
from typing import NamedTuple

from django.http import HttpResponseBase

_BROAD = {"*", "http:", "https:", "ftp:", "http://*", "https://*", "http://*.*", "https://*.*"}
_INLINE = {"'unsafe-inline'", "data:"}
_PRIVATE = {"no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"}
_HALF_YEAR = 15_768_000


class Points(NamedTuple):
    """What a rule gives or takes, and why."""

    points: int
    why: str


class _Scripts(HTMLParser):
    """The addresses of scripts and frames of a page, and whether it has any script or style of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.inline = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" and given.get("src"):
            self.sources.append(str(given["src"]))
        elif tag in ("script", "style") or "style" in given or any(name.startswith("on") for name in given):
            self.inline += given.get("type") not in ("application/json", "application/ld+json")


def policy_of(header: str) -> dict[str, set[str]]:
    """A content policy by directive."""
    parts = (part.split() for part in header.split(";"))
    return {part[0]: set(part[1:]) for part in parts if part}


def csp(header: str) -> Points:
    """The content policy."""
    if not header:
        return Points(-25, "no policy")
    policy = policy_of(header)
    default = policy.get("default-src", {"*"})
    script, style, objects = (policy.get(name, default) for name in ("script-src", "style-src", "object-src"))
    sources = set().union(*policy.values())
    if script & (_BROAD | _INLINE) or objects & _BROAD:
        return Points(-20, "scripts of anybody, or in the page")
    if any(one.startswith(("http:", "ftp:")) for one in sources):
        return Points(-20, "plain HTTP")
    if "'unsafe-eval'" in script | style:
        return Points(-10, "eval")
    if style & (_BROAD | _INLINE):
        return Points(0, "styles in the page")
    if default == {"'none'"} and policy.get("form-action", {"*"}) <= {"'none'", "'self'"}:
        return Points(10, "nothing but what is named")
    return Points(5, "nothing unsafe")


def cookies(sent: list["Morsel[str]"]) -> Points:
    """Cookies that the answer sets."""
    if not sent:
        return Points(0, "none")
    for one in sent:
        is_session = any(word in one.key.lower() for word in ("sess", "login", "auth"))
        if not one["secure"]:
            return Points(-40 if is_session else -20, f"{one.key} without Secure")
        if is_session and not one["httponly"]:
            return Points(-30, f"{one.key} without HttpOnly")
        if one["samesite"] not in ("Strict", "Lax"):
            return Points(-20, f"{one.key} without SameSite")
    return Points(5, "all of them safe")


def cors(response: HttpResponseBase) -> Points:
    """Who may read the answer from another page."""
    origin = response.headers.get("Access-Control-Allow-Origin", "")
    with_cookies = response.headers.get("Access-Control-Allow-Credentials") == "true"
    return Points(-50 if origin not in ("", "*") and with_cookies else 0, origin)


def transport(header: str) -> Points:
    """HTTPS for later visits."""
    ages = [part.partition("=")[2].strip() for part in header.split(";") if part.strip().startswith("max-age")]
    if len(ages) != 1 or not ages[0].isdecimal():
        return Points(-20, "none")
    return Points(0, "long") if int(ages[0]) >= _HALF_YEAR else Points(-10, "short")


def rules(response: HttpResponseBase, body: str) -> dict[str, Points]:
    """What each rule says of an answer."""
    head = response.headers
    page = _Scripts()
    page.feed(body)
    referrer = {part.strip() for part in head.get("Referrer-Policy", "").split(",")} - {""}
    frames = policy_of(head.get("Content-Security-Policy", "")).get("frame-ancestors", {"*"})
    foreign = [one for one in page.sources if not one.startswith("/") or one.startswith("//")]
    near = head.get("Cross-Origin-Resource-Policy") in ("same-origin", "same-site")
    return {
        "content policy": csp(head.get("Content-Security-Policy", "")),
        "in the page": Points(-20 * bool(page.inline), "scripts and styles in the page break under the policy"),
        "cookies": cookies(list(response.cookies.values())),
        "other pages": cors(response),
        "transport": transport(head.get("Strict-Transport-Security", "")),
        "referrer": Points(5 if referrer and referrer <= _PRIVATE else -5 if referrer else 0, str(referrer)),
        "frames": Points(5 if frames == {"'none'"} else 0 if head.get("X-Frame-Options") else -20, str(frames)),
        "sniffing": Points(0 if head.get("X-Content-Type-Options") == "nosniff" else -5, "nosniff"),
        "scripts of others": Points(-50 if foreign else 0, str(foreign)),
        "resources": Points(10 if near else 0, "where it may be put"),
    }


def score(response: HttpResponseBase, body: str) -> int:
    """The points of an answer; 100 and more is A+."""
    found = [one.points for one in rules(response, body).values()]
    base = 100 + sum(points for points in found if points < 0)
    return base + (sum(points for points in found if points > 0) if base >= 90 else 0)
