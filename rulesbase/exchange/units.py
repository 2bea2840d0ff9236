"""What an exchange file holds: a unit for each English text, with its translation."""

from typing import NamedTuple

Spans = tuple[tuple[int, int], ...]
HEADING, TEXT = "heading", "text"
# What a file says of a translation.
APPROVED, REVIEW, DRAFT = "approved", "review", "draft"


class Styled(NamedTuple):
    """A text with the offsets of its italics."""

    text: str
    spans: Spans = ()


class Hint(NamedTuple):
    """A translation made for another English text, to work from: that English, the translation, how alike (of 100)."""

    source: str
    target: str
    score: int


class Unit(NamedTuple):
    """The heading or the text of an English wording, and its translation in one language.

    ``rule`` is the public id of the Rule, ``digest`` that of the wording: together they find the place again, however
    much was renumbered. ``number`` and ``version`` are for people. ``revision`` is that of the translation when the
    file was written, 0 for none, None where a file does not tell. ``status`` is that of the translation.
    """

    rule: str
    digest: str
    field: str
    source: Styled
    target: Styled | None
    number: str = ""
    version: str = ""
    revision: int | None = 0
    status: str = ""
    hint: Hint | None = None

    @property
    def id(self) -> str:
        """What the unit is called in the file."""
        parts = [self.rule or "-", self.digest]
        return ".".join([*parts, HEADING] if self.field == HEADING else parts)


class Parcel(NamedTuple):
    """A file that was read: its kind, the language of its translations, and its units.

    ``strange`` are the names of units that are not ours.
    """

    kind: str
    language: str
    units: list[Unit]
    strange: list[str]


def read_id(written: str) -> tuple[str, str, str] | None:
    """(public id of the Rule, digest of the wording, field) of a unit; None for what is no id of ours."""
    rule, _, rest = written.rpartition("\x04")[2].strip().partition(".")
    digest, _, field = rest.partition(".")
    if not rule or len(digest) != 32 or field not in ("", HEADING):
        return None
    return ("" if rule == "-" else rule), digest, field or TEXT


def stripped(styled: Styled) -> Styled:
    """Without white space at the edges, which tools add; line ends as line feeds."""
    text = styled.text.replace("\r\n", "\n").replace("\r", "\n")
    if text != styled.text:
        # Offsets of a file with such line ends are not worth keeping.
        return Styled(text.strip())
    left, length = len(text) - len(text.lstrip()), len(text.strip())
    spans = ((max(0, start - left), min(length, end - left)) for start, end in styled.spans)
    return Styled(text.strip(), tuple((start, end) for start, end in spans if end > start))
