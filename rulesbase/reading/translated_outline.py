"""The contents of a version in the languages that are read: headings that no edition has are carried over."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.core.content_version import NotInKey
from rulesbase.models import Wording
from rulesbase.reading.outline import Heading, Outline, Part, outline
from rulesbase.translations.freshness import freshness
from rulesbase.translations.freshness_rows import HEADINGS
from rulesbase.translations.freshness_types import Cell, Freshness


def titled_outline(
    versions: Catalogue, version: CatalogueVersion, texts: tuple[CatalogueEdition, ...], base: CatalogueEdition
) -> Outline:
    """The contents of the edition ``base`` with the headings of the first text, those of the others beside them.

    A heading that is nowhere translated stays as it is, and says in which language.
    """
    plan = outline(versions.stamp, base.pk)
    if texts == (base,):
        return plan
    names = [(text.language, _names(versions, version, text)) for text in texts]

    def titled(one: Heading) -> Heading:
        known = [(language, of.words[one.number]) for language, of in names if of.words.get(one.number)]
        fresh = tuple((language, of.cells[one.number]) for language, of in names if one.number in of.cells)
        if not known:
            return one._replace(language=base.language, fresh=fresh)
        return one._replace(language=known[0][0], heading=known[0][1], beside=tuple(known[1:]), fresh=fresh)

    return Outline(tuple(Part(titled(part.section), tuple(map(titled, part.chapters))) for part in plan.parts))


class _Names(NamedTuple):
    """Headings of a language by number, and the cells of those that are not exact and not in the edition itself."""

    words: Mapping[str, str]
    cells: Mapping[str, Cell]


def _names(versions: Catalogue, version: CatalogueVersion, text: CatalogueEdition) -> _Names:
    """The headings of an edition, and what it lacks from other versions."""
    own: dict[str, str] = {}
    if not text.is_carried:
        for part in outline(versions.stamp, text.pk).parts:
            own |= {one.number: one.heading for one in (part.section, *part.chapters) if one.heading}
    carried = _carried(versions.stamp_in(text.language), NotInKey(versions), version, text.language)
    cells = {number: cell for number, cell in carried.cells.items() if number not in own}
    return _Names({**carried.words, **own}, cells)


@lru_cache(maxsize=64)
def _carried(stamp: str, versions: NotInKey[Catalogue], version: CatalogueVersion, language: str) -> _Names:
    """The headings that are translated for other versions. One query beside those of freshness, or none."""
    del stamp  # only part of the key
    sheet = freshness(versions.value, version, language, HEADINGS)
    cells = list(sheet.cells.values()) if sheet else []
    words = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    return _Names(
        {cell.number: words[cell.text.wording] for cell in cells if cell.text.wording},
        {cell.number: cell for cell in cells if cell.state is not Freshness.EXACT},
    )
