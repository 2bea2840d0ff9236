"""An answer of the engine as the page shows it."""

import datetime
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cards.engine.input.object import read_written
from cards.engine.rules.rule_history import law_of
from cards.engine.types import Answer, Asked, BadQuestion, Question, Verdict
from cards.name_checker import check as name_checker_check
from cards.name_checker.check import Checked, Options, Span
from cards.name_checker.field_notes import named_of, note_of
from cards.name_checker.forms import Note
from cards.name_checker.history_svg import History, Stretch, history_of
from cards.name_checker.query_params import Ask
from cards.name_checker.question_text import NEEDS_BY, other_way, question_html, question_text, verdict_word
from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.archive.entries import passage_of
from rulesbase.core.errors import said
from rulesbase.reading.text_html import Links, inline_html

# Questions whose answer is a name or an object and not yes or no.
NAMING = frozenset({Asked.ENGLISH, Asked.REFERS, Asked.TOKEN})
# A longer answer is set smaller.
_LONG = 24
_HOWS: Mapping[str, Mapping[str, bool]] = {
    "granted": {"granted": True},
    "granted-copied": {"granted": True, "copied": True},
    "granted-moved": {"granted": True, "moved": True},
    "copied": {"copied": True},
    "shortened": {"shortened": True},
    "shortened-second": {"shortened": True, "second": True},
    "phrase": {"phrase": True},
}


class Cited(NamedTuple):
    """A rule as its version has it; its text is empty where a step before has it."""

    number: str
    href: str
    html: SafeString


class Step(NamedTuple):
    """A step of the reasoning, and the rules that it rests on."""

    says: str
    cited: tuple[Cited, ...]


class Today(NamedTuple):
    """What the rules in force say instead, and since when."""

    verdict: str
    word: str
    since: datetime.date | None
    href: str


class Link(NamedTuple):
    """A way to a question near this one."""

    words: str
    href: str


class Shown(NamedTuple):
    """An answer, ready for its template. ``name`` says that the word is a name and not a verdict."""

    question: SafeString
    sentence: str
    version: CatalogueVersion
    verdict: str
    word: str
    name: bool
    is_english: bool
    is_long: bool
    says: str
    warnings: tuple[str, ...]
    steps: tuple[Step, ...]
    by_analogy: bool
    on_tournament_rules: bool
    today: Today | None
    turns: tuple[Link, ...]
    history: History | None
    cite: str
    cite_href: str


class Result(NamedTuple):
    """What came of a question: the answer if there is one, notes for the card fields, and what is wrong."""

    shown: Shown | None
    notes: Mapping[int, Note]
    troubles: tuple[str, ...] = ()
    refused: bool = False


def result_of(ask: Ask, version: CatalogueVersion, versions: Catalogue, action: str, root: str) -> Result:
    """Ask the engine, and say what it answers. ``root`` is the address of the site, for citations."""
    wrong = _wrong_things(ask)
    if wrong:
        return Result(None, wrong, refused=True)
    try:
        question, parsed = name_checker_check.ask(
            ask.kind,
            [str(card) for card in ask.cards],
            version.date,
            with_=tuple(filter(None, [ask.details.get("with", "")])),
            legal={"yes": True, "no": False}.get(ask.details.get("legal", "")),
            options=options_of(ask),
        )
    except BadQuestion as refusal:
        return Result(None, {}, (said(refusal.saying),), refused=True)
    notes = {at: note_of(ask, at, one, action) for at, one in enumerate(parsed)}
    try:
        checked = name_checker_check.check_question(question, version, versions, parsed)
        # Where the printing decides which card it is, no version does.
        undecided = ask.kind is Asked.ENGLISH and any(one.ambiguous for one in parsed)
        spans = [] if undecided else name_checker_check.check_through_history(question, versions, parsed)
    except BadQuestion as refusal:
        return Result(None, notes, (said(refusal.saying),))
    return Result(_shown(ask, checked, spans, versions, action, root), notes)


def _wrong_things(ask: Ask) -> dict[int, Note]:
    """The objects that are none, such as those in a state that does not exist."""
    found = {}
    for at, card in enumerate(ask.cards):
        try:
            read_written(str(card))
        except BadQuestion as refusal:
            found[at] = Note(problem=said(refusal.saying))
    return found


def options_of(ask: Ask) -> Options:
    """What the engine is to know besides, from what was said in the address."""
    details = ask.details
    if ask.kind is Asked.REFERS:
        how, by = details.get("how", ""), details.get("by", "")
        if how in NEEDS_BY:
            return {"gained_by" if how == "gained" else how: by} if by else {}
        return dict(_HOWS.get(how, {}))
    if ask.kind is Asked.DIFFERENT:
        return {details["among"]: True} if details.get("among") in ("first", "group") else {}
    found: dict[str, str | tuple[str, ...] | bool] = {}
    for key in ("name", "changed", "format"):
        if details.get(key):
            found[key] = details[key]
    for key in ("existing", "commander"):
        if details.get(key):
            found[key] = True
    if details.get("subtypes"):
        found["subtypes"] = tuple(details["subtypes"].split())
    return found


# ---- The answer ----


def _shown(ask: Ask, checked: Checked, spans: Sequence[Span], versions: Catalogue, action: str, root: str) -> Shown:
    question = question_html(ask, [named_of(one) for one in checked.parsed])
    answer, version = checked.answer, checked.version
    word = _word(ask.kind, answer)
    cite_href = action + ask.at(str(version)).query
    return Shown(
        question=question,
        sentence=question_text(question),
        version=version,
        verdict=str(answer.verdict),
        word=word,
        name=ask.kind in NAMING and answer.verdict is not Verdict.UNCLEAR,
        is_english=ask.kind in (Asked.ENGLISH, Asked.TOKEN) and answer.verdict is not Verdict.UNCLEAR,
        is_long=len(word) > _LONG,
        says=said(answer.conclusion),
        warnings=tuple(dict.fromkeys(said(note) for note in checked.notes)),
        steps=_steps(checked),
        by_analogy=answer.by_analogy,
        # Of a printing the answer itself says so.
        on_tournament_rules=answer.rests_on_tournament_rules and ask.kind is not Asked.PLAY,
        today=_today(ask, checked, action),
        turns=_near(ask, checked, action),
        history=_history(ask, checked.question, spans, versions, version, action),
        cite=root.rstrip("/") + cite_href,
        cite_href=cite_href,
    )


def _word(kind: Asked, answer: Answer) -> str:
    """The answer in big letters: a name, or the verdict."""
    if kind in NAMING and (answer.verdict is not Verdict.UNCLEAR or _names_several(answer)):
        return said(answer.answer)
    return verdict_word(answer.verdict)


def _names_several(answer: Answer) -> bool:
    """Whether an unclear answer still names the cards that may be meant."""
    return "cards" in answer.answer.values


def _steps(checked: Checked) -> tuple[Step, ...]:
    """The reasons; what two rules say is one step, and no text stands there twice."""
    links = Links(checked.version, checked.version.main, None)
    shown: set[str] = set()
    found: list[Step] = []
    for step in checked.steps:
        html, says = "", said(step.says)
        if step.text and step.number not in shown:
            html = inline_html(passage_of(step.text, "", 0)._replace(refs=()), links).replace("\n", "<br>")
            shown.add(step.number)
        cited = (Cited(step.number, step.href, mark_safe(html)),) if step.number else ()  # noqa: S308 (escaped)
        if found and found[-1].says == says:
            found[-1] = Step(says, found[-1].cited + cited)
        else:
            found.append(Step(says, cited))
    return tuple(found)


def _today(ask: Ask, checked: Checked, action: str) -> Today | None:
    if checked.today is None:
        return None
    word = _word(ask.kind, checked.today)
    return Today(str(checked.today.verdict), word, checked.since, action + ask.at("").query)


def _near(ask: Ask, checked: Checked, action: str) -> tuple[Link, ...]:
    """The opposite question; both sides of what was not said but counts."""
    question = checked.question
    counts = checked.verdict is Verdict.UNCLEAR and law_of(question.day).says("choose", "legal")
    if ask.kind is Asked.CHOOSE and question.legal is None and counts:
        either = ((_("If the card is legal in the format"), "yes"), (_("If it is not legal"), "no"))
        return tuple(Link(words, action + ask.with_detail("legal", value).query) for words, value in either)
    other = {Asked.SAME: Asked.DIFFERENT, Asked.DIFFERENT: Asked.SAME}.get(ask.kind)
    return (Link(other_way(ask), action + ask.of_kind(other).query),) if other else ()


# ---- Through history ----


def _history(
    ask: Ask, question: Question, spans: Sequence[Span], versions: Catalogue, here: CatalogueVersion, action: str
) -> History | None:
    latest = versions.latest.date if versions.latest else None

    def href(day: datetime.date) -> str:
        return action + ask.at("" if day == latest else day.isoformat()).query

    def rule(day: datetime.date, number: str) -> str:
        return reverse("place", args=[day.isoformat(), number])

    return history_of([_stretch(ask.kind, span) for span in spans], here.date, href, rule)


def _stretch(kind: Asked, span: Span) -> Stretch:
    naming = kind in NAMING and span.verdict is not Verdict.UNCLEAR
    word = said(span.answer) if naming else verdict_word(span.verdict)
    return Stretch(span.first, span.last, str(span.verdict), word, span.numbers, span.printed)
