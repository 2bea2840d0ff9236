"""Units of an exchange file: an English text with its translation."""

from typing import NamedTuple

from rulesbase.engine.nodes import Passage

HEADING, TEXT = "heading", "text"
# Status of a translation in a file.
APPROVED, REVIEW, DRAFT = "approved", "review", "draft"


class Hint(NamedTuple):
    """A translation of a similar English text, with the similarity (0 to 100)."""

    source: str
    target: str
    score: int


class Unit(NamedTuple):
    """The heading or the text of an English wording, and its translation in one language.

    ``rule`` is the public id of the Rule, ``digest`` that of the wording: together they identify the place after
    renumbering. ``number`` and ``version`` are for people. ``revision`` is that of the translation when the file was
    written: 0 for none, None if the file does not state it. ``status`` is that of the translation.
    """

    rule: str
    digest: str
    field: str
    source: Passage
    target: Passage | None
    number: str = ""
    version: str = ""
    revision: int | None = 0
    status: str = ""
    hint: Hint | None = None

    @property
    def id(self) -> str:
        """Return the id of the unit in the file."""
        parts = [self.rule or "-", self.digest]
        return ".".join([*parts, HEADING] if self.field == HEADING else parts)


class ParsedFile(NamedTuple):
    """A parsed file: kind, target language, units, and the ids of units that are not ours."""

    kind: str
    language: str
    units: list[Unit]
    unknown_ids: list[str]


def read_id(written: str) -> tuple[str, str, str] | None:
    """Return (public id of the Rule, digest of the wording, field) from a unit id; None for an unknown id."""
    rule, _, rest = written.rpartition("\x04")[2].strip().partition(".")
    digest, _, field = rest.partition(".")
    if not rule or len(digest) != 32 or field not in ("", HEADING):
        return None
    return ("" if rule == "-" else rule), digest, field or TEXT


def stripped(passage: Passage) -> Passage:
    """Strip white space at the edges, which tools add, and normalize line ends."""
    text = passage.text.replace("\r\n", "\n").replace("\r", "\n")
    if text != passage.text:
        # The offsets no longer fit after this change; drop the italics.
        return Passage(text.strip())
    left, length = len(text) - len(text.lstrip()), len(text.strip())
    spans = ((max(0, start - left), min(length, end - left)) for start, end in passage.emphasis)
    return Passage(text.strip(), tuple((start, end) for start, end in spans if end > start))
