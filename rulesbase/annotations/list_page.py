"""A reading list as it is read: each rule under its number and with its text of a version, in several languages."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesbase.annotations.lists import read_of
from rulesbase.annotations.rule_texts import (
    RuleInVersion,
    RulesInVersion,
    address_of,
    looks_like_term,
    rules_in_version,
)
from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion
from rulesbase.core.cards import CardRow, cards
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import chapter_of, parent_of
from rulesbase.models import Change, Entry, ReadingItem, ReadingList, User
from rulesbase.reading.outline import matcher
from rulesbase.reading.text_html import Links, body_html


class ItemColumn(NamedTuple):
    """A text in one language."""

    language: str
    heading: str
    html: SafeString


class ListedItem(NamedTuple):
    """Something on a list: ``was`` is the number it was put there under, where that is another now.

    ``changed`` says that the text is another one since, from ``old_text`` to ``text``; ``gone`` that the version (or
    the card data) has no such thing.
    """

    item: ReadingItem
    number: str
    name: str
    href: str
    was: str
    columns: tuple[ItemColumn, ...]
    card: CardRow | None
    changed: bool
    gone: bool
    old_text: str
    text: str
    is_read: bool
    # What stands below a rule: each with its texts, and the numbers of those that changed since.
    below: tuple["Subrule", ...] = ()
    changed_below: tuple["Subrule", ...] = ()


class Subrule(NamedTuple):
    """A subrule of something on a list."""

    number: str
    href: str
    history: str
    columns: tuple[ItemColumn, ...]


def shown_items(
    versions: Catalogue, version: CatalogueVersion, row: ReadingList, reader: User | None, lang: str = ""
) -> tuple[list[ListedItem], tuple[CatalogueEdition, ...]]:
    """What is on a list as of a version, and the editions it is shown in. Few queries, however long the list."""
    items = list(row.items.select_related("wording"))
    read = read_of(reader, items)
    rules = {item.rule_id for item in items if item.rule_id}
    below = _below(version, rules)
    found = rules_in_version(versions, version, {*rules, *(rule for some in below.values() for rule in some)}, lang)
    changes = _changes(version, below)
    named = cards().by_id({item.oracle_id for item in items if item.oracle_id}, faces=True)
    write = _ItemWriter(versions, version, found, below, changes)
    shown = []
    for item in items:
        if item.oracle_id:
            shown.append(_card(item, named.get(item.oracle_id), item.pk in read))
        else:
            shown.append(write.rule(item, found.rules.get(item.rule_id or 0), item.pk in read))
    return shown, found.texts


def _below(version: CatalogueVersion, rules: Collection[int]) -> dict[int, list[int]]:
    """Rule -> those that stand below it in a version, in their order. Two queries."""
    here = Entry.objects.filter(edition=version.main.pk, rule__isnull=False)
    parents = {
        number: rule or 0
        for number, rule in here.filter(rule__in=rules, kind=Entry.Kind.RULE).values_list("number", "rule_id")
    }
    chapters = {int(chapter_of(number)) for number in parents}
    rows = here.filter(chapter__in=chapters, kind=Entry.Kind.SUBRULE).order_by("position")
    found: defaultdict[int, list[int]] = defaultdict(list)
    for number, rule in rows.values_list("number", "rule_id"):
        if parent_of(number) in parents:
            found[parents[parent_of(number)]].append(rule or 0)
    return found


def _changes(version: CatalogueVersion, below: Mapping[int, Sequence[int]]) -> dict[int, datetime.date]:
    """Subrule -> the day of the last version, up to this one, that gave it other words or brought it. One query."""
    rules = {rule for some in below.values() for rule in some}
    words = Q(weight__in=(Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)) | Q(kind=Change.Kind.ADDED)
    rows = Change.objects.filter(words, rule__in=rules, version__date__lte=version.date).order_by("version__date")
    return dict(rows.values_list("rule_id", "version__date")) if rules else {}


class _ItemWriter:
    """Writes rules; what makes links is made once a language."""

    def __init__(
        self,
        versions: Catalogue,
        version: CatalogueVersion,
        found: RulesInVersion,
        below: Mapping[int, Sequence[int]],
        changes: Mapping[int, datetime.date],
    ) -> None:
        self.version, self.found, self.below, self.changes = version, found, below, changes
        terms = {
            text.pk: None if text.is_fallback else matcher(versions.english, text.pk, text.language)
            for text in found.texts
        }
        self.links = {text.pk: Links(version, text, terms[text.pk], "") for text in found.texts}

    def rule(self, item: ReadingItem, standing: RuleInVersion | None, is_read: bool) -> ListedItem:
        """A rule or term; where the version has it no more, its old text."""
        old = item.wording.text if item.wording else ""
        if standing is None:
            term = looks_like_term(item.number)
            day = item.day or self.version.date
            href = address_of(day, item.number, is_term=term)
            name = item.name if term or not old else ""
            return ListedItem(
                item, "" if term else item.number, name, href, "", (), None, False, True, old, "", is_read
            )
        line = standing.line
        href = address_of(self.version, line.number, is_term=standing.is_term)
        was = item.number if item.number != line.number else ""
        changed = bool(item.wording) and fold(old) != fold(line.passage.text)
        number = "" if standing.is_term else line.number
        under = [(rule, self.under(rule)) for rule in self.below.get(line.rule or 0, ())]
        fresh = (one for rule, one in under if item.day and self.changes.get(rule, item.day) > item.day)
        shown = ListedItem(
            item,
            number,
            line.heading,
            href,
            was,
            tuple(self.columns(standing)),
            None,
            changed,
            False,
            old,
            line.passage.text,
            is_read,
        )
        return shown._replace(below=tuple(one for _, one in under), changed_below=tuple(fresh))

    def under(self, rule: int) -> Subrule:
        """A subrule."""
        standing = self.found.rules[rule]
        number = standing.line.number
        history = reverse("history_at", args=[self.version.date.isoformat(), number])
        return Subrule(number, address_of(self.version, number, is_term=False), history, tuple(self.columns(standing)))

    def columns(self, standing: RuleInVersion) -> Iterable[ItemColumn]:
        """Its text in each language; of a chapter what rules it has is a link away."""
        for text in self.found.texts:
            line = standing.texts.get(text.language)
            if line is None:
                continue
            html = body_html(line, self.links[text.pk], self.found.columns.leads[text.pk], own=line.number)
            yield ItemColumn(text.language, line.heading, mark_safe(html))  # noqa: S308 - escaped by rendering


def _card(item: ReadingItem, card: CardRow | None, is_read: bool) -> ListedItem:
    href = card.get_absolute_url() if card else ""
    name = card.name if card else item.name
    return ListedItem(item, "", name, href, "", (), card, False, card is None, "", "", is_read)


class LanguageChoice(NamedTuple):
    """A language that a list can be shown in."""

    code: str
    chosen: bool


def choices(version: CatalogueVersion, texts: Sequence[CatalogueEdition]) -> list[LanguageChoice]:
    """The languages of a version, and which of them are shown."""
    chosen = {text.language for text in texts}
    return [LanguageChoice(code, code in chosen) for code in version.languages]
