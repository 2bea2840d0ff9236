"""How a question will be seen that is not published, or not even stored."""

from rulesbase.engine.study.written import Content
from rulesbase.models import Question, WrittenRevision
from rulesbase.shelf import shelf
from rulesbase.study.showing import Showing, Shown
from rulesbase.study.written_content import Unfit, as_json, cards_of_content, citations_of, faults_of, tidy
from rulesbase.study.written_rendering import WrittenBook


def seen_as(newest: WrittenRevision | None) -> str:
    """The id under which it is or will be seen; empty for one that has none yet."""
    return newest.written.public_id if newest else ""


def preview(content: Content, public_id: str) -> list[tuple[str, Shown]]:
    """A question as it will be seen, by language. Raises Unfit where it could not be stored."""
    books = shelf()
    content = tidy(content)
    if faults := faults_of(content):
        raise Unfit(faults)
    if books.latest is None:
        return []
    citations = citations_of(content)
    texts = {code: as_json(words) for code, words in content.texts.items()}
    row = WrittenRevision(
        level=content.level, texts=texts, right=list(content.right), cards=cards_of_content(content)
    )
    for one in citations:
        one.revision = row
    question = Question(kind=Question.Kind.WRITTEN, public_id=public_id, level=content.level)
    found: list[tuple[str, Shown]] = []
    for language in texts:
        showing = Showing(books, books.latest, (language,), {})
        found.append((language, WrittenBook([row], showing, citations).shown(question, row)))
    return found
