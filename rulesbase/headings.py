"""The contents of a version in the languages that are read: headings that no edition has are carried over."""

from functools import lru_cache

from rulesbase.freshness import freshness
from rulesbase.models import Entry, Wording
from rulesbase.outlines import Heading, Outline, Part, outline
from rulesbase.shelf import Shelf, Text, Volume

_KINDS = (Entry.Kind.SECTION, Entry.Kind.CHAPTER)


def titled_outline(books: Shelf, volume: Volume, texts: tuple[Text, ...], base: Text) -> Outline:
    """The contents of the edition ``base`` with the headings of the first text, those of the others beside them.

    A heading that is nowhere translated stays as it is, and says in which language.
    """
    plan = outline(books.stamp, base.pk)
    if texts == (base,):
        return plan
    names = [(text.language, _names(books, volume, text)) for text in texts]

    def titled(one: Heading) -> Heading:
        known = [(language, of[one.number]) for language, of in names if of.get(one.number)]
        if not known:
            return one._replace(language=base.language)
        return one._replace(language=known[0][0], heading=known[0][1], beside=tuple(known[1:]))

    return Outline(tuple(Part(titled(part.section), tuple(map(titled, part.chapters))) for part in plan.parts))


def _names(books: Shelf, volume: Volume, text: Text) -> dict[str, str]:
    """Number -> heading in a language: those of the edition, and what it lacks from other versions."""
    own: dict[str, str] = {}
    if not text.is_carried:
        for part in outline(books.stamp, text.pk).parts:
            own |= {one.number: one.heading for one in (part.section, *part.chapters) if one.heading}
    return {**_carried(books.stamp, books, volume, text.language), **own}


@lru_cache(maxsize=64)
def _carried(stamp: str, books: Shelf, volume: Volume, language: str) -> dict[str, str]:
    """The headings that are translated for other versions. One query beside those of freshness, or none."""
    del stamp  # only part of the key
    sheet = freshness(books, volume, language)
    cells = [cell for cell in sheet.cells.values() if cell.kind in _KINDS and cell.text.wording] if sheet else []
    words = dict(Wording.objects.filter(pk__in={cell.text.wording for cell in cells}).values_list("pk", "heading"))
    return {cell.number: words[cell.text.wording or 0] for cell in cells}
