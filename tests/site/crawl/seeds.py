"""Where a crawl begins: all pages, every pattern of the urlconf, and all that the description of the API names."""

import csv
import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from django.contrib import admin
from django.urls import reverse

from rulesbase.api.openapi import description
from rulesbase.models import ActionLog, Edition, Entry, ReadingItem, TermEntry, Translation
from tests.site.access.library import ADA
from tests.site.access.places import in_language, known, places
from tests.site.crawl.library import ADMIN, VISITOR
from tests.site.security.addresses import addresses

_DATA = Path(__file__).parent / "data"
# Addresses typed by people and programs, right and wrong; known facts stand in braces.
TYPED = (_DATA / "typed.txt").read_text(encoding="utf-8").splitlines()
# By parameter of the API what is asked for, where the description gives no list of what it may be.
VALUES: dict[str, list[str]] = json.loads((_DATA / "api.json").read_text(encoding="utf-8"))
FORMATS = ("txt", "md", "json", "epub", "nonsense")


class Ask(NamedTuple):
    """An address that is fetched, and what is sent with it."""

    address: str
    accept: str = ""
    token: str = ""


def seeds(who: str, language: str, token: str) -> list[Ask]:
    """Return what somebody fetches whatever links there are; ``token`` opens the API of the desk."""
    found = [in_language(place.address, language) for place in places(known()) if place.by in (VISITOR, ADA)]
    if who == ADMIN:
        found += _admin()
    if who in (VISITOR, ADA):
        typed = [address.format_map(known()) for address in TYPED]
        found += [in_language(one, language) if _has_languages(one) else one for one in typed]
        found += _patterns(language)
    asks = [Ask(address) for address in found]
    if who in (VISITOR, ADA) and language == "en":
        for address in _api(desk=bool(token)):
            asks.append(Ask(address, token=token))
            asks += [Ask(address, kind) for kind in ("text/csv", "application/x-ndjson") if not token]
    return list(dict.fromkeys(asks))


def _has_languages(address: str) -> bool:
    first = address.strip("/").partition("/")[0].partition("?")[0]
    return "." not in first and first not in ("downloads", "healthz", "readyz", "display", "%00")


@cache
def facts_of() -> dict[str, str]:
    """Return what stands for the parts of addresses, as there is really."""
    facts = dict(known())
    newest = Entry.objects.filter(edition__language="en", edition__version__date=facts["date"])
    wording = newest.get(number="201.2").wording
    log = ActionLog.objects.exclude(batch="").order_by("pk").first()
    assert wording
    return facts | {
        "a": facts["earlier"],
        "b": facts["date"],
        "account": facts["owing"],
        "batch": str(log.batch) if log else "1",
        "cited": f"201.2@{facts['date']}",
        "digest": wording.digest,
        "format": "txt",
        "item_id": ReadingItem.objects.order_by("pk")[0].public_id,
        "key": str(TermEntry.objects.filter(language="fr").order_by("pk")[0].pk),
        "kind": "xliff",
        "language": "fr",
        "name": "frame",
        "named": "201.2",
        "pk": str(Translation.objects.filter(language="fr").order_by("pk")[0].pk),
        "place": "201.2",
        "public_id": facts["question"],
        "rest": "nothing",
        "slug": facts["term"],
        "token": "worn-out",
        "week": "first",
    }


def real_addresses() -> dict[str, str]:
    """Return by the names of all patterns an address with what there really is."""
    with (_DATA / "parts.csv").open(encoding="utf-8", newline="") as file:
        # What a part is called, and the fact for it, where a word means several things.
        parts = {row["pattern"]: (row["part"], row["fact"]) for row in csv.DictReader(file)}
    facts, found = facts_of(), {}
    for at, name in enumerate(address.name for address in addresses()):
        part, fact = parts.get(name, ("", ""))
        own = {part: known()["digest"] if fact == "digest_mail" else facts.get(fact, fact)} if part else {}
        found[name] = addresses(False, **facts | own)[at].path
    return found


def _patterns(language: str) -> Iterator[str]:
    """Every pattern, and each file to take away."""
    for address in real_addresses().values():
        path = quote(address, safe="/:@,%^()?<>.*$")
        if language == "en":
            yield path
        elif _has_languages(path):
            yield in_language(path, language)
    for day, text in Edition.objects.values_list("version__date", "language") if language == "en" else ():
        yield from (f"/downloads/{day}/{text}/{kind}" for kind in FORMATS)


def _api(*, desk: bool) -> Iterator[str]:
    """Every address of the API, with each parameter that its description names in each form."""
    for path, operations in description()["paths"].items():
        if "get" in operations and path.startswith("/api/v1/desk/") == desk:
            gaps = [part.partition("}")[0] for part in path.split("{")[1:]]
            address = path.format_map({gap: quote(facts_of().get(gap, "1"), safe="@,") for gap in gaps})
            yield address
            parameters = [one for one in operations["get"].get("parameters", ()) if one["in"] == "query"]
            needed = {one["name"]: _values(one)[0] for one in parameters if one.get("required")}
            for one in parameters:
                for value in _values(one):
                    query = needed | {one["name"]: value}
                    yield f"{address}?" + "&".join(f"{name}={quote(text)}" for name, text in query.items())


def _values(parameter: Mapping[str, Any]) -> list[str]:
    schema = parameter["schema"]
    listed = schema.get("enum") or schema.get("items", {}).get("enum") or ()
    if schema.get("type") == "boolean":
        return ["true", "false"]
    return [str(one) for one in listed] or VALUES.get(parameter["name"], [str(schema.get("example", "1"))])


def _admin() -> Iterator[str]:
    """The pages of the admin: lists, searched and sorted, and forms, histories and deletion of the first row."""
    yield "/admin/"
    for model in admin.site._registry:
        here = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listed = reverse(f"{here}_changelist")
        yield from (listed, f"{listed}?q=2", f"{listed}?o=1", f"{listed}?no_such=1")
        for key in model._default_manager.order_by("pk").values_list("pk", flat=True)[:1]:
            yield from (reverse(f"{here}_{page}", args=[key]) for page in ("change", "history", "delete"))
