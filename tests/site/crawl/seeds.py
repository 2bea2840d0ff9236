"""Where a crawl begins: every pattern of the urlconf, all pages, and all that the API says it knows."""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

from django.contrib import admin
from django.urls import reverse

from rulesbase.models import (
    ActionLog,
    Edition,
    Entry,
    ReadingItem,
    TermEntry,
    Translation,
    Wording,
)
from tests.site.access.library import ADA, OTTO
from tests.site.access.places import in_language, known, places
from tests.site.crawl.api_seeds import described
from tests.site.crawl.crawling import SCRIPT, SCRIPTED, Ask, Job
from tests.site.crawl.library import ADMIN, VISITOR
from tests.site.security.addresses import addresses

_DATA = Path(__file__).parent / "data"
# Addresses typed by people and programs, right and wrong; known facts stand in braces.
TYPED = (_DATA / "typed.txt").read_text(encoding="utf-8").splitlines()
FORMATS = ("txt", "md", "json", "epub", "nonsense")
_SAFE = "/:@,"


def seeds(job: Job, token: str = "") -> list[Ask]:
    """Return what a job fetches whatever links there are."""
    if job.who == ADMIN:
        found = [Ask(address) for address in _admin()]
        found += [Ask(place.address) for place in places(known()) if place.by == ADA]
    else:
        found = list(_pages(job))
        found += _patterns(job)
    if (job.who, job.language) in ((VISITOR, "en"), (VISITOR, "ja"), (ADA, "en")):
        found += described(facts_of(), filled(), token)
    return list(dict.fromkeys(found))


def _pages(job: Job) -> Iterator[Ask]:
    for place in places(known()):
        if place.by in (VISITOR, ADA) or job.who == OTTO:
            yield Ask(in_language(place.address, job.language))
    if job.who in (VISITOR, ADA, "of-readers"):
        for typed in TYPED:
            address = typed.format_map(known())
            yield Ask(in_language(address, job.language) if _has_languages(address) else address)


def _has_languages(address: str) -> bool:
    first = address.strip("/").partition("/")[0].partition("?")[0]
    return "." not in first and first not in ("downloads", "healthz", "readyz", "display", "%00")


@cache
def facts_of() -> dict[str, str]:
    """What stands for the parts of addresses, as there is really."""
    facts = dict(known())
    newest = Entry.objects.filter(edition__language="en", edition__version__date=facts["date"])
    number = newest.get(number="201.2")
    translated = Translation.objects.filter(language="fr").order_by("pk")[0]
    wording = Wording.objects.get(pk=number.wording_id or 0)
    log = ActionLog.objects.exclude(batch="").order_by("pk").first() if hasattr(ActionLog, "batch") else None
    return facts | {
        "a": facts["earlier"],
        "b": facts["date"],
        "account": facts["owing"],
        "batch": str(log.batch) if log else "1",
        "card": facts["card"],
        "cited": f"201.2@{facts['date']}",
        "digest": wording.digest,
        "format": "txt",
        "item_id": ReadingItem.objects.order_by("pk")[0].public_id if hasattr(ReadingItem, "public_id") else "1",
        "key": str(TermEntry.objects.filter(language="fr").order_by("pk")[0].pk),
        "kind": "xliff",
        "language": "fr",
        "name": "frame",
        "named": "201.2",
        "number": "201.2",
        "pk": str(translated.pk),
        "place": "201.2",
        "rest": "nothing",
        "slug": facts["term"],
        "token": "worn-out",
        "week": "first",
    }


def _parts() -> dict[str, tuple[str, str]]:
    """Return by pattern what its part is called, and the fact for it, where a word means several things."""
    with (_DATA / "parts.csv").open(encoding="utf-8", newline="") as file:
        return {row["pattern"]: (row["part"], row["fact"]) for row in csv.DictReader(file)}


def _patterns(job: Job) -> Iterator[Ask]:
    """Every pattern, asked as it is meant and as it is not."""
    facts = facts_of()
    for path in filled().values():
        address = quote(path, safe=_SAFE + "%^()?<>.*$")
        if job.language != "en":
            if _has_languages(address) and not address.startswith("/api/"):
                yield Ask(in_language(address, job.language))
            continue
        yield Ask(address)
        if any(part in address for part in SCRIPTED):
            yield Ask(address, headers=SCRIPT)
            yield Ask(address, "POST", (), SCRIPT)
        if job.who == VISITOR:
            yield Ask(address, "HEAD")
            yield Ask(address, "PUT")
        if address.startswith("/api/"):
            yield Ask(address, "POST", "{}")
            yield Ask(address, "POST", "no JSON")
            if job.who == VISITOR:
                yield Ask(address, headers=(("Accept", "text/csv"),))
                yield Ask(address, headers=(("Accept", "application/x-ndjson"),))
                yield Ask(address, "OPTIONS")
        else:
            yield Ask(address, "POST", ())
    if job.language != "en":
        return
    for date, language in [
        (facts["date"], "en"),
        *Edition.objects.exclude(language="en").values_list("version__date", "language"),
    ]:
        yield from (Ask(f"/downloads/{date}/{language}/{kind}") for kind in FORMATS)
    yield from (Ask(f"/curate/fr/exchange/{kind}/") for kind in ("xliff", "xliff2", "tmx", "csv", "nonsense"))
    yield from (Ask(f"/curate/questions/exchange/questions.{kind}") for kind in ("csv", "json", "nonsense"))


@cache
def filled() -> dict[str, str]:
    """Name -> a path, of every pattern, with what there really is."""
    facts = facts_of() | {"public_id": facts_of()["question"]}
    names = [address.name for address in addresses()]
    parts = _parts()
    found: dict[str, str] = {}
    for at, name in enumerate(names):
        part, fact = parts.get(name, ("", ""))
        own = {part: known()["digest"] if fact == "digest_mail" else facts.get(fact, fact)} if part else {}
        found[name] = addresses(False, **facts | own)[at].path
    return found


def _admin() -> Iterator[str]:
    """The pages of the admin: lists, searched and filtered, forms of the first and the last row, histories."""
    yield "/admin/"
    for address in addresses(admin=True):
        if "<" not in address.path and "1/" not in address.path and "(" not in address.path:
            yield address.path
    for model in admin.site._registry:
        here = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        listed = reverse(f"{here}_changelist")
        yield from (listed, f"{listed}?q=2", f"{listed}?o=1", f"{listed}?p=1", f"{listed}?no_such=1")
        keys = model._default_manager.order_by("pk").values_list("pk", flat=True)
        for key in dict.fromkeys([*keys[:1], *keys.reverse()[:1]]):
            yield from (reverse(f"{here}_{page}", args=[key]) for page in ("change", "history", "delete"))
        yield reverse(f"{here}_change", args=[0])
