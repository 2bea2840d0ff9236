"""The parts of a new revision of a translation: its stored wording, and its row."""

from rulesbase.archive.store_text import store_wordings, wording_draft
from rulesbase.engine.nodes import Passage
from rulesbase.models import Translation, User


def store_typed(language: str, heading: str, typed: Passage) -> int:
    """Return the key of a wording; store it if it is new."""
    draft = wording_draft(language, heading, typed)
    return store_wordings([draft])[draft.digest]


def new_revision(
    original: int,
    language: str,
    wording: int,
    status: str,
    *,
    newest: int,
    based_on: int | None,
    by: User | None,
    reason: str,
) -> Translation:
    """Return the revision of a slot that follows revision ``newest`` (0: none), not stored."""
    return Translation(
        original_id=original,
        language=language,
        wording_id=wording,
        status=status,
        origin=Translation.Origin.CURATOR,
        revision=newest + 1,
        based_on_id=based_on,
        author=by,
        reason=reason[:300],
    )
