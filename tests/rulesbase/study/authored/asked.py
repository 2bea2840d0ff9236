"""Questions about made-up rules, and the books they are about."""

import datetime

from rulesbase.engine.questions.markup import Content, QuestionText
from rulesbase.models import User, WrittenRevision
from rulesbase.study.authored.actions import publish, save
from tests.support.texts import Book, Place

TAIL = "The keeper of the old bridge by the mill may ask seven cards of every stranger before noon."
OTHER = "The keeper of the old bridge by the mill may ask nine cards of every stranger before noon."
FIRST = Book(datetime.date(2010, 3, 1)).with_chapter(
    201, Place("one"), Place("two", TAIL), Place("three"), Place("four"), Place("five")
)
# One more in front: all others are renumbered, and nothing says anything else.
SECOND = FIRST.dated(2012).with_chapter(
    201, Place("zero"), Place("one"), Place("two", TAIL), Place("three"), Place("four"), Place("five")
)
REWORDED = SECOND.dated(2013).with_chapter(
    201, Place("zero"), Place("one"), Place("two", OTHER), Place("three"), Place("four"), Place("five")
)
REMOVED = SECOND.dated(2013).with_chapter(
    201, Place("zero"), Place("one"), Place("three"), Place("four"), Place("five")
)
ENGLISH = QuestionText(
    "Ann keeps the bridge.\n\nMay she ask Bob for nine cards by [201.2]?",
    "No.",
    "Seven are the most ([201.2]).",
    ["Yes, she may.", "No, seven at most.", "Only after noon."],
)
FRENCH = QuestionText(
    "Anne garde le pont. Peut-elle demander neuf pièces selon [201.2] ?",
    "Non.",
    "Sept au plus ([201.2]).",
    ["Oui.", "Non, sept au plus.", "Seulement après midi."],
)
CONTENT = Content(2, ["bridges"], [1], {"en": ENGLISH, "fr": FRENCH})


def published(by: User | None = None, content: Content = CONTENT) -> WrittenRevision:
    """Return a question that people are asked."""
    made = save(None, content, 0, by, submit=True)
    return publish(made.written, made.number, None)


def typed(content: Content = CONTENT, base: int = 0, **more: str) -> dict[str, str]:
    """Return what the form of the editor sends."""
    sent = {"level": str(content.level), "tags": ", ".join(content.tags), "base": str(base), "reason": ""}
    for language in ("en", "fr", "ja"):
        words = content.texts.get(language, QuestionText())
        marked = [("* " if at in content.right else "") + one for at, one in enumerate(words.choices)]
        sent |= {f"scenario_{language}": words.scenario, f"choices_{language}": "\n".join(marked)}
        sent |= {f"answer_{language}": words.answer, f"explanation_{language}": words.explanation}
    return sent | more
