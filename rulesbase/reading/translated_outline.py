"""The outline of a version in the chosen languages, with fallback headings from other versions."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.core.content_version import NotInKey
from rulesbase.models import Wording
from rulesbase.reading.outline import Heading, Outline, OutlineSection, outline
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_rows import HEADINGS
from rulesbase.translations.freshness_types import Cell, Freshness


def titled_outline(
    versions: Catalogue, version: CatalogueVersion, texts: tuple[CatalogueEdition, ...], base: CatalogueEdition
) -> Outline:
    """Return the outline of ``base`` with the headings of the first text, and the others beside them.

    A heading without a translation stays in the language of ``base`` and is marked with it.
    """
    plan = outline(versions.stamp, base.pk)
    if texts == (base,):
        return plan
    names = [(text.language, _headings(versions, version, text)) for text in texts]

    def titled(one: Heading) -> Heading:
        known = [(language, of.words[one.number]) for language, of in names if of.words.get(one.number)]
        fresh = tuple((language, of.cells[one.number]) for language, of in names if one.number in of.cells)
        if not known:
            return one._replace(language=base.language, fresh=fresh)
        return one._replace(language=known[0][0], heading=known[0][1], beside=tuple(known[1:]), fresh=fresh)

    return Outline(
        tuple(OutlineSection(titled(part.section), tuple(map(titled, part.chapters))) for part in plan.parts)
    )


class _Headings(NamedTuple):
    """Headings of a language by number, with the freshness of those that are fallback and not exact."""

    words: Mapping[str, str]
    cells: Mapping[str, Cell]


def _headings(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition) -> _Headings:
    """Return the headings of an edition, completed from other versions."""
    own: dict[str, str] = {}
    if not text.is_fallback:
        for part in outline(versions.stamp, text.pk).parts:
            own |= {one.number: one.heading for one in (part.section, *part.chapters) if one.heading}
    carried = _fallback_headings(versions.stamp_in(text.language), NotInKey(versions), version, text.language)
    cells = {number: cell for number, cell in carried.cells.items() if number not in own}
    return _Headings({**carried.words, **own}, cells)


@lru_cache(maxsize=64)
def _fallback_headings(
    stamp: str, versions: NotInKey[Catalogue], version: CatalogueVersion, language: str
) -> _Headings:
    """Return the headings translated for other versions. One query beside those of freshness, or none."""
    del stamp  # only part of the key
    sheet = freshness(versions.value, version, language, HEADINGS)
    cells = list(sheet.cells.values()) if sheet else []
    words = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    return _Headings(
        {cell.number: words[cell.text.wording] for cell in cells if cell.text.wording},
        {cell.number: cell for cell in cells if cell.state is not Freshness.EXACT},
    )
