"""A complete edition as the lineage engine sees it."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from rulesbase.engine.lineage.link import FoldedEntry
from rulesbase.engine.nodes import Kind, RulesText
from rulesbase.engine.text.normalize import fold_number
from rulesbase.models import Edition, Entry, Example, Version, Wording

_KINDS = {int(Entry.Kind[kind.name]): kind for kind in Kind}


class Row(NamedTuple):
    """An entry that is stored."""

    number: str
    kind: int
    wording_id: int
    rule_id: int | None


class Book:
    """The entries of an edition with their items and Rules, all in the same order."""

    def __init__(self, edition: Edition, entries: Sequence[Entry | Row], items: list[FoldedEntry]) -> None:
        self.edition, self.entries, self.items = edition, entries, items
        # 0 until the lineage has named it.
        self.rules: list[int] = [entry.rule_id or 0 for entry in entries]

    @classmethod
    def stored(cls, edition: Edition) -> "Book":
        """Read back from the tables."""
        examples: defaultdict[int, list[str]] = defaultdict(list)
        of_edition = Example.objects.filter(entry__edition=edition).order_by("position")
        for entry, text in of_edition.values_list("entry_id", "wording__text"):
            examples[entry].append(text)
        rows: list[Row] = []
        items: list[FoldedEntry] = []
        fields = ("pk", "number", "kind", "wording_id", "rule_id", "wording__heading", "wording__text")
        for pk, number, kind, wording, rule, heading, text in Entry.objects.of(edition).values_list(*fields):
            rows.append(Row(number, kind, wording, rule))
            items.append(FoldedEntry.made(number, _KINDS[kind], heading, text, examples.get(pk, ())))
        return cls(edition, rows, items)

    @classmethod
    def parsed(cls, edition: Edition, text: RulesText, entries: Sequence[Entry]) -> "Book":
        """Just parsed, and not stored yet."""
        nodes = [*text.entries, *text.glossary]
        items = [FoldedEntry.of(node)._replace(number=entry.number) for node, entry in zip(nodes, entries, strict=True)]
        return cls(edition, entries, items)

    @property
    def version(self) -> Version:
        """The version whose text it is."""
        return self.edition.version

    def at_number(self) -> dict[str, int]:
        """Number -> position; of a number that stands twice, the last."""
        return {entry.number: at for at, entry in enumerate(self.entries)}

    def folds(self) -> set[int]:
        """Those of all its texts, its examples too."""
        folds = {
            fold_number("", example) for item in self.items for example in item.raw_examples.split("\n") if example
        }
        wordings = Wording.objects.filter(pk__in={entry.wording_id for entry in self.entries})
        return folds | set(wordings.values_list("fold", flat=True))


def followed_editions() -> QuerySet[Edition]:
    """Complete English editions: Rules are followed through these."""
    return Edition.objects.filter(language="en", complete=True).select_related("version")


def edition_before(version: Version) -> Edition | None:
    """The complete English edition of the last version before this one that has any."""
    return followed_editions().filter(version__date__lt=version.date).order_by("-version__date").first()


def edition_after(version: Version) -> Edition | None:
    """The complete English edition of the first version after this one that has any."""
    return followed_editions().filter(version__date__gt=version.date).order_by("version__date").first()
