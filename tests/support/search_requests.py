"""What tests of the search share: asking, and reading what came."""

import re

from django.http import HttpResponse
from django.test import Client


def ask(client: Client, question: str, prefix: str = "", **more: str) -> HttpResponse:
    """The page of a question."""
    response = client.get(f"{prefix}/search/", {"q": question, **more})
    assert isinstance(response, HttpResponse)
    return response


def text_of(response: HttpResponse) -> str:
    """The HTML of a page that was there."""
    assert response.status_code == 200
    return response.content.decode()


def numbers(page: str) -> list[str]:
    """The numbers that it found, in their order."""
    return re.findall(r'class="num" href="[^"]*/rules/[\d-]+/([\w.]+)/', page)
