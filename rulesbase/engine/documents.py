"""The document that the program works on: the Comprehensive Rules, unless another is activated.

As with languages and time zones in Django, a context names the document for everything inside it: numbers are read by
its scheme, and the managers of the models see its rows only. Nothing else needs a parameter for it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

COMPREHENSIVE_RULES, TOURNAMENT_RULES, PENALTY_GUIDE, RULEBOOK = "cr", "mtr", "ipg", "rulebook"
TOURNAMENT_DOCUMENTS = (TOURNAMENT_RULES, PENALTY_GUIDE)
CURRENT_DOCUMENTS = (COMPREHENSIVE_RULES, *TOURNAMENT_DOCUMENTS)
OTHER_DOCUMENTS = (*TOURNAMENT_DOCUMENTS, RULEBOOK)
DOCUMENTS = (COMPREHENSIVE_RULES, *OTHER_DOCUMENTS)

_active: ContextVar[str] = ContextVar("document", default=COMPREHENSIVE_RULES)


def active_document() -> str:
    """Return the code of the document in use: ``cr``, ``mtr``, ``ipg`` or ``rulebook``."""
    return _active.get()


@contextmanager
def document_active(document: str) -> Iterator[None]:
    """Use another document inside the block."""
    token = _active.set(document)
    try:
        yield
    finally:
        _active.reset(token)
