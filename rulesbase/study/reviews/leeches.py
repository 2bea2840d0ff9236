"""Leeches: cards that are forgotten again and again, each with the rule that it is easily confused with."""

from collections.abc import Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

from rulesbase.models import Question, Studied, User
from rulesbase.study.questions.render import RenderedQuestion, shown

# As in Anki.
LAPSES = 8
_MOST = 30
# Two texts that are less alike (0 to 100) are not confused.
_ALIKE = 62
# Cards of a learner that are compared.
_MOST_OTHERS = 3_000


class Leech(NamedTuple):
    """A card with its lapses, and the card of another rule that is most like it, if one is alike."""

    card: RenderedQuestion
    lapses: int
    is_suspended: bool
    confused_with: RenderedQuestion | None


def leeches(user: User) -> list[Leech]:
    """Return the leeches of a user, the one with most lapses first. Two queries and those of rendering."""
    rows = Studied.objects.filter(user=user, lapses__gte=LAPSES, question__retired_on=None)
    found = list(rows.select_related("question").order_by("-lapses", "pk")[:_MOST])
    if not found:
        return []
    others = Question.objects.filter(studied__user=user, retired_on=None, rule__isnull=False, made_from__isnull=False)
    texts = {question.pk: question for question in others.select_related("made_from")[:_MOST_OTHERS]}
    nearest = {row.question_id: _nearest(row.question, texts) for row in found}
    questions = [*(row.question for row in found), *filter(None, nearest.values())]
    cards = {card.public_id: card for card in shown(questions)}
    result = []
    for row in found:
        other = nearest[row.question_id]
        confused_with = cards.get(other.public_id) if other else None
        if card := cards.get(row.question.public_id):
            result.append(Leech(card, row.lapses, row.is_suspended, confused_with))
    return result


def _nearest(question: Question, others: Mapping[int, Question]) -> Question | None:
    """Return the question of another rule whose text is most like that of a question."""
    own = others.get(question.pk)
    if own is None or own.made_from is None:
        return None
    texts = {
        key: other.made_from.text
        for key, other in others.items()
        if other.rule_id != own.rule_id and other.made_from and other.made_from.text != own.made_from.text
    }
    best = process.extractOne(own.made_from.text, texts, scorer=fuzz.token_sort_ratio, score_cutoff=_ALIKE)
    return others[best[2]] if best else None
