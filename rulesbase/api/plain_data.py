"""Convert versions, entries and citations to plain data for commands and the API.

Fields may be added, never renamed.
"""

from collections.abc import Iterable
from typing import Any

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, CatalogueVersion
from rulesbase.citations.resolve import Meaning
from rulesbase.lineage.follow_rule import RuleEntry
from rulesbase.models import Entry, Version
from rulesbase.reading.parallel_html import doubt_reasons
from rulesbase.translations.columns import edition_doubts, fallback_data


def entry_parts(entry: Entry) -> dict[str, Any]:
    """Return heading, text and examples of an entry."""
    return {
        "heading": entry.wording.heading,
        "text": entry.wording.text,
        "examples": [example.wording.text for example in entry.examples.all()],
    }


def translation_data(version: Version | CatalogueVersion, language: str, entry: Entry) -> dict[str, Any]:
    """Return an entry of a version in another language, with its freshness."""
    missing = {"text": "", "freshness": "missing", "behind": 0, "doubts": []}
    own = Entry.objects.for_reading().filter(edition__version=version.pk, edition__language=language)
    same = own.filter(rule=entry.rule_id) if entry.rule_id else own.filter(number=entry.number)
    found = same.first()
    if found:
        doubts = edition_doubts(version.date, language, found) if language != DEFAULT_LANGUAGE else None
        return {**entry_parts(found), "freshness": "exact", "behind": 0, "doubts": doubt_reasons(doubts)}
    if language == DEFAULT_LANGUAGE:
        return missing
    fallback = fallback_data(version.date, entry.number, entry.chapter, language, entry.rule_id)
    return {**fallback, "doubts": doubt_reasons(fallback["doubts"])} if fallback else missing


def entry_data(version: Version | CatalogueVersion, entry: Entry, others: Iterable[str]) -> dict[str, Any]:
    """Return an entry of a version with its translations."""
    return {
        "version": version.date.isoformat(),
        "number": entry.number,
        "kind": Entry.Kind(entry.kind).name.lower(),
        **entry_parts(entry),
        "rule": entry.rule.public_id if entry.rule else None,
        "translations": {code: translation_data(version, code, entry) for code in others},
    }


def meaning_data(citation: str, meaning: Meaning, to: CatalogueVersion) -> dict[str, Any]:
    """Return what a citation means in another version."""
    found = meaning.resolution
    item: dict[str, Any] = {
        "citation": citation,
        "number": meaning.number,
        "to": str(to),
        "numbers": list(found.numbers),
        "confidence": found.confidence,
        "status": found.status.value,
        "hops": [{**hop._asdict(), "version": str(hop.version)} for hop in found.hops],
        "version": str(meaning.then) if meaning.then else None,
    }
    if meaning.tenure:
        item |= {"first": str(meaning.tenure.first), "last": str(meaning.tenure.last)}
    if found.nearest:
        item["nearest"] = [{**near._asdict(), "version": str(near.version)} for near in found.nearest]
    if found.last:
        item["last_seen"] = {"version": str(found.last[0]), "number": found.last[1]}
    return item


def cited_texts(meaning: Meaning) -> dict[str, Any]:
    """Return the English texts of a citation: ``then`` of the version cited, ``now`` of the version wanted."""
    then = meaning.resolution.cited
    return {
        # The text of a misprinted number stands at another number.
        "then": _text_data(then) if then and then.number == meaning.number else None,
        "now": [_text_data(successor) for successor in meaning.resolution.successors],
    }


def _text_data(entry: RuleEntry) -> dict[str, str]:
    return {"version": str(entry.version), "number": entry.number, "heading": entry.heading, "text": entry.text}
