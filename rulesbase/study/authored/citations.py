"""The rules that written questions cite: their numbers today, and changes since a curator last checked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.compare.word_diff_cache import pair_diffs
from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.questions.markup import Content, recited
from rulesbase.models import Entry, WrittenCitation, WrittenRevision
from rulesbase.study.authored.content import CitationTarget, content_of, entries_at
from rulesbase.study.questions.meaning_changed import SUBSTANCE, wording_texts


class CurrentRule(NamedTuple):
    """The number and wording of a Rule in a version."""

    number: str
    wording: int


class OutdatedCitation(NamedTuple):
    """A citation to check: its rule has another meaning, or is gone (then ``number`` is empty)."""

    citation: WrittenCitation
    number: str
    href: str
    was: str
    now: str
    difference: SafeString

    @property
    def is_gone(self) -> bool:
        """Return whether the rule was removed."""
        return not self.number


def settle_citations() -> int:
    """Link all citations to the Rules that have their numbers on their days.

    Return how many changed. Two queries.
    """
    rows = list(WrittenCitation.objects.all())
    at = entries_at(CitationTarget(row.number, row.day) for row in rows)
    moved = []
    for row in rows:
        rule, _wording = at.get(CitationTarget(row.number, row.day), (row.rule_id, 0))
        if rule != row.rule_id:
            row.rule_id = rule
            moved.append(row)
    WrittenCitation.objects.bulk_update(moved, ["rule"], batch_size=500)
    return len(moved)


def standings(rows: Iterable[WrittenCitation], version: CatalogueVersion | None) -> dict[int, CurrentRule]:
    """Return the Rules of citations in a version, by key. One query."""
    if version is None:
        return {}
    rules = {row.rule_id for row in rows if row.rule_id}
    entries = Entry.objects.filter(edition=version.main.pk, rule__in=rules).order_by("-position")
    return {
        rule or 0: CurrentRule(number, wording)
        for rule, number, wording in entries.values_list("rule_id", "number", "wording_id")
    }


def texts_now(rows: Sequence[WrittenCitation]) -> dict[int, int]:
    """Return today's wording of the Rule of each citation, without missing ones. One query."""
    at = standings(rows, catalogue().latest)
    return {row.pk: at[row.rule_id].wording for row in rows if row.rule_id in at}


def as_of_today(revision: WrittenRevision) -> Content:
    """Return a revision with the numbers of today; a missing rule is cited as of its day."""
    rows = list(revision.citations.all())
    at = standings(rows, catalogue().latest)
    today = {
        row.written_as: at[row.rule_id].number if row.rule_id in at else f"{row.number}@{row.day.isoformat()}"
        for row in rows
    }
    content = content_of(revision)
    texts = {
        code: words._replace(
            scenario=recited(words.scenario, today),
            answer=recited(words.answer, today),
            explanation=recited(words.explanation, today),
            choices=tuple(recited(choice, today) for choice in words.choices),
        )
        for code, words in content.texts.items()
    }
    return content._replace(texts=texts)


def doubts(rows: Sequence[WrittenCitation], version: CatalogueVersion | None = None) -> list[OutdatedCitation]:
    """Return the citations whose rule changed in substance since the last check, or is gone. Two queries."""
    version = version or catalogue().latest
    at = standings(rows, version)
    known = wording_texts({row.said_id for row in rows if row.said_id} | {one.wording for one in at.values()})
    found = []
    for row in rows:
        standing, was = at.get(row.rule_id or 0), known.get(row.said_id or 0)
        if standing is None and not row.gone_known and version is not None:
            found.append(OutdatedCitation(row, "", "", was.words if was else "", "", SafeString()))
        elif standing is not None and standing.wording != row.said_id:
            now = known[standing.wording]
            if was is None or weight_of(was.words, now.words) == SUBSTANCE:
                old = was.words if was else ""
                html = pair_diffs([pair := (old, now.words)], "en", side=False)[pair].unified
                href = reverse("place", args=[version.date.isoformat(), standing.number]) if version else ""
                shown = mark_safe(html)  # noqa: S308 - differences are escaped
                found.append(OutdatedCitation(row, standing.number, href, old, now.words, shown))
    return found


def all_doubts() -> Mapping[int, list[OutdatedCitation]]:
    """Return the outdated citations of published questions, by the key of the revision. About six queries."""
    settle_citations()
    rows = WrittenCitation.objects.filter(revision__in=WrittenRevision.objects.published())
    found: dict[int, list[OutdatedCitation]] = {}
    for doubt in doubts(list(rows)):
        found.setdefault(doubt.citation.revision_id, []).append(doubt)
    return found
