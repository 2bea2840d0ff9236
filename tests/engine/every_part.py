"""All parts of the table of what is accepted, by name."""

from tests.engine import (
    accepted_cards,
    accepted_drawn,
    accepted_links,
    accepted_names,
    accepted_study,
    accepted_texts,
    accepted_words,
)
from tests.engine.accepting import Part

PARTS: dict[str, Part] = {
    **accepted_texts.PARTS,
    **accepted_links.PARTS,
    **accepted_words.PARTS,
    **accepted_study.PARTS,
    **accepted_cards.PARTS,
    **accepted_names.PARTS,
    **accepted_drawn.PARTS,
}
