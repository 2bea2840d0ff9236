"""Files that are in the archive already, told by their SHA-256, and which language they were taken for.

A file is imported as one language, and as a second one where it gives that beside each rule. Whoever takes it for yet
another has to take back the import that is there: else a file brought in the wrong language would stand for the right
one for ever.
"""

from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Kind, NotRules, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.engine.text.document_words import is_plainly_english
from rulesbase.models import Source
from rulesbase.translations.alignment import ENGLISH

# A text with so many numbered rules is no list of names, whatever the language that it is taken for.
_MANY = 5


class KnownOtherwise(NotRules):
    """A file is in the archive, but as a text in another language: ``source``."""

    def __init__(self, source: Source, language: str | None) -> None:
        told = _(
            "This very file is in the archive as a text in another language (%(own)s, not %(wanted)s), by the name "
            "“%(name)s”: source %(source)s. That import has to be taken back first."
        )
        named = {"own": source.language, "wanted": str(language), "name": source.name, "source": str(source.pk)}
        super().__init__(Message(told, named))
        self.source = source


def known_source(sha256: str, language: str | None) -> Source | None:
    """What was imported from these bytes in a language (None: in whichever); None where nothing was.

    Raises KnownOtherwise where they were imported in other languages alone.
    """
    held = list(Source.objects.filter(sha256=sha256).select_related("edition__version").order_by("pk"))
    found = next((source for source in held if language in (None, source.language)), None)
    if held and found is None:
        raise KnownOtherwise(held[0], language)
    return found


def known_as(
    sha256: str, data: bytes, name: str, *, language: str | None = None, parsed: RulesText | None = None
) -> Source | None:
    """The same for a file whose language may still have to be found. Raises KnownOtherwise."""
    held = set(Source.objects.filter(sha256=sha256).values_list("language", flat=True))
    wanted = language or (parsed.language if parsed else None)
    if held and wanted is None and ENGLISH not in held:
        wanted = _language_said(data, name)
    return known_source(sha256, wanted) if held else None


def _language_said(data: bytes, name: str) -> str | None:
    """The language of a file; None where it is one that nobody can tell from its words."""
    try:
        read = read_source(data, name)
    except NotRules:
        return None
    return None if read.language == ENGLISH and not says_english(read) else read.language


def says_english(read: RulesText) -> bool:
    """Whether a text is English beyond doubt, and has many rules."""
    rules = [node.text for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE)]
    return len(rules) >= _MANY and is_plainly_english("\n".join(rules))
