"""The stored part of an answer: status, headers and body, without what is random."""

import hashlib
import io
import re
import zipfile
from typing import Any, NamedTuple

from django.core import mail
from django.http import HttpResponseBase

# Recorded elsewhere, or computed from the whole program.
_UNTOLD = {"content-length", "date", "x-request-id"}
_TOKEN = re.compile(rb"""((?:csrfmiddlewaretoken"\s+value|csrf-token"\s+content|X-CSRFToken"?)\s*[=:]\s*["'])[^"']+""")


class Answer(NamedTuple):
    """An answer; ``body`` names what `Store` keeps it under."""

    key: str
    status: int
    headers: dict[str, str]
    body: str
    length: int


def body_of(response: HttpResponseBase) -> bytes:
    """Return the body to be compared, with whatever mails were sent; of an archive what its members are."""
    content = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
    content = unpacked(content) if content.startswith(b"PK\x03\x04") else _TOKEN.sub(rb"\1-", content)
    for message in mail.outbox if hasattr(mail, "outbox") else ():
        reported = f"\n\n== mail to {message.to} ==\n{message.subject}\n{message.extra_headers}\n{message.body}"
        content += reported.encode()
    return content


def unpacked(archive: bytes) -> bytes:
    """Return the members of an archive one after the other: texts as they are, others by their digest."""
    reported: list[bytes] = []
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        for member in opened.infolist():
            data = opened.read(member)
            head = f"== {member.filename} {member.compress_type} =="
            reported.append(head.encode())
            try:
                data.decode()
                reported.append(data)
            except UnicodeDecodeError:
                reported.append(unpacked(data) if data.startswith(b"PK\x03\x04") else digest_of(data).encode())
    return b"\n".join(reported)


def headers_of(response: HttpResponseBase) -> dict[str, str]:
    """Return the headers to be compared, and of cookies all but their values."""
    headers = {name.lower(): value for name, value in response.headers.items() if name.lower() not in _UNTOLD}
    if "etag" in headers:
        # It is made of the body before tokens were left out, or of the whole program.
        headers["etag"] = re.sub('"[^"]*"', '"-"', headers["etag"])
    for name, cookie in sorted(response.cookies.items()):
        headers[f"set-cookie {name}"] = re.sub(f"^{re.escape(name)}=[^;]*", f"{name}=-", cookie.OutputString())
    return dict(sorted(headers.items()))


def digest_of(data: bytes) -> str:
    """Return the name under which a body is stored."""
    return hashlib.sha256(data).hexdigest()[:40]


def forms_in(page: Any) -> list[tuple[str, dict[str, list[str]]]]:
    """Return the forms of a parsed page that are sent: the address, and what is sent where nothing is changed.

    A form is sent once by each of its buttons.
    """
    found = []
    for form in page.xpath("//form[translate(@method, 'POST', 'post')='post']"):
        fields: dict[str, list[str]] = {}
        for field in form.xpath(".//input[@name] | .//textarea[@name] | .//select[@name]"):
            kind = (field.get("type") or "text").lower()
            name = field.get("name")
            if name == "csrfmiddlewaretoken" or kind in ("submit", "file", "image", "button", "reset"):
                continue
            if field.tag == "select":
                chosen = field.xpath(".//option[@selected]") or field.xpath(".//option")[:1]
                fields.setdefault(name, []).extend(one.get("value", one.text_content().strip()) for one in chosen)
            elif field.tag == "textarea":
                # A browser leaves out the first line break.
                fields.setdefault(name, []).append((field.text or "").removeprefix("\n"))
            elif kind not in ("checkbox", "radio") or field.get("checked") is not None:
                fields.setdefault(name, []).append(field.get("value", "on" if kind == "checkbox" else ""))
        buttons = form.xpath(".//button[@name and not(@type='button')] | .//input[@type='submit' and @name]")
        for button in buttons or [None]:
            own = {button.get("name"): [button.get("value") or ""]} if button is not None else {}
            action = (button.get("formaction") if button is not None else None) or form.get("action") or ""
            found.append((action, fields | own))
    return found
