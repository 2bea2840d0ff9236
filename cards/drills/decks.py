"""The decks of name questions, `names-1` to `names-5`, and exam questions on names."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_noop

from cards.drills.draw import draw
from cards.drills.html import answer_stored, ask_html, rules_of, today_html, why_html
from cards.drills.levels import LEVELS, PAST, level_name
from cards.drills.selection import Variety, is_worth_asking
from cards.drills.verify_question import DrawnQuestion
from cards.drills.wording import option_words
from cards.models import Card
from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.models import Deck, Entry, Question, Studied
from rulesbase.study.decks.actions import fill_deck
from rulesbase.study.exams.draw import DrawRequest, ExamItem
from rulesbase.study.questions.version_texts import latest_chapter

SIZE = 100
# Same data, same questions.
SEED = 201
DECKS_OF_LEVELS = {f"names-{level}": texts for level, texts in LEVELS.items()}
GONE = gettext_noop("The rules no longer give this question a clear answer.")
# After the decks generated from the rules, before those of users.
_POSITION = 600_000
# The chapter on names in the newest rules.
_CHAPTER = "201"
# Some drawn questions may be in another deck already.
_SPARE = 10


def fill_name_decks(version: CatalogueVersion) -> int:
    """Update the decks to a version, the newest in force; return how many questions they have. Idempotent.

    Questions without a clear answer are retired. A question with a new answer is due at once for its learners.
    Without cards there is no deck.
    """
    rows = list(Question.objects.filter(kind=Question.Kind.NAME, owner=None).order_by("pk"))
    if not rows and not Card.objects.exists():
        return 0
    valid = _refreshed(rows, version)
    taken = {row.key for row in rows}
    count = 0
    for level, texts in LEVELS.items():
        own = list(valid.get(level, ())[:SIZE])
        seen = sum(row.level == level for row in rows)
        drawn = draw(SEED, level, SIZE + seen + _SPARE) if len(own) < SIZE else []
        fresh = [one for one in drawn if one.key not in taken][: SIZE - len(own)]
        taken |= {one.key for one in fresh}
        own += Question.objects.bulk_create(_rows(fresh))
        slug, keys = f"names-{level}", [question.pk for question in own]
        if keys or Deck.objects.filter(slug=slug).exists():
            fill_deck(slug, keys, name=texts.name, about=texts.about, position=_POSITION + level)
        count += len(own)
    return count


def _refreshed(rows: Sequence[Question], version: CatalogueVersion) -> Mapping[int, list[Question]]:
    """Return the questions that are worth asking, by level; retire those without a clear answer."""
    answered = answer_stored(rows, catalogue(), version)
    worth_asking: defaultdict[int, list[Question]] = defaultdict(list)
    varieties: defaultdict[int, Variety] = defaultdict(Variety)
    changed, reworded = [], []
    for row in rows:
        if (found := answered.get(row.pk)) is None:
            if row.retired_on is None:
                row.retired_on, row.retired_why = version.date, GONE
                changed.append(row)
            continue
        if is_worth_asking(found.proposed, found.right) and varieties[row.level].has_room(found):
            varieties[row.level].add(found)
            worth_asking[row.level].append(row)
        if row.data.get("right") != found.right:
            reworded.append(row.pk)
            row.data = {**row.data, "right": found.right}
        elif row.retired_on is None:
            continue
        row.retired_on, row.retired_why = None, ""
        changed.append(row)
    Question.objects.bulk_update(changed, ["data", "retired_on", "retired_why"], batch_size=200)
    Studied.objects.filter(question__in=reworded, is_suspended=False).update(due=timezone.now(), buried_until=None)
    return worth_asking


def _rows(drawn: Iterable[DrawnQuestion]) -> list[Question]:
    """Return questions to store. They count under the chapter on names."""
    chapter = latest_chapter(_CHAPTER)
    return [
        Question(
            key=one.key,
            kind=Question.Kind.NAME,
            chapter_id=chapter,
            day=one.day,
            data={**one.proposed.data, "day": one.day.isoformat() if one.level == PAST else None, "right": one.right},
            level=one.level,
        )
        for one in drawn
    ]


# The levels of an exam of any level; rules of older days only on request.
_ANY_LEVEL = (1, 2, 3, 4)


def draw_names(of: DrawRequest) -> list[ExamItem]:
    """Draw name questions of the wanted level by the seed."""
    if not of.size:
        return []
    seed = of.asked.random("names").randrange(1_000_000)
    levels = [of.asked.level] if of.asked.level else _ANY_LEVEL[: of.size]
    each = -(-of.size // len(levels))
    of_levels = [draw(seed, level, each, of.version.date) for level in levels]
    # One of each level in turn, so that a cut takes away from all of them.
    in_turn = [one for some in zip_longest(*of_levels) for one in some if one is not None]
    drawn = sorted(in_turn[: of.size], key=lambda one: one.level)
    rules = rules_of(drawn)
    # Older rules have another number for the chapter.
    chapters = Entry.objects.filter(edition=of.version.main.pk, rule=latest_chapter(_CHAPTER))
    place = chapters.values_list("number", flat=True).first() or _CHAPTER
    return [
        ExamItem(
            kind=Question.Kind.NAME,
            level=one.level,
            place=place,
            eyebrow=level_name(one.level),
            ask=ask_html(one),
            options=tuple(option_words(one.proposed, option) for option in one.options),
            right=frozenset([one.options.index(one.right)]),
            answer=SafeString(why_html(one, rules) + today_html(one)),
        )
        for one in drawn
    ]
