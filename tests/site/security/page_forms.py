"""The forms that stand in pages."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from lxml import html


class Sent(NamedTuple):
    """A form as it stands in a page: where it goes, how, and its fields with what stands in them."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]


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
