"""The content of a written question: its checks, the rules it cites and their changes, and the cards it names."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rulesbase.archive.catalogue import CatalogueVersion, VersionNotFound, catalogue
from rulesbase.core.card_interface import cards
from rulesbase.core.diff_html import difference
from rulesbase.core.errors import Refused
from rulesbase.core.grouping import grouped
from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.questions.markup import Content, QuestionText, cards_in, cited_in, is_tag, recited
from rulesbase.engine.text.typed_markup import HIDDEN, MARKUP, tidied
from rulesbase.lineage.followed_editions import followed_editions
from rulesbase.lineage.moved_user_rows import link_moved
from rulesbase.models import Entry, Wording, WrittenCitation, WrittenRevision
from rulesbase.models.authored_questions import LEVELS
from rulesbase.study.questions.meaning_changed import SUBSTANCE

LONGEST_TEXT = 4_000
LONGEST_CHOICE = 500
MOST_CHOICES, MOST_TAGS = 8, 10


class CitationTarget(NamedTuple):
    """The number and day of a cited rule."""

    number: str
    day: datetime.date


class FileBindings(NamedTuple):
    """The rules and cards that a file names for the marks in its questions."""

    citations: Mapping[str, CitationTarget]
    cards: Mapping[str, str]


class InvalidQuestion(Refused):
    """A question that cannot be stored; ``faults`` are the reasons, each a sentence."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__(" ".join(self.faults))


def known_languages() -> tuple[str, ...]:
    """Return the languages of questions, English first."""
    return tuple(code for code, _name in settings.LANGUAGES)


def tidy(content: Content) -> Content:
    """Return the content with normalized line ends, without empty languages; each tag and right choice once."""
    texts = {language: words.changed(tidied) for language, words in content.texts.items()}
    order = {code: at for at, code in enumerate(known_languages())}
    written = sorted((code for code, words in texts.items() if any(words.all)), key=lambda code: order.get(code, 99))
    tags, right = list(dict.fromkeys(content.tags)), sorted(set(content.right))
    return content._replace(texts={code: texts[code] for code in written}, tags=tags, right=right)


def content_of(revision: WrittenRevision) -> Content:
    """Return the content of a stored revision."""
    texts = {code: QuestionText(**words) for code, words in revision.texts.items()}
    return Content(revision.level, revision.tags, revision.right, texts)


def revision_of(
    content: Content, newest: WrittenRevision | None, given: FileBindings | None = None
) -> tuple[WrittenRevision, list[WrittenCitation]]:
    """Return a revision with this content and its citations, not stored. Raises InvalidQuestion.

    ``newest`` is the last revision, which has its cards; ``given`` are the rules and cards of a file.
    """
    content = tidy(content)
    if found := faults_of(content):
        raise InvalidQuestion(found)
    citations = citations_of(content, given.citations if given else None)
    known = {**(newest.cards if newest else {}), **(given.cards if given else {})}
    revision = WrittenRevision(
        level=content.level,
        tags=content.tags,
        texts={code: words._asdict() for code, words in content.texts.items()},
        right=content.right,
        cards=cards_of_content(content, known),
    )
    for row in citations:
        row.revision = revision
    return revision, citations


# ---- Checks ----


def faults_of(content: Content) -> list[str]:
    """Return all faults of a question except its citations, each as a sentence."""
    found = list(_common_faults(content))
    for language, words in content.texts.items():
        if language not in known_languages():
            message = _("Questions cannot be written in “%(language)s”. Use one of the languages of this site.")
            found.append(message % {"language": language[:20]})
        found += [f"{language}: {fault}" for fault in _faults_in(words, content)]
    return found


def _common_faults(content: Content) -> Iterable[str]:
    english = content.texts.get("en")
    if english is None:
        yield _("A question needs an English text.")
    if content.level not in LEVELS:
        yield _("The level is a number from 1 to 5.")
    if len(content.tags) > MOST_TAGS:
        yield _("A question has at most %(most)d tags.") % {"most": MOST_TAGS}
    for tag in content.tags:
        if not is_tag(tag):
            message = _("“%(tag)s” is not a valid tag. Use lower-case letters and digits, joined by hyphens.")
            yield message % {"tag": tag[:40]}
    choices = len(english.choices) if english else 0
    if choices and not content.right:
        yield _("Put a star (*) before each correct choice.")
    if choices and len(content.right) >= choices:
        yield _("At least one choice has to be wrong.")
    if any(at not in range(choices) for at in content.right) and english:
        yield _("A correct answer must be one of the choices.")


def _faults_in(words: QuestionText, content: Content) -> Iterable[str]:
    english = content.texts.get("en", words)
    if not words.scenario:
        yield _("Write the text of the question.")
    if not words.answer and not words.choices:
        yield _("Write the answer, or add choices.")
    if len(words.choices) != len(english.choices):
        yield _("There must be as many choices as in English, in the same order.")
    if len(words.choices) == 1 or len(words.choices) > MOST_CHOICES:
        yield _("A question has from 2 to %(most)d choices, or none.") % {"most": MOST_CHOICES}
    if len(set(words.choices)) < len(words.choices):
        yield _("Two choices are the same.")
    if any(not one or "\n" in one or one.startswith("*") for one in words.choices):
        yield _("Each choice must be one line of text. Remove extra stars (*) at the beginning of a choice.")
    if any(len(one) > LONGEST_CHOICE for one in words.choices):
        yield _("A choice has at most %(most)d characters.") % {"most": LONGEST_CHOICE}
    if any(len(text) > LONGEST_TEXT for text in words[:3]):
        yield _("A text has at most %(most)d characters.") % {"most": LONGEST_TEXT}
    if any(HIDDEN.search(text) for text in words.all):
        yield _("There are invisible or unreadable characters in this text. Type it again.")
    if any(MARKUP.search(text) for text in words.all):
        yield _("There is markup in this text, such as <script>. Questions are plain text. Remove the markup.")


# ---- Citations ----


def citations_of(content: Content, given: Mapping[str, CitationTarget] | None = None) -> list[WrittenCitation]:
    """Return the citations of a question, not stored. Two queries. Raises InvalidQuestion for missing rules.

    ``given`` are the rules of a file: these are compared with the text of their day, others with the text of today.
    """
    marks = cited_in(content.passages)
    latest = catalogue().latest
    if not marks:
        return []
    if latest is None:
        raise InvalidQuestion([_("No rules have been imported yet, so no rule can be cited.")])
    given = given or {}
    places = {
        written: given.get(written) or CitationTarget(mark.number, _day(mark.day, latest.date))
        for written, mark in marks.items()
    }
    at = entries_at(places.values())
    message = _("Rule %(number)s is not in the rules of %(day)s.")
    lost = [message % {"number": one.number, "day": one.day.isoformat()} for one in places.values() if one not in at]
    if lost:
        raise InvalidQuestion(lost)
    rows = Entry.objects.filter(edition=latest.main.pk, rule__in={rule for rule, _wording in at.values()})
    now = dict(rows.values_list("rule_id", "wording_id"))
    made = []
    for written, place in places.items():
        rule, then = at[place]
        row = WrittenCitation(written_as=written, number=place.number, day=place.day, rule_id=rule, said_id=then)
        if written not in given:
            row.said_id, row.gone_known = now.get(rule, then), rule not in now
        made.append(row)
    return made


def _day(written: str, latest: datetime.date) -> datetime.date:
    """Return the date of the version in force on a day; of the newest without a day. Raises InvalidQuestion."""
    if not written:
        return latest
    try:
        return catalogue().find(written).date
    except VersionNotFound as error:
        message = _("“%(day)s” is not a date. Write it as 2011-09-30.")
        if error.day:
            message = _("No version of the rules was in force on %(day)s.")
        raise InvalidQuestion([message % {"day": written}]) from None


def entries_at(places: Iterable[CitationTarget]) -> dict[CitationTarget, tuple[int, int]]:
    """Return the Rule and the wording of each number and day in complete English texts. One query."""
    wanted = set(places)
    rows = Entry.objects.filter(
        edition__in=followed_editions().filter(version__date__in={place.day for place in wanted}),
        # A file may have characters that databases refuse even in a query.
        number__in={place.number for place in wanted if place.number.isprintable()},
        kind__lt=Entry.Kind.TERM,
        rule__isnull=False,
    ).order_by("position")
    fields = ("number", "edition__version__date", "rule_id", "wording_id")
    found = {
        CitationTarget(number, day): (rule or 0, wording) for number, day, rule, wording in rows.values_list(*fields)
    }
    return {place: found[place] for place in wanted if place in found}


def cards_of_content(content: Content, given: Mapping[str, str]) -> dict[str, str]:
    """Return the oracle ids of the named cards, by name. Raises InvalidQuestion for unknown ones."""
    names = cards_in(content.passages)
    known = {**given, **cards().ids_of_names([name for name in names if not given.get(name)])}
    found = {name: known.get(name, "") for name in names}
    lost = [
        _("There is no card “%(name)s”.") % {"name": name}
        for name, card in found.items()
        if not card or not card.isprintable()
    ]
    if lost:
        raise InvalidQuestion(lost)
    return found


class OutdatedCitation(NamedTuple):
    """A citation to check: its rule has another meaning, or is gone (then ``number`` is empty)."""

    citation: WrittenCitation
    number: str
    href: str
    was: str
    difference: SafeString

    @property
    def is_gone(self) -> bool:
        """Return whether the rule was removed."""
        return not self.number


def settle_citations() -> int:
    """Link all citations to the Rules that have their numbers on their days; return how many changed."""
    return link_moved(WrittenCitation.objects.all())


def rules_in_version(rows: Iterable[WrittenCitation], version: CatalogueVersion | None) -> dict[int | None, Entry]:
    """Return the entries of the cited Rules in a version, with their wordings, by the key of the Rule. One query."""
    if version is None:
        return {}
    rules = {row.rule_id for row in rows if row.rule_id}
    entries = Entry.objects.filter(edition=version.main.pk, rule__in=rules).select_related("wording")
    return {entry.rule_id: entry for entry in entries.order_by("-position")}


def texts_now(rows: Sequence[WrittenCitation]) -> dict[int, int]:
    """Return today's wording of the Rule of each citation, without missing ones. One query."""
    at = rules_in_version(rows, catalogue().latest)
    return {row.pk: at[row.rule_id].wording_id for row in rows if row.rule_id in at}


def with_current_numbers(revision: WrittenRevision) -> Content:
    """Return a revision with the numbers of today; a missing rule is cited as of its day."""
    rows = list(revision.citations.all())
    at = rules_in_version(rows, catalogue().latest)
    today = {
        row.written_as: at[row.rule_id].number if row.rule_id in at else f"{row.number}@{row.day.isoformat()}"
        for row in rows
    }
    content = content_of(revision)
    texts = {code: words.changed(lambda text: recited(text, today)) for code, words in content.texts.items()}
    return content._replace(texts=texts)


def outdated_citations(rows: Sequence[WrittenCitation]) -> list[OutdatedCitation]:
    """Return the citations whose rule changed in substance since the last check, or is gone. Two queries."""
    version = catalogue().latest
    if version is None:
        return []
    at = rules_in_version(rows, version)
    known = Wording.objects.in_bulk({row.said_id for row in rows if row.said_id})
    found = []
    for row in rows:
        entry, was = at.get(row.rule_id), known.get(row.said_id or 0)
        old = was.words if was else ""
        if entry is None and not row.gone_known:
            found.append(OutdatedCitation(row, "", "", old, SafeString()))
        elif entry is not None and entry.wording_id != row.said_id:
            now = entry.wording.words
            if was is None or weight_of(old, now) == SUBSTANCE:
                href = reverse("place", args=[version.date.isoformat(), entry.number])
                shown = difference(old, now, typography=True)
                found.append(OutdatedCitation(row, entry.number, href, old, shown))
    return found


def outdated_by_revision() -> Mapping[int, list[OutdatedCitation]]:
    """Return the outdated citations of published questions, by the key of the revision. About six queries."""
    rows = WrittenCitation.objects.filter(revision__in=WrittenRevision.objects.published())
    outdated = outdated_citations(list(rows))
    return dict(grouped((one.citation.revision_id, one) for one in outdated))
