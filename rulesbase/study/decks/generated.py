"""Generated decks: by chapter, by section, and by type of question."""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext, gettext_noop

from rulesbase.core.dates import day_text
from rulesbase.engine.documents import COMPREHENSIVE_RULES, PENALTY_GUIDE, TOURNAMENT_RULES, active_document
from rulesbase.engine.languages import text_language
from rulesbase.engine.nodes import Kind
from rulesbase.models import Deck, Enrolment, Question
from rulesbase.study.decks.actions import delete_decks, fill_deck
from rulesbase.study.decks.changes_deck import SINCE
from rulesbase.study.questions.changed_rules import last_changed
from rulesbase.study.questions.version_texts import VersionTexts

# In the decks of chapters; the other kinds have decks of their own.
_OF_CHAPTERS = (
    *(Question.Kind.HAPPENS, Question.Kind.FIND, Question.Kind.ERROR),
    *(Question.Kind.CLOZE, Question.Kind.THEN, Question.Kind.KEYWORD),
)
_PLAIN = {
    "glossary": (gettext_noop("Glossary"), gettext_noop("Find the meaning of each term, or the term for a meaning.")),
    "keywords": (gettext_noop("Keywords"), gettext_noop("Learn what each keyword action and keyword ability does.")),
    "situations": (
        gettext_noop("Game situations"),
        gettext_noop("Find out what happens in a situation, and which rule applies."),
    ),
    "errors": (
        gettext_noop("Spot the error"),
        gettext_noop("Find the one error in each statement about the rules."),
    ),
    "then": (
        gettext_noop("Old and new wordings"),
        gettext_noop("Learn what rules said before they changed, and what they say today."),
    ),
    "numbers": (
        gettext_noop("Rule numbers (advanced)"),
        gettext_noop(
            "Questions about rule numbers, references between rules, and the number and title of each chapter."
        ),
    ),
    "changed": (
        gettext_noop("Recent changes"),
        gettext_noop("Learn the rules whose meaning changed in the last two years."),
    ),
}
_KINDS = {
    Question.Kind.TERM: "glossary",
    Question.Kind.DEFINITION: "glossary",
    Question.Kind.KEYWORD: "keywords",
    Question.Kind.HAPPENS: "situations",
    Question.Kind.FIND: "situations",
    Question.Kind.ERROR: "errors",
    Question.Kind.THEN: "then",
    # Questions that only test numbers are in no other deck.
    Question.Kind.HEADING: "numbers",
    Question.Kind.WHICH: "numbers",
    Question.Kind.RESTS: "numbers",
}
# The deck of each tournament document, by its code.
_OF_DOCUMENTS = {
    TOURNAMENT_RULES: (
        gettext_noop("Magic Tournament Rules"),
        gettext_noop("Questions about responsibilities, procedures, kinds of information, time limits and rounds."),
    ),
    PENALTY_GUIDE: (
        gettext_noop("Infraction Procedure Guide"),
        gettext_noop(
            "Questions about infractions: how to recognise them, their penalty, definition, philosophy and remedy."
        ),
    ),
}
# Names and descriptions come from here: stored ones may be of an earlier version of Rulesbase. `register` adds more.
_FIXED = _PLAIN | _OF_DOCUMENTS
# After the decks of chapters, before those of card names.
_AFTER_CHAPTERS = 500_000
# Decks of older databases and backups, whose questions are in "numbers" now.
_FORMER = ("titles", "rests")
_TERMS = gettext_noop("Translate terms from another language into English, and from English into that language.")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LATELY = 730
_HARD = 4


class _Plan(NamedTuple):
    slug: str
    name: str
    about: str
    chapter: int | None
    questions: list[int]


def register(decks: Mapping[str, tuple[str, str]]) -> None:
    """Register the names and descriptions of decks that another module fills, by slug."""
    _FIXED.update(decks)


def is_of_document(deck: Deck) -> bool:
    """Return whether a deck is the one of a tournament document."""
    return deck.owner_id is None and deck.slug in _OF_DOCUMENTS


def deck_title(deck: Deck) -> str:
    """Return the name of a deck, translated unless it is that of a chapter or of a user."""
    if deck.owner_id is not None:
        day = _DAY.search(deck.name) if deck.slug.startswith("changed-") else None
        return gettext(SINCE) % {"day": day_text(datetime.date.fromisoformat(day[0]))} if day else deck.name
    if fixed := _FIXED.get(deck.slug):
        return gettext(fixed[0])
    return gettext(deck.name) if deck.slug.startswith("terms-") else deck.name


def deck_description(deck: Deck) -> str:
    """Return the description of a deck, translated unless it is that of a user."""
    if deck.owner_id is None and (fixed := _FIXED.get(deck.slug)):
        return gettext(fixed[1])
    return gettext(deck.about) if deck.about and deck.owner_id is None else deck.about


def fill_decks(texts: VersionTexts, questions: Iterable[Question]) -> int:
    """Create or refresh the generated decks of stored questions; return how many there are.

    An empty deck stays while somebody studies it. A tournament document has one deck.
    """
    is_rules = active_document() == COMPREHENSIVE_RULES
    plans = (_plans if is_rules else _document_plans)(texts, list(questions))
    for position, plan in enumerate(plans, 1 if is_rules else _AFTER_CHAPTERS):
        fields = {"name": plan.name[:120], "about": plan.about, "chapter_id": plan.chapter, "position": position}
        fill_deck(plan.slug, plan.questions, **fields)
    _move_learners()
    others = Deck.objects.filter(owner=None).exclude(slug__in=[plan.slug for plan in plans])
    delete_decks([deck for deck in others if _is_generated(deck.slug)])
    return len(plans)


def _document_plans(texts: VersionTexts, questions: Sequence[Question]) -> list[_Plan]:
    """Return the deck of the active document, the easy questions first; none without questions."""
    slug = active_document()
    order = {question.pk: (question.level, _order(texts, question), question.pk) for question in questions}
    return [_Plan(slug, *_OF_DOCUMENTS[slug], None, sorted(order, key=order.__getitem__))] if questions else []


def _move_learners() -> None:
    """Let learners of former decks study the deck that has their questions now, since the day they began.

    A learner who studies that deck already, or stopped it, keeps that choice. `fill_decks` deletes the former decks.
    """
    numbers = Deck.objects.filter(slug="numbers", owner=None).first()
    former = Enrolment.objects.filter(deck__slug__in=_FORMER, deck__owner=None)
    if numbers is None or not former:
        return
    # Of two former decks the one still studied counts.
    for enrolment in former.order_by(F("ended_at").desc(nulls_first=True), "pk"):
        if Enrolment.objects.filter(user=enrolment.user_id, deck=numbers).exists():
            enrolment.delete()
        else:
            enrolment.deck = numbers
            enrolment.save(update_fields=["deck"])


def _plans(texts: VersionTexts, questions: Sequence[Question]) -> list[_Plan]:
    order = {question.pk: _order(texts, question) for question in questions}
    by_slug: defaultdict[str, list[int]] = defaultdict(list)
    by_head: defaultdict[int, list[int]] = defaultdict(list)
    lately = last_changed(texts)
    for question in questions:
        kind = Question.Kind(question.kind)
        if kind in _OF_CHAPTERS and question.chapter_id:
            by_head[question.chapter_id].append(question.pk)
        if kind in _KINDS:
            by_slug[_KINDS[kind]].append(question.pk)
        if kind is Question.Kind.TRANSLATION:
            by_slug[f"terms-{question.data['language']}"].append(question.pk)
        # Decks since a day list every change; this one only changes of decisive words.
        decides = kind is Question.Kind.CHANGED and question.data.get("decides")
        changed = lately.get(question.rule_id or 0) if decides else None
        if changed and (texts.version.date - changed).days <= _LATELY:
            by_slug["changed"].append(question.pk)
            order[question.pk] = (-changed.toordinal(), *order[question.pk][1:])
    plans = [_Plan(slug, name, about, None, by_slug[slug]) for slug, (name, about) in _PLAIN.items() if by_slug[slug]]
    for slug in sorted(slug for slug in by_slug if slug.startswith("terms-")):
        code = slug.removeprefix("terms-")
        plans.append(_Plan(slug, text_language(code).terms_deck or code, _TERMS, None, by_slug[slug]))
    return [
        plan._replace(questions=sorted(plan.questions, key=lambda pk: (order[pk], pk)))
        for plan in (*plans, *_chapter_plans(texts, by_head))
    ]


def _chapter_plans(texts: VersionTexts, by_head: Mapping[int, list[int]]) -> Iterable[_Plan]:
    """Yield the decks of sections, each before those of its chapters."""
    for entry, original in zip(texts.entries, texts.originals, strict=True):
        if entry.kind is Kind.CHAPTER and by_head.get(original.rule):
            name = f"{entry.number} {entry.heading}".strip()
            yield _Plan(f"chapter-{original.public_id}", name, "", original.rule, by_head[original.rule])
        elif entry.kind is Kind.SECTION:
            heads = [head for head in by_head if texts.entries[texts.of_rule[head]].number.startswith(entry.number)]
            if inside := [pk for head in heads for pk in by_head[head]]:
                name = f"{entry.number}. {entry.heading}".strip()
                yield _Plan(f"section-{original.public_id}", name, "", original.rule, inside)


def _order(texts: VersionTexts, question: Question) -> tuple[int, int, int]:
    """Return the sort key of a question: hard ones last, then the order of the book."""
    at = texts.of_rule.get(question.rule_id or 0, 0)
    return question.level >= _HARD, at, Question.Kind.values.index(question.kind)


def _is_generated(slug: str) -> bool:
    """Return whether a deck is made from the active document."""
    if active_document() != COMPREHENSIVE_RULES:
        return slug == active_document()
    return slug in (*_PLAIN, *_FORMER) or slug.startswith(("chapter-", "section-", "terms-"))
