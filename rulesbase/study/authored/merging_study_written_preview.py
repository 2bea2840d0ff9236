"""How a question will be seen that is not published, or not even stored."""

from rulesbase.archive.catalogue import shelf
from rulesbase.engine.questions.markup import Content
from rulesbase.models import Question, WrittenRevision
from rulesbase.study.authored.content import Unfit, as_json, cards_of_content, citations_of, faults_of, tidy
from rulesbase.study.authored.html import WrittenBook
from rulesbase.study.questions.types import Showing, Shown


def preview(content: Content, newest: WrittenRevision | None) -> list[tuple[str, Shown]]:
    """A question as it will be seen, by language. Raises Unfit where it could not be stored.

    ``newest`` is the revision it goes on from, which knows its cards.
    """
    books = shelf()
    content = tidy(content)
    if faults := faults_of(content):
        raise Unfit(faults)
    if books.latest is None:
        return []
    citations = citations_of(content)
    texts = {code: as_json(words) for code, words in content.texts.items()}
    cards = cards_of_content(content, newest.cards if newest else None)
    row = WrittenRevision(level=content.level, texts=texts, right=list(content.right), cards=cards)
    for one in citations:
        one.revision = row
    question = Question(
        kind=Question.Kind.WRITTEN, public_id=newest.written.public_id if newest else "", level=content.level
    )
    found: list[tuple[str, Shown]] = []
    for language in texts:
        showing = Showing(books, books.latest, (language,), {})
        found.append((language, WrittenBook([row], showing, citations).shown(question, row)))
    return found
