"""Decks for Anki: text between tabs, after directives.

A line has the id of the question (so that a second import updates notes), the question, the answer with its rules,
and tags. Fields are HTML, escaped so that they break no line, field or page.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet
from django.utils.html import escape

from rulesbase.models import Question, WrittenRevision
from rulesbase.study.questions.render import AnswerRule, RenderedQuestion, shown

_AT_ONCE = 200
_SPACE = re.compile(r"[\t\x0b\x0c\r\x1c-\x1f\x85\u2028\u2029]")
_NO_TAG = re.compile(r"[^\w:.-]+")


def anki_lines(name: str, questions: QuerySet[Question], *, site: str) -> Iterator[str]:
    """Yield the file of a deck, line by line; ``site`` is the beginning of addresses. Read questions in batches."""
    title = _SPACE.sub(" ", name).replace("\n", " ").replace("::", ":").strip()
    yield "#separator:tab\n#html:true\n#notetype:Basic\n"
    yield f"#deck:Rulesbase::{title}\n"
    yield "#columns:Id\tFront\tBack\tTags\n#guid column:1\n#tags column:4\n"
    for start in range(0, questions.count(), _AT_ONCE):
        some = list(questions[start : start + _AT_ONCE])
        tags = _tags(some)
        for one in shown(some):
            yield _line(one, tags.get(one.public_id, ()), site)


def _tags(questions: Sequence[Question]) -> dict[str, list[str]]:
    """Return the tags of written questions, by public id."""
    rows = WrittenRevision.objects.filter(status="published", written__question__in=questions)
    return {str(public_id): list(tags) for public_id, tags in rows.values_list("written__question__public_id", "tags")}


def _line(one: RenderedQuestion, tags: Iterable[str], site: str) -> str:
    cited = " · ".join(_citation(place, site) for place in one.citations)
    answer = _html(one.answer_text) + (f"<br><br><small>{cited}</small>" if cited else "")
    chapter = one.eyebrow.split(" ", 1)[0]
    own = [f"level::{one.question.level}", f"kind::{one.question.kind}"]
    own += [f"chapter::{chapter}"] if chapter[:1].isdigit() else []
    all_tags = " ".join(_NO_TAG.sub("-", tag) for tag in ("rulesbase", *own, *tags))
    return "\t".join((one.public_id, _html(one.ask_text), _field(answer), all_tags)) + "\n"


def _citation(place: AnswerRule, site: str) -> str:
    link = f'<a href="{escape(site + place.href)}">{escape(place.number)}</a>'
    # A term is cited by its name, which is its heading too.
    return link if place.heading == place.number else f"{link} {escape(place.heading)}".strip()


def _html(text: str) -> str:
    """Return plain text as HTML on one line, without tabs or quotes."""
    return _field(escape(text).replace("\n", "<br>"))


def _field(html: str) -> str:
    # A quote could begin a quoted field, but only links have any here.
    return _SPACE.sub(" ", html).replace("\n", " ")
