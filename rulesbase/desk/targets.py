"""Translation targets: one English text of a version, by default that in force, and a language."""

from typing import NamedTuple

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, VersionNotFound
from rulesbase.core.document_urls import document_prefix, named
from rulesbase.models import Entry, Example, Translation, Wording
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_types import EntryFreshness, TranslatedText


class TranslationTarget(NamedTuple):
    """An English entry (``part`` 0) or one of its examples (1 and up), and a language to translate it into."""

    language: str
    version: CatalogueVersion
    entry: Entry
    part: int
    original: Wording
    examples: tuple[Wording, ...]

    @property
    def place(self) -> str:
        """Return the place as the log stores it."""
        return place_in_log(self.entry.number, self.version, self.part)

    @property
    def slot(self) -> QuerySet[Translation]:
        """Return all its translations, newest first."""
        return Translation.objects.of_slot(self.original.pk, self.language)

    @property
    def public_id(self) -> str:
        """Return the public id of the Rule."""
        assert self.entry.rule is not None
        return self.entry.rule.public_id

    @property
    def name(self) -> str:
        """Return what the pages call it: ``201.3a``, ``MTR 3.9``, or the heading of a term."""
        return named(self.entry.number, self.entry.wording.heading)

    @property
    def is_term(self) -> bool:
        """Return whether it is a glossary term."""
        return self.entry.kind == Entry.Kind.TERM


def place_in_log(number: str, version: CatalogueVersion, part: int) -> str:
    """Return a place such as ``201.3a@2026-06-19``, ``201.3a@2026-06-19 example 2`` or ``MTR 3.9@2021-07-23``."""
    example = f" example {part}" if part else ""
    return f"{document_prefix()}{number}@{version}{example}"


def edit_address(language: str, public_id: str, part: int = 0, query: str = "") -> str:
    """Return the address of the editor of a text; ``query`` has the parameters of its queue."""
    return reverse("desk_edit", args=[language, public_id]) + text_query(part, query)


def text_query(part: int, query: str = "") -> str:
    """Return the query string of a text, such as ``?part=2&queue=behind``."""
    both = "&".join(filter(None, (f"part={part}" if part else "", query)))
    return f"?{both}" if both else ""


def desk_languages(versions: Catalogue) -> list[str]:
    """Return the languages that can be translated into: those of the interface, and all with translations."""
    latest = versions.latest
    interface = (code for code, _name in settings.LANGUAGES)
    found = dict.fromkeys((*interface, *(latest.languages if latest else ())))
    return [code for code in found if code != DEFAULT_LANGUAGE]


def find_target(language: str, public_id: str, part: int, version: CatalogueVersion | None) -> TranslationTarget | None:
    """Return the target for a part of a Rule in a version. Two queries.

    None if there is no version, it lacks the Rule, or the Rule lacks this part.
    """
    english = version.text_in(DEFAULT_LANGUAGE) if version else None
    if version is None or english is None:
        return None
    entries = Entry.objects.filter(edition=english.pk, rule__public_id=public_id)
    entry = entries.select_related("rule", "wording").order_by("position").first()
    if entry is None:
        return None
    rows = Example.objects.filter(entry=entry).select_related("wording").order_by("position")
    examples = tuple(row.wording for row in rows)
    if not 0 <= part <= len(examples):
        return None
    return TranslationTarget(language, version, entry, part, examples[part - 1] if part else entry.wording, examples)


def target_at(versions: Catalogue, language: str, date: str, number: str) -> TranslationTarget | None:
    """Return the target of the Rule that has a number in a version; None if there is none. Three queries."""
    try:
        version = versions.find(date)
    except VersionNotFound:
        return None
    english = version.text_in(DEFAULT_LANGUAGE)
    entries = Entry.objects.filter(edition=english.pk if english else 0, number=number).exclude(rule=None)
    public_id = entries.values_list("rule__public_id", flat=True).first()
    return find_target(language, public_id, 0, version) if public_id else None


def cell_of(versions: Catalogue, target: TranslationTarget) -> EntryFreshness | None:
    """Return the freshness of the entry in its language; cached until the content changes."""
    return freshness(versions, target.version, target.language, target.entry.chapter).get(target.entry.pk)


def translated_text_of(versions: Catalogue, target: TranslationTarget) -> TranslatedText | None:
    """Return the translation of the text or example that readers see, with its freshness."""
    cell = cell_of(versions, target)
    return cell.text_at(target.part) if cell else None


def newest_of(target: TranslationTarget) -> Translation | None:
    """Return the newest text of the slot in any status. One query."""
    return target.slot.select_related("wording", "author", "former").first()
