"""The page of a reading list: each rule with its number and text in a version, in several languages."""

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesbase.annotations.rule_texts import RuleInVersion, rules_in_version
from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion, catalogue, chosen_texts
from rulesbase.core.card_interface import CardRow, cards
from rulesbase.core.document_urls import by_document, entry_url, in_document, numbered, visible_number
from rulesbase.core.grouping import grouped
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.numbers import chapter_index, parent_of, parse_number
from rulesbase.models import Change, Entry, ReadingItem, ReadingList, User
from rulesbase.reading.outline import matcher
from rulesbase.reading.text_html import Links, body_html


class ItemColumn(NamedTuple):
    """A text in one language."""

    language: str
    heading: str
    html: SafeString


class Subrule(NamedTuple):
    """A subrule of an item."""

    number: str
    href: str
    history: str
    columns: tuple[ItemColumn, ...]


@dataclass
class ListedItem:
    """An item on the page of a list.

    ``was`` is the number under which it was added, if that is another one now. ``changed`` means another text since,
    from ``old_text`` to ``text``; ``gone`` that it is not in the version or among the cards. ``below`` are the
    subrules of a rule, ``changed_below`` those that changed since.
    """

    item: ReadingItem
    is_read: bool
    number: str = ""
    name: str = ""
    href: str = ""
    was: str = ""
    columns: tuple[ItemColumn, ...] = ()
    card: "CardRow | None" = None
    changed: bool = False
    gone: bool = False
    old_text: str = ""
    text: str = ""
    below: Sequence[Subrule] = ()
    changed_below: Sequence[Subrule] = ()


def shown_items(
    versions: Catalogue, version: CatalogueVersion, row: ReadingList, reader: User | None, lang: str
) -> tuple[list[ListedItem], tuple[CatalogueEdition, ...]]:
    """Return the items of a list in a version, and the editions shown. Few queries, however long the list."""
    items = list(row.items.select_related("wording"))
    read = set(reader.read_items.filter(item__in=items).values_list("item_id", flat=True)) if reader else ()
    shown = {item.pk: ListedItem(item, item.pk in read) for item in items}
    for document, some in by_document(item for item in items if not item.oracle_id).items():
        with in_document(document):
            # Of another document the version that is in force with this one of the rules, if there was one yet.
            own = catalogue()
            at = own.latest if version == versions.latest else own.on(version.date)
            texts = _ListTexts(own, at, {item.rule_id for item in some if item.rule_id}, lang) if at else None
            for item in some:
                _fill(shown[item.pk], texts)
    _fill_cards([one for one in shown.values() if one.item.oracle_id])
    return list(shown.values()), chosen_texts(version, lang)[0]


def _fill_cards(listed: Sequence[ListedItem]) -> None:
    """Fill in cards. Two queries."""
    named = cards().by_id({one.item.oracle_id for one in listed}, faces=True)
    for one in listed:
        one.card = named.get(one.item.oracle_id)
        one.gone, one.name = one.card is None, one.card.name if one.card else one.item.name
        one.href = one.card.get_absolute_url() if one.card else ""


def _below(version: CatalogueVersion, rules: Collection[int]) -> dict[int, list[int]]:
    """Return the subrules of each Rule in a version, in order. Two queries."""
    here = Entry.objects.filter(edition=version.main.pk, rule__isnull=False)
    parents = {
        number: rule or 0
        for number, rule in here.filter(rule__in=rules, kind=Entry.Kind.RULE).values_list("number", "rule_id")
    }
    chapters = {chapter_index(number) for number in parents}
    rows = here.filter(chapter__in=chapters, kind=Entry.Kind.SUBRULE).order_by("position")
    below = rows.values_list("number", "rule_id")
    return grouped((parents[parent_of(one)], rule or 0) for one, rule in below if parent_of(one) in parents)


def _changes(version: CatalogueVersion, below: Mapping[int, Sequence[int]]) -> dict[int, datetime.date]:
    """Return the day of the last version, up to this one, that changed or added each subrule. One query."""
    rules = {rule for some in below.values() for rule in some}
    words = Q(weight__in=(Change.Weight.SUBSTANCE, Change.Weight.EXAMPLE)) | Q(kind=Change.Kind.ADDED)
    rows = Change.objects.filter(words, rule__in=rules, version__date__lte=version.date).order_by("version__date")
    return dict(rows.values_list("rule_id", "version__date")) if rules else {}


class _ListTexts:
    """The texts of the rules of a list and of their subrules in a version, read at once."""

    def __init__(self, versions: Catalogue, version: CatalogueVersion, rules: Collection[int], lang: str) -> None:
        self.version, self.below = version, _below(version, rules)
        self.changes = _changes(version, self.below)
        subrules = (rule for some in self.below.values() for rule in some)
        self.found = rules_in_version(versions, version, {*rules, *subrules}, lang)
        self.links = {
            text.pk: Links(
                version, text, None if text.is_fallback else matcher(versions.english, text.pk, text.language), ""
            )
            for text in self.found.texts
        }

    def fill(self, one: ListedItem, standing: RuleInVersion) -> None:
        """Fill in a rule or term that the version has."""
        item, line = one.item, standing.line
        one.number, one.name = "" if standing.is_term else numbered(line.number), line.heading
        one.href = entry_url(self.version, line.number)
        one.was = visible_number(item.number) if item.number != line.number else ""
        one.text, one.columns = line.passage.text, tuple(self.columns(standing))
        one.changed = bool(item.wording) and fold(one.old_text) != fold(one.text)
        under = [(rule, self.under(rule)) for rule in self.below.get(line.rule or 0, ())]
        one.below = [sub for _, sub in under]
        one.changed_below = [sub for rule, sub in under if item.day and self.changes.get(rule, item.day) > item.day]

    def under(self, rule: int) -> Subrule:
        """Return a subrule."""
        standing = self.found.rules[rule]
        number = standing.line.number
        history = reverse("history_at", args=[self.version.date.isoformat(), number])
        return Subrule(number, entry_url(self.version, number), history, tuple(self.columns(standing)))

    def columns(self, standing: RuleInVersion) -> Iterable[ItemColumn]:
        """Yield the text in each language; a chapter has only its heading."""
        for text in self.found.texts:
            line = standing.texts.get(text.language)
            if line is None:
                continue
            html = body_html(line, self.links[text.pk], self.found.columns.link_targets[text.pk], own=line.number)
            yield ItemColumn(text.language, line.heading, mark_safe(html))  # noqa: S308 - escaped by rendering


def _fill(one: ListedItem, texts: _ListTexts | None) -> None:
    """Fill in a rule or term of the active document; if it is not in the version, its old text."""
    item = one.item
    one.old_text = item.wording.text if item.wording else ""
    standing = texts.found.rules.get(item.rule_id or 0) if texts else None
    if texts and standing:
        texts.fill(one, standing)
        return
    term = parse_number(item.number) is None
    one.gone, one.number = True, "" if term else numbered(item.number)
    one.name = item.name if term or not one.old_text else ""
    if item.day:
        one.href = entry_url(item.day, item.number)
