"""Pages as tests read them."""

import re

from django.test import Client


def page_of(client: Client, address: str, status: int = 200) -> str:
    """Return the HTML of a page that answers with this status."""
    response = client.get(address)
    assert response.status_code == status, (address, response.status_code, response.headers.get("Location"))
    return response.content.decode()


def page(address: str, **headers: str) -> str:
    """Return the HTML that somebody without an account gets."""
    return page_of(Client(headers=headers), address)


_BLOCK = "|".join(
    "article aside caption dd div dl dt fieldset figure footer form h1 h2 h3 h4 header label legend li main nav ol"
    " option p section select summary table tbody td th thead tr ul".split()
)
_BESIDE_BLOCK = re.compile(rf"\s*(</?(?:{_BLOCK})\b[^>]*>)\s*")


def squeezed(html: str) -> str:
    """Return HTML with white space as a browser shows it: one space for many, none beside a block element."""
    return _BESIDE_BLOCK.sub(r"\1", re.sub(r"[ \t\r\n]+", " ", html))


def marks(html: str) -> list[str]:
    """Return the freshness that each mark of a page states, in order."""
    return re.findall(r'class="mark f-(\w+)"', html)
