"""The texts of a version as questions are made from them: entries, Rules, wordings, names in other languages."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion, catalogue
from rulesbase.engine.diff.versions import VersionEntry
from rulesbase.engine.nodes import Kind
from rulesbase.engine.text.numbers import chapter_of, section_of
from rulesbase.models import Entry, Example, Version, Wording
from rulesbase.translations.freshness import freshness

_KINDS = {int(Entry.Kind[kind.name]): kind for kind in Kind}


@dataclass(frozen=True)
class EntryKeys:
    """What stands at a position of the book beside its text: the Rule and its public id, and the wording."""

    rule: int
    public_id: str
    wording: int


class VersionTexts:
    """The complete English text of a version. Two queries; names in other languages when asked for."""

    def __init__(self, versions: Catalogue, version: CatalogueVersion) -> None:
        text = version.text_in(DEFAULT_LANGUAGE)
        self.versions, self.version, self.edition = versions, version, text.pk if text else 0
        self.leaves, self.originals = _read(self.edition)

    @cached_property
    def of_rule(self) -> dict[int, int]:
        """The position at which a Rule stands."""
        found: dict[int, int] = {}
        for at, original in enumerate(self.originals):
            found.setdefault(original.rule, at)
        return found

    @cached_property
    def by_number(self) -> dict[str, int]:
        """The position of a number or of a term's slug."""
        return {leaf.number: at for at, leaf in enumerate(self.leaves)}

    def head(self, at: int) -> int | None:
        """The position of the chapter (of a section the section) that an entry counts under; a term has none."""
        leaf = self.leaves[at]
        if leaf.kind is Kind.TERM:
            return None
        return self.by_number.get(chapter_of(leaf.number) or section_of(leaf.number))

    @cached_property
    def names_by_language(self) -> Mapping[str, Mapping[int, tuple[int, str]]]:
        """Language -> position of a term -> the wording that names it there, and the name. One more query each."""
        found: dict[str, Mapping[int, tuple[int, str]]] = {}
        for language in self.version.languages:
            if language != DEFAULT_LANGUAGE and (names := self._names(language)):
                found[language] = names
        return found

    def _names(self, language: str) -> Mapping[int, tuple[int, str]]:
        sheet = freshness(self.versions, self.version, language, Entry.TERMS)
        if sheet is None:
            return {}
        cells = {cell.number: cell.text.wording for cell in sheet.cells.values() if cell.text.wording}
        headings = dict(Wording.objects.filter(pk__in=set(cells.values())).values_list("pk", "heading"))
        return {
            self.by_number[number]: (wording, headings[wording])
            for number, wording in cells.items()
            if wording and number in self.by_number and headings.get(wording)
        }


def texts_of(version: Version) -> VersionTexts | None:
    """The texts of a version; None where it has no complete English one."""
    versions = catalogue()
    found = next((one for one in versions.all if one.pk == version.pk), None)
    text = found.text_in(DEFAULT_LANGUAGE) if found else None
    return VersionTexts(versions, found) if found and text and text.complete else None


def _read(edition: int) -> tuple[Sequence[VersionEntry], Sequence[EntryKeys]]:
    examples: defaultdict[int, list[str]] = defaultdict(list)
    rows = Example.objects.filter(entry__edition=edition).order_by("position")
    for entry, text in rows.values_list("entry_id", "wording__text"):
        examples[entry].append(text)
    fields = ("pk", "rule_id", "rule__public_id", "wording_id", "number", "kind", "wording__heading", "wording__text")
    entries = Entry.objects.filter(edition=edition, rule__isnull=False).order_by("position")
    leaves, originals = [], []
    for pk, rule, public_id, wording, number, kind, heading, text, fold in entries.values_list(
        *fields, "wording__fold"
    ):
        leaves.append(VersionEntry(rule or 0, number, _KINDS[kind], heading, text, tuple(examples.get(pk, ())), fold))
        originals.append(EntryKeys(rule or 0, str(public_id), wording))
    return leaves, originals
