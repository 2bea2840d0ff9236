"""The complete English editions that lineage follows, and their entries as input of its engine."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from rulesbase.engine.lineage.match_entries import FoldedEntry
from rulesbase.engine.nodes import RulesText
from rulesbase.engine.text.normalize import fold_number
from rulesbase.models import Edition, Entry, Example, Version, Wording
from rulesbase.models.editions import ENGINE_KINDS


class LineageEntry(NamedTuple):
    """The fields of a stored entry that lineage uses."""

    number: str
    kind: int
    wording_id: int
    rule_id: int | None


class EditionItems:
    """The entries of an edition with their items and Rules, all in the same order."""

    def __init__(self, edition: Edition, entries: Sequence[Entry | LineageEntry], items: list[FoldedEntry]) -> None:
        self.edition, self.entries, self.items = edition, entries, items
        # 0 until a Rule is assigned.
        self.rules: list[int] = [entry.rule_id or 0 for entry in entries]

    @classmethod
    def stored(cls, edition: Edition) -> "EditionItems":
        """Read a stored edition. Two queries."""
        examples = Example.objects.filter(entry__edition=edition).texts_by_entry()
        rows: list[LineageEntry] = []
        items: list[FoldedEntry] = []
        fields = ("pk", "number", "kind", "wording_id", "rule_id", "wording__heading", "wording__text")
        for pk, number, kind, wording, rule, heading, text in Entry.objects.of(edition).values_list(*fields):
            rows.append(LineageEntry(number, kind, wording, rule))
            items.append(FoldedEntry.made(number, ENGINE_KINDS[kind], heading, text, examples.get(pk, ())))
        return cls(edition, rows, items)

    @classmethod
    def parsed(cls, edition: Edition, text: RulesText, entries: Sequence[Entry]) -> "EditionItems":
        """Return a parsed edition whose entries are not stored yet."""
        nodes = [*text.entries, *text.glossary]
        items = [FoldedEntry.of(node)._replace(number=entry.number) for node, entry in zip(nodes, entries, strict=True)]
        return cls(edition, entries, items)

    @property
    def version(self) -> Version:
        """The version of the edition."""
        return self.edition.version

    def at_number(self) -> dict[str, int]:
        """Return number -> position, for a repeated number the last."""
        return {entry.number: at for at, entry in enumerate(self.entries)}

    def folds(self) -> set[int]:
        """Return the folds of all its texts and examples."""
        folds = {
            fold_number("", example) for item in self.items for example in item.raw_examples.split("\n") if example
        }
        wordings = Wording.objects.filter(pk__in={entry.wording_id for entry in self.entries})
        return folds | set(wordings.values_list("fold", flat=True))


def followed_editions() -> QuerySet[Edition]:
    """Return the complete English editions, which lineage uses."""
    return Edition.objects.filter(language="en", complete=True).select_related("version")


def edition_before(version: Version) -> Edition | None:
    """Return the nearest earlier complete English edition."""
    return followed_editions().filter(version__date__lt=version.date).order_by("-version__date").first()


def edition_after(version: Version) -> Edition | None:
    """Return the nearest later complete English edition."""
    return followed_editions().filter(version__date__gt=version.date).order_by("version__date").first()
