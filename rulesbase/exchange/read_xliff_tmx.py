"""Read XLIFF 1.2 and 2.0 and TMX 1.4 files: their kind, version, language and units. Files are untrusted."""

from django.utils.translation import gettext as _
from lxml import etree

from rulesbase.engine.parsing.untrusted_xml import parse_xml
from rulesbase.engine.parsing.xliff_tmx_units import read_units
from rulesbase.exchange.errors import InvalidFile
from rulesbase.exchange.inline_markup import make_unit
from rulesbase.exchange.translation_units import APPROVED, DRAFT, REVIEW, ParsedFile, Unit, read_id

# Statuses by states of the three formats; others count as in review.
_READ = {
    "final": APPROVED,
    "reviewed": APPROVED,
    "needs-adaptation": DRAFT,
    "initial": DRAFT,
    # In TMX.
    APPROVED: APPROVED,
    DRAFT: DRAFT,
}


def read_xliff_tmx(data: bytes) -> ParsedFile:
    """Parse an XLIFF or TMX file. Raises InvalidFile; errors of the parser pass through."""
    root = _safe_root(data)
    name = etree.QName(root).localname
    if name == "tmx":
        return _read_units(root, "tmx")
    if name != "xliff":
        message = _("The file is XML, but neither XLIFF nor TMX: it begins with <%(name)s>.")
        raise InvalidFile(message % {"name": name[:40]})
    version = root.get("version", "1")
    if not version.startswith(("1", "2")):
        raise InvalidFile(_("This version of XLIFF is not supported. Save the file as XLIFF 1.2 or 2.0."))
    return _read_units(root, "xliff2" if version.startswith("2") else "xliff")


def _read_units(root: etree._Element, kind: str) -> ParsedFile:
    language, found = read_units(root)
    units: list[Unit] = []
    unknown_ids: list[str] = []
    for one in found:
        # Other tools drop our ids; such a unit is matched by its English.
        read = read_id(one.id) or ("", "", "")
        english, own = one.english, one.translation
        if not read[1] and not english.text.strip():
            unknown_ids.append(one.id[:80])
            continue
        if own and one.language != language:
            raise InvalidFile(_("The file has translations into several languages. Import one file per language."))
        properties = dict(one.properties)
        states = {piece.state or properties.get("x-status", "") for piece in one.segments if piece.state is not None}
        statuses = {_READ.get(state, REVIEW) for state in states}
        units.append(make_unit(read, english, own, properties, statuses.pop() if len(statuses) == 1 else REVIEW))
    return ParsedFile(kind, language, units, unknown_ids)


def _safe_root(data: bytes) -> etree._Element:
    root = parse_xml(data)
    declared = root.getroottree().docinfo.internalDTD
    # A DOCTYPE without entities is harmless; refuse one that declares entities.
    if (declared is not None and list(declared.iterentities())) or next(root.iter(etree.Entity), None) is not None:
        raise InvalidFile(
            _(
                "The file declares its own XML entities. For security it was not read. Remove the entities and import "
                "the file again."
            )
        )
    return root
