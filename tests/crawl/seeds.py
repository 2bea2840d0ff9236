"""Where a crawl begins: every pattern of the urlconf, all pages, and all that the API says it knows."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlencode

from django.contrib import admin
from django.urls import reverse

from rulesbase.api.schema import description
from rulesbase.models import (
    ActionLog,
    Entry,
    ReadingItem,
    TermEntry,
    Translation,
    Wording,
)
from tests.access.library import ADA, OTTO
from tests.access.places import in_language, known, places
from tests.crawl.crawling import SCRIPT, SCRIPTED, Ask, Job, sent_as_json
from tests.crawl.library import ADMIN, NOBODY
from tests.security.addresses import addresses

# Typed by people and programs, right and wrong.
TYPED = (
    "/no-such-page/",
    "/rules/1990-01-01/",
    "/rules/latest/",
    "/rules/{date}/999.9/",
    "/rules/{date}/201.2b/",
    "/rules/{date}/100.6b/",
    "/rules/{date}/702/?lang=en,fr",
    "/rules/{earliest}/201/",
    "/rules/{date}/{number}/?lang=xx",
    "/rules/tomorrow/{number}/",
    "/go/?to=201.2",
    "/go/?to=no+such+thing",
    "/go/?q=flying",
    "/search/?q=flying&scope=rules",
    "/search/?q=%22name+of+a+card%22",
    "/search/?q=flying+-creature",
    "/search/?q=201.2",
    "/search/?q=flying&page=2",
    "/search/?q=flying&page=999",
    "/search/?q=%E6%97%A5%E6%9C%AC%E8%AA%9E&lang=ja",
    "/search/?q=fran%C3%A7ais&lang=fr",
    "/compare/{earliest}/{date}/",
    "/compare/{earlier}/{date}/?view=side",
    "/compare/{earlier}/{date}/?section=7",
    "/compare/?a={earlier}&b={date}",
    "/compare/1990-01-01/{date}/",
    "/cite/?text=201.2a+702.9b%40{earlier}%0Arule+104.3f%0A",
    "/cite/702.9b@{earliest}",
    "/cite/nonsense",
    "/names/?ask=same&card=Fire&card=Ice",
    "/names/?ask=english&card=Wax",
    "/names/?ask=legal&card=Fire+//+Ice",
    "/names/suggest/?q=fi",
    "/names/suggest/?card=fi",
    "/cards/?q=fire",
    "/cards/?q=type%3Acreature",
    "/cards/?page=2",
    "/cards/?layout=split",
    "/study/names/?level=1&seed=7",
    "/study/names/?level=2&seed=8",
    "/study/names/?level=3&seed=9",
    "/study/cards.json",
    "/study/queue.json",
    "/study/changed.json",
    "/feeds/search/?q=flying",
    "/feeds/card/wick-wax/?lang=fr",
    "/feeds/rule/201.2/",
    "/offline/portions.json",
    "/healthz",
    "/readyz",
    "/sw.js",
    "/robots.txt",
    "/sitemap.xml",
    "/manifest.webmanifest",
    "/api/",
    "/api/v1/no-such-thing/",
    "/api/v1/versions/{date}/entries/999.9/",
    "/api/v1/versions/?limit=0",
    "/api/v1/versions/?cursor=nonsense",
    "/api/v1/versions/?no_such=1",
    "/api/v1/search/?q=",
    "/api/v1/search/?q=flying&limit=2",
    "/api/v1/names/?ask=same&card=Fire&card=Ice",
    "/%00/",
    "/rules/%00/",
)
FORMATS = ("txt", "md", "html", "json", "csv", "epub", "xml", "tsv", "zip", "sqlite", "nonsense")
# What the API is sent: right, empty, and no JSON.
BODIES: dict[str, tuple[object, ...]] = {
    "api-citations": (
        {"text": "See 201.2 and 702.9b, or 999.9.", "version": "latest"},
        {"citations": ["201.2@latest", "702.9b"]},
        {"text": ["no", "text"]},
    ),
    "api-desk-save": ({"text": "Un texte.", "heading": ""}, {"text": "Un texte de {W}.", "base": 1}),
    "api-desk-many": ({"verb": "approve", "places": ["201.2"]},),
    "api-desk-comment": ({"text": "Why so?"},),
    "api-desk-terms": ({"term": "spell", "translation": "sort"},),
    "api-desk-corrections": ({"old": "201.2", "new": "201.2", "verb": "same", "reason": "It is."},),
}
_SAFE = "/:@,"


def seeds(job: Job, token: str = "") -> list[Ask]:
    """Return what a job fetches whatever links there are."""
    if job.who == ADMIN:
        found = [Ask(address) for address in _admin()]
        found += [Ask(place.address) for place in places(known()) if place.by == ADA]
    else:
        found = list(_pages(job))
        found += _patterns(job)
    if (job.who, job.language) in ((NOBODY, "en"), (NOBODY, "ja"), (ADA, "en")):
        found += list(_described(token))
    return list(dict.fromkeys(found))


def _pages(job: Job) -> Iterator[Ask]:
    for place in places(known()):
        if place.by in (NOBODY, ADA) or job.who == OTTO:
            yield Ask(in_language(place.address, job.language))
    if job.who in (NOBODY, ADA, "of-readers"):
        for typed in TYPED:
            address = typed.format_map(known())
            yield Ask(in_language(address, job.language) if _has_languages(address) else address)


def _has_languages(address: str) -> bool:
    first = address.strip("/").partition("/")[0].partition("?")[0]
    return "." not in first and first not in ("downloads", "healthz", "readyz", "display", "%00")


def _facts() -> dict[str, str]:
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


# Pattern -> what its parts are called, where a word means several things.
_PARTS: dict[str, tuple[str, str]] = {
    "term": ("slug", "term"),
    "api-term": ("slug", "term"),
    "term_since": ("number", "term"),
    "term_preview": ("number", "term"),
    "term_history_at": ("number", "term"),
    "feed_card": ("slug", "card"),
    "card": ("slug", "card"),
    "source": ("pk", "source"),
    "source-file": ("pk", "source"),
    "rule_history": ("public_id", "rule"),
    "rule_rulings": ("public_id", "rule"),
    "digest": ("public_id", "digest_mail"),
    "desk_edit": ("public_id", "rule"),
    "desk_draft": ("public_id", "rule"),
    "desk_checks": ("public_id", "rule"),
    "desk_history": ("public_id", "rule"),
    "desk_question": ("public_id", "written"),
    "desk_question_history": ("public_id", "written"),
    "desk_question_note": ("pk", "question_note"),
    "desk_term": ("pk", "term_entry"),
    "curate_import_preview": ("pk", "upload"),
    "curate_import_report": ("pk", "imported"),
    "curate_import_undo": ("pk", "imported"),
    "api-desk-import": ("key", "upload"),
    "api-desk-import-confirm": ("key", "upload"),
    "study-question": ("public_id", "question"),
    "study-question-report": ("public_id", "question"),
    "study-note": ("public_id", "note"),
    "study-note-delete": ("public_id", "note"),
    "study-deck": ("public_id", "deck"),
    "study-deck-json": ("public_id", "deck"),
    "study-anki": ("public_id", "deck"),
    "study-change": ("public_id", "own_deck"),
    "study-card": ("public_id", "own_deck"),
    "confirm-address": ("token", "confirm"),
    "join": ("token", "join"),
    "unsubscribe": ("token", "ending"),
    "reset-password": ("token", "reset"),
    "sitemap_part": ("name", "frame"),
    "desk_questions_file": ("kind", "json"),
}


def _patterns(job: Job) -> Iterator[Ask]:
    """Every pattern, asked as it is meant and as it is not."""
    facts = _facts()
    for name, path in _filled(facts):
        address = quote(path, safe=_SAFE + "%^()?<>.*$")
        if job.language != "en":
            if _has_languages(address) and not address.startswith("/api/"):
                yield Ask(in_language(address, job.language))
            continue
        yield Ask(address)
        if any(part in address for part in SCRIPTED):
            yield Ask(address, headers=SCRIPT)
            yield Ask(address, "POST", (), SCRIPT)
        if job.who == NOBODY:
            yield Ask(address, "HEAD")
            yield Ask(address, "PUT")
        if address.startswith("/api/"):
            yield Ask(address, "POST", "{}")
            yield Ask(address, "POST", "no JSON")
            yield from (Ask(address, "POST", sent_as_json(body)) for body in BODIES.get(name, ()))
            if job.who == NOBODY:
                yield Ask(address, headers=(("Accept", "text/csv"),))
                yield Ask(address, headers=(("Accept", "application/x-ndjson"),))
                yield Ask(address, "OPTIONS")
        else:
            yield Ask(address, "POST", ())
    if job.language != "en":
        return
    for language in ("en", "fr", "ja"):
        yield from (Ask(f"/downloads/{facts['date']}/{language}/{kind}") for kind in FORMATS)
    yield from (
        Ask(f"/curate/fr/exchange/{kind}/") for kind in ("xliff", "xliff2", "tmx", "csv", "po", "json", "nonsense")
    )
    yield from (Ask(f"/curate/questions/exchange/questions.{kind}") for kind in ("csv", "json", "nonsense"))


def _filled(facts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    by_name = {address.name: address.path for address in addresses(**facts)}
    for name in by_name:
        part, fact = _PARTS.get(name, ("", ""))
        own = {part: facts.get(fact, fact)} if part else {}
        if fact == "digest_mail":
            own = {"public_id": known()["digest"]}
        found = [address.path for address in addresses(**{**facts, "public_id": facts["question"], **own})]
        yield name, next(path for address, path in zip(addresses(), found, strict=True) if address.name == name)


def _described(token: str) -> Iterator[Ask]:
    """What the description of the API gives as examples: each parameter alone, and all together."""
    facts = _facts()
    headers = (("Authorization", f"Bearer {token}"),) if token else ()
    if token:
        for name, path in _filled(facts):
            if path.startswith("/api/v1/desk/"):
                yield Ask(path, headers=headers)
                yield Ask(path, "POST", "{}", headers)
                yield from (Ask(path, "POST", sent_as_json(body), headers) for body in BODIES.get(name, ()))
    for path, operations in description()["paths"].items():
        operation = operations.get("get")
        if not operation or (path.startswith("/api/v1/desk/") != bool(token)):
            continue
        given = operation.get("parameters", [])
        parts = {
            one["name"]: quote(str(_example(one) or facts.get(one["name"], "1")), safe="@,")
            for one in given
            if one["in"] == "path"
        }
        address = path.format_map(parts | {name: parts.get(name, facts.get(name, "1")) for name in _gaps(path)})
        queries = [
            (one["name"], str(_example(one))) for one in given if one["in"] == "query" and _example(one) is not None
        ]
        needed = [(one["name"], str(_example(one))) for one in given if one["in"] == "query" and one.get("required")]
        yield Ask(address, headers=headers)
        for query in queries:
            yield Ask(f"{address}?{urlencode([*(pair for pair in needed if pair != query), query])}", headers=headers)
        if queries:
            yield Ask(f"{address}?{urlencode(queries)}", headers=headers)
            yield Ask(f"{address}?{urlencode([*needed, ('limit', '3')])}", headers=headers)


def _gaps(path: str) -> list[str]:
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def _example(parameter: Mapping[str, Any]) -> object:
    """What a parameter could be: its example, else the first that its kind allows."""
    for examples in parameter.get("examples", {}).values():
        return examples.get("value")
    kind = parameter.get("schema", {})
    for where in (parameter, kind):
        if "example" in where:
            return where["example"]
    return next(iter(kind.get("enum") or kind.get("examples") or [kind.get("default")]), None)


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
