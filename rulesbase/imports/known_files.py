"""Find files that were imported before, by SHA-256, with their languages and dates.

A file has one language, or two if it is bilingual. To import it in another language, undo the first import.
Otherwise an import in the wrong language could never be corrected.
"""

import datetime

from rulesbase.engine.languages.detect import is_plainly_english
from rulesbase.engine.messages import Message
from rulesbase.engine.messages import gettext_noop as _
from rulesbase.engine.nodes import Kind, NotRules, RulesText
from rulesbase.engine.parsing.parse import read_source
from rulesbase.models import Source
from rulesbase.translations.alignment import ENGLISH

# A text with so many numbered rules is not just a list of names.
_MANY = 5


class KnownInOtherLanguage(NotRules):
    """The file was imported before in another language, as ``source``."""

    def __init__(self, source: Source, language: str | None) -> None:
        message = _(
            "This file was already imported as “%(name)s” (source %(source)s), but in another "
            "language (%(own)s, not %(wanted)s). First undo the import of that file."
        )
        named = {"own": source.language, "wanted": str(language), "name": source.name, "source": str(source.pk)}
        super().__init__(Message(message, named))
        self.source = source


def known_source(sha256: str, language: str | None) -> Source | None:
    """Return the source imported from these bytes in a language (None: in any), or None.

    Raises KnownInOtherLanguage if they were imported in other languages only.
    """
    sources = list(Source.objects.filter(sha256=sha256).select_related("edition__version").order_by("pk"))
    found = next((source for source in sources if language in (None, source.language)), None)
    if sources and found is None:
        raise KnownInOtherLanguage(sources[0], language)
    return found


def known_as(
    sha256: str,
    data: bytes,
    name: str,
    *,
    language: str | None = None,
    date: datetime.date | None = None,
    parsed: RulesText | None = None,
) -> Source | None:
    """Return the source of a known file; detect its language if necessary.

    Raises NotRules if it is known in another language (KnownInOtherLanguage) or with another date.
    """
    wanted = language or (parsed.language if parsed else None)
    if wanted is None and not Source.objects.filter(sha256=sha256, language=ENGLISH).exists():
        wanted = _detect_language(data, name)
    known = known_source(sha256, wanted)
    if known and known.edition and date not in (None, known.edition.version.date):
        message = _(
            "This file was already imported as the version of %(date)s. To give it another date, first undo that "
            "import."
        )
        raise NotRules(Message(message, {"date": str(known.edition.version)}))
    return known


def _detect_language(data: bytes, name: str) -> str | None:
    """Return the language of a file; None if it cannot be detected."""
    try:
        read = read_source(data, name)
    except NotRules:
        return None
    return None if read.language == ENGLISH and not is_english(read) else read.language


def is_english(read: RulesText) -> bool:
    """Return whether a text is certainly English and has many rules."""
    rules = [node.text for node in read.entries if node.kind in (Kind.RULE, Kind.SUBRULE)]
    return len(rules) >= _MANY and is_plainly_english("\n".join(rules))
