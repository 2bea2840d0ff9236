"""Sections of tournament documents through versions: what their own lists of changes name differs in our comparison."""

from pathlib import Path

import pytest

from rulesbase.engine.text.documents import TOURNAMENT_DOCUMENTS
from tests.score.documents import named_sections, versions_of


@pytest.mark.slow
@pytest.mark.parametrize("document", TOURNAMENT_DOCUMENTS)
def test_sections_of_the_lists_of_changes_differ(corpus: Path, document: str) -> None:
    named = named_sections(document, versions_of(corpus / "policy" / document))
    assert len(named) > 200
    assert sum(one.differs for one in named) >= 0.98 * len(named)
