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


def marks(html: str) -> list[str]:
    """Return the freshness that each mark of a page states, in order."""
    return re.findall(r'class="mark f-(\w+)"', html)
