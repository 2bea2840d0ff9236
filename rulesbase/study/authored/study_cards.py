"""The study questions and decks of written questions, updated with each publication."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop

from rulesbase.archive.catalogue import catalogue
from rulesbase.engine.questions.markup import Content
from rulesbase.models import Deck, Question, Studied, WrittenCitation, WrittenQuestion, WrittenRevision
from rulesbase.study.authored.content import content_of, outdated_by_revision, outdated_citations, rules_in_version
from rulesbase.study.decks.actions import delete_decks, fill_deck
from rulesbase.study.questions.version_texts import latest_chapter

RETIRED = gettext_noop("The curators retired this question.")
NAMES = {
    1: gettext_noop("Questions written by users, level 1"),
    2: gettext_noop("Questions written by users, level 2"),
    3: gettext_noop("Questions written by users, level 3"),
    4: gettext_noop("Questions written by users, level 4"),
    5: gettext_noop("Questions written by users, level 5"),
}
ABOUT = gettext_noop("Game situations written by people, with the answer and the rules that support it.")
_OF_LEVELS, _OF_TAGS = "written-", "written-tag-"
DECKS_OF_LEVELS = {f"{_OF_LEVELS}{level}": (name, ABOUT) for level, name in NAMES.items()}
# Among the decks of tournament documents, before those of card names.
_POSITION = 500_000


def settle_question(written: WrittenQuestion, published: WrittenRevision) -> None:
    """Create or update the study question of a revision, at its first rule. About five queries."""
    rows = list(published.citations.all())
    latest = catalogue().latest
    at = rules_in_version(rows, latest)
    first = next((row for row in rows if row.rule_id in at), rows[0] if rows else None)
    entry = at.get(first.rule_id) if first else None
    number = (entry or first).number if first else ""
    values = {
        "kind": Question.Kind.WRITTEN,
        "rule_id": first.rule_id if first else None,
        "chapter_id": latest_chapter(number),
        "number": number,
        "day": latest.date if latest else None,
        "level": published.level,
        "data": {"written": written.public_id, "revision": published.number},
        "retired_on": timezone.localdate(written.retired_at) if written.retired_at else None,
        "retired_why": (written.retired_why or RETIRED) if written.retired_at else "",
    }
    question, _made = Question.objects.update_or_create(key=f"written-{written.public_id}", defaults=values)
    if written.question_id != question.pk:
        written.question = question
        written.save(update_fields=["question"])


def ask_again(written: WrittenQuestion, before: WrittenRevision, now: WrittenRevision) -> None:
    """Ask again the learners of an answer that changed.

    If a cited rule has changed, they see the change. Other wording of the same answer changes nothing.
    """
    if _answers(content_of(before)) == _answers(content_of(now)) or written.question_id is None:
        return
    rows = list(WrittenCitation.objects.filter(revision=before))
    changed = next(filter(None, (one.citation.said_id for one in outdated_citations(rows))), None)
    learnt = Studied.objects.filter(question=written.question_id).exclude(state=Studied.State.NEW)
    learnt.update(due=timezone.now(), version=F("version") + 1, came_back=changed)


def _answers(content: Content) -> object:
    """Return the right choices and the English answer."""
    english = content.texts.get("en")
    if english is None:
        return None
    right = tuple(english.choices[at] for at in content.right if at < len(english.choices))
    return right, " ".join(english.answer.split())


def follow_written() -> int:
    """Update the questions and decks by the current rules; return how many questions need a curator.

    Learners are asked again only after a curator has changed the answer.
    """
    for revision in WrittenRevision.objects.filter(status="published").select_related("written"):
        settle_question(revision.written, revision)
    fill_written_decks()
    return len(outdated_by_revision())


# ---- Decks ----


def fill_written_decks() -> None:
    """Update the decks of levels and tags. An empty deck stays while it is studied."""
    wanted = _wanted()
    for position, (slug, questions) in enumerate(sorted(wanted.items()), _POSITION):
        name, about = DECKS_OF_LEVELS.get(slug, (slug.removeprefix(_OF_TAGS), ABOUT))
        fill_deck(slug, questions, name=name, about=about, position=position)
    delete_decks(list(Deck.objects.filter(owner=None, slug__startswith=_OF_LEVELS).exclude(slug__in=wanted)))


def _wanted() -> Mapping[str, list[int]]:
    """Return the questions of each deck, by slug; those of a tag from easy to hard."""
    rows = WrittenRevision.objects.published().filter(written__question__isnull=False)
    found: defaultdict[str, list[int]] = defaultdict(list)
    for level, tags, question in rows.order_by("level", "written").values_list("level", "tags", "written__question"):
        if question is not None:
            for slug in (f"{_OF_LEVELS}{level}", *(f"{_OF_TAGS}{tag}" for tag in tags)):
                found[slug].append(question)
    return found


def tags_in_use() -> list[str]:
    """Return the tags of published questions, sorted."""
    rows = WrittenRevision.objects.published().values_list("tags", flat=True)
    return sorted({str(tag) for tags in rows for tag in tags})
