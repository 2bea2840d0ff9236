"""The languages that a search reads."""

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.engine.languages import language_codes


def edition_languages(versions: Catalogue) -> list[str]:
    """Return the languages that have an edition of any version."""
    return sorted({text.language for version in versions.all for text in version.texts})


def language_of_search(versions: Catalogue, wanted: str) -> str:
    """Return the first language of ``ja,fr`` that has an edition, else English."""
    known = edition_languages(versions)
    return next((code for code in language_codes(wanted, known) if code in known), DEFAULT_LANGUAGE)


def default_languages(version: CatalogueVersion, interface: str) -> tuple[str, ...]:
    """Return the language of the page and English; if neither is available, the main language."""
    wishes = (interface, DEFAULT_LANGUAGE)
    return tuple(dict.fromkeys(code for code in wishes if version.shown_in(code))) or (version.main.language,)
