"""Match the units of a file without our ids: by their English text, and by number if several texts are equal."""

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from rulesbase.exchange.export_file import units_of
from rulesbase.exchange.units import REVIEW, Unit

# The header of a PO file, which converters write as a text.
_HEADER = "Project-Id-Version:"


def matched(units: Iterable[Unit], language: str) -> tuple[list[Unit], list[tuple[Unit, str]]]:
    """Return the units with ids of ours, and (unit, message) for those without a match or with a doubtful one."""
    by_text: defaultdict[str, dict[tuple[str, str], Unit]] = defaultdict(dict)
    for one in units_of(language):
        by_text[_key(one.source.text)].setdefault((one.digest, one.field), one)
    found: list[Unit] = []
    doubts: list[tuple[Unit, str]] = []
    for unit in units:
        if unit.digest:
            found.append(unit)
            continue
        if unit.target is None or unit.source.text.startswith(_HEADER):
            continue
        there = list(by_text.get(_key(unit.source.text), {}).values())
        named = [one for one in there if one.number == unit.number] or there
        if not there:
            doubts.append((unit, _("No English text in Rulesbase is the same as this one.")))
            continue
        ours = named[0]
        if len(named) > 1:
            others = ", ".join(one.number for one in named[:6])
            message = _("Several entries have this English text (%(numbers)s). Only the first is used.")
            doubts.append((ours, message % {"numbers": others}))
        # Converters drop italics: an unchanged text keeps ours.
        same = ours.target is not None and ours.target.text == unit.target.text
        target = ours.target if same else unit.target
        revision = ours.revision if unit.revision is None and ours.status != REVIEW else unit.revision
        found.append(ours._replace(target=target, revision=revision, status=REVIEW, hint=None))
    return found, doubts


def _key(text: str) -> str:
    return " ".join(text.split())
