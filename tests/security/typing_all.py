"""What each address takes, found by asking: the fields that its code looks for, and the forms that stand in pages."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import quote_plus, urljoin, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client
from lxml import html

from tests.databases import rolled_back

FORM = "application/x-www-form-urlencoded"
# As they come over the wire: a null byte behind what may be known, and one behind half a character.
BEHIND, ALONE = "1%00", "%ED%A0%80%00"
# Later names come to light where the ones before were sent.
_ROUNDS = 3


class Sent(NamedTuple):
    """A form as it stands in a page: where it goes, how, and its fields with what stands in them."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]


@contextmanager
def listening() -> Iterator[set[str]]:
    """Return the names of the fields that are looked for while the block runs."""
    heard: set[str] = set()

    def noting(named: str) -> Any:
        usual = getattr(QueryDict, named)

        def noted(self: QueryDict, name: Any, *more: Any) -> Any:
            heard.add(str(name))
            return usual(self, name, *more)

        return noted

    with pytest.MonkeyPatch.context() as patch:
        for named in ("__getitem__", "__contains__", "getlist"):
            patch.setattr(QueryDict, named, noting(named))
        yield heard


def broken_by_fields(client: Client, verb: str, path: str, headers: dict[str, str]) -> list[tuple[str, str, str]]:
    """What an address answers with an error of ours, whatever of its fields are sent; all is undone."""
    broken, names = [], set[str]()

    def ask(typed: str) -> set[str]:
        body = "&".join(f"{quote_plus(name)}={typed}" for name in sorted(names))
        address, data = (f"{path}?{body}", "") if verb == "get" else (path, body)
        with rolled_back(), listening() as heard:
            answer = client.generic(verb.upper(), address, data, content_type=FORM, headers=headers)
        if answer.status_code >= 500:
            broken.append((verb, path, body))
        return heard

    for _round in range(_ROUNDS):
        heard = ask(BEHIND)
        if heard <= names:
            break
        names |= heard
    if names:
        ask(ALONE)
    return broken


def forms_in(address: str, page: bytes) -> Iterator[Sent]:
    """Every form of a page, once for each of its buttons."""
    for form in html.document_fromstring(page.decode()).xpath("//form"):
        where = urlsplit(urljoin(address, form.get("action") or ""))
        usual = [*form.form_values(), *((name, "") for name in form.fields if name)]
        fields = list({name: (name, value or "") for name, value in reversed(usual)}.values())
        buttons = form.xpath(".//button[@name]")
        pressed = [(one.get("name"), one.get("value") or "") for one in buttons]
        for named in [[one] for one in pressed] or [[]]:
            yield Sent(form.method.lower(), where.path, (*fields, *named))


def broken_by_forms(client: Client, forms: Iterable[Sent]) -> list[Sent]:
    """Which forms are answered with an error of ours where each of their fields has a null byte; all is undone."""
    broken = []
    for one in forms:
        body = "&".join(f"{quote_plus(name)}={quote_plus(value)}%00" for name, value in one.fields)
        with rolled_back():
            address, data = (f"{one.address}?{body}", "") if one.method == "get" else (one.address, body)
            if client.generic(one.method.upper(), address, data, content_type=FORM).status_code >= 500:
                broken.append(one)
    return broken
