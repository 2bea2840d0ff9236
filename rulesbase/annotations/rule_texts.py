"""The Rules of notes and reading lists in a version: their numbers and texts in several languages."""

from collections.abc import Collection
from typing import NamedTuple

from rulesbase.archive.catalogue import Catalogue, CatalogueEdition, CatalogueVersion, chosen_texts
from rulesbase.archive.entries import EntryText, lines_of
from rulesbase.lineage.moved_user_rows import link_moved
from rulesbase.models import Entry, Example, ReadingItem, RuleNote
from rulesbase.translations.columns import Columns, editions_to_read, fill_columns


class RuleInVersion(NamedTuple):
    """A Rule in a version: its entry in the main edition, and its text in each wanted language."""

    line: EntryText
    texts: dict[str, EntryText]

    @property
    def is_term(self) -> bool:
        """Return whether it is a term of the glossary."""
        return self.line.kind == Entry.Kind.TERM


class RulesInVersion(NamedTuple):
    """Rules by key, the columns of their texts, and the editions in the wanted order."""

    rules: dict[int, RuleInVersion]
    columns: Columns
    texts: tuple[CatalogueEdition, ...]


def entry_plain_text(line: EntryText) -> str:
    """Return the text of an entry with its examples, each on a line, in which words are marked."""
    return "\n".join((line.passage.text, *(example.text for example in line.examples)))


def rules_in_version(
    versions: Catalogue, version: CatalogueVersion, rules: Collection[int], lang: str = ""
) -> RulesInVersion:
    """Return Rules in a version, in the languages of ``en,fr``. Few queries, however many rules."""
    chosen, _missing = chosen_texts(version, lang)
    read = {version.main.pk, *editions_to_read(version, chosen)}
    entries = Entry.objects.filter(edition__in=read, rule__in=set(rules))
    lines = lines_of(entries, Example.objects.filter(entry__in=entries))
    main = {line.rule: line for line in lines if line.edition == version.main.pk}
    columns = fill_columns(versions, version, chosen, lines, None, {line.number for line in lines}, marks=False)
    found = {}
    for rule, line in main.items():
        texts = {text.language: there for text in chosen if (there := columns.line(text, line))}
        found[rule or 0] = RuleInVersion(line, texts)
    return RulesInVersion(found, columns, chosen)


def update_reading_links() -> int:
    """Link notes and reading lists to the Rules that have their numbers on their days; return how many changed."""
    place = ("rule_id", "document", "number", "day")
    return link_moved(RuleNote.objects.only(*place)) + link_moved(ReadingItem.objects.exclude(day=None).only(*place))
