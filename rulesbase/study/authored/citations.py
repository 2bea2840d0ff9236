"""Where the rules are today that written questions cite, and what changed in them since somebody looked last."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.compare.word_diff_cache import pair_diffs
from rulesbase.engine.diff.change_weight import weight_of
from rulesbase.engine.questions.markup import Content, recited
from rulesbase.lineage.edition_items import followed_editions
from rulesbase.models import Entry, WrittenCitation, WrittenRevision
from rulesbase.study.authored.content import content_of
from rulesbase.study.questions.meaning_changed import SUBSTANCE, WordingText, wording_texts


class CurrentRule(NamedTuple):
    """Where a Rule stands in a version: its number and wording."""

    number: str
    wording: int


class OutdatedCitation(NamedTuple):
    """A citation that has to be looked at: its rule says something else, or is gone (then ``number`` is empty)."""

    citation: WrittenCitation
    number: str
    href: str
    was: str
    now: str
    difference: SafeString

    @property
    def is_gone(self) -> bool:
        """Whether the rule was removed."""
        return not self.number


def settle_citations() -> int:
    """Bind all citations to the Rules that have, in the lineage as it is now, their numbers on their days.

    Returns how many went to another Rule. Two queries.
    """
    rows = list(WrittenCitation.objects.all())
    entries = Entry.objects.filter(
        edition__in=followed_editions().filter(version__date__in={row.day for row in rows}),
        number__in={row.number for row in rows},
        kind__lt=Entry.Kind.TERM,
        rule__isnull=False,
    ).order_by("position")
    at = {
        (number, day): rule for number, day, rule in entries.values_list("number", "edition__version__date", "rule_id")
    }
    moved = [row for row in rows if at.get((row.number, row.day), row.rule_id) != row.rule_id]
    for row in moved:
        row.rule_id = at[row.number, row.day]
    WrittenCitation.objects.bulk_update(moved, ["rule"], batch_size=500)
    return len(moved)


def standings(rows: Iterable[WrittenCitation], version: CatalogueVersion | None) -> dict[int, CurrentRule]:
    """Where the Rules of citations stand in a version, by the key of the Rule. One query."""
    if version is None:
        return {}
    rules = {row.rule_id for row in rows if row.rule_id}
    entries = Entry.objects.filter(edition=version.main.pk, rule__in=rules).order_by("-position")
    return {
        rule or 0: CurrentRule(number, wording)
        for rule, number, wording in entries.values_list("rule_id", "number", "wording_id")
    }


def texts_now(rows: Sequence[WrittenCitation]) -> dict[int, int]:
    """The wording that the Rule of each citation has today; without those that are gone. One query."""
    at = standings(rows, catalogue().latest)
    return {row.pk: at[row.rule_id].wording for row in rows if row.rule_id in at}


def as_of_today(revision: WrittenRevision) -> Content:
    """What a revision says with the numbers of today; a rule that is gone is cited as of its day."""
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
    """Those of the citations whose rule changed in substance since somebody looked last, or is gone. Two queries."""
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
                found.append(_doubt(row, standing.number, was, now, version))
    return found


def _doubt(
    row: WrittenCitation, number: str, was: WordingText | None, now: WordingText, version: CatalogueVersion | None
) -> OutdatedCitation:
    href = reverse("place", args=[version.date.isoformat(), number]) if version else ""
    old = was.words if was else ""
    pair = (old, now.words)
    html = pair_diffs([pair], "en", side=False)[pair].unified
    return OutdatedCitation(row, number, href, old, now.words, mark_safe(html))  # noqa: S308 - differences are escaped


def all_doubts() -> Mapping[int, list[OutdatedCitation]]:
    """The published questions to be looked at, by the key of the revision, with what changed. Some six queries."""
    settle_citations()
    rows = WrittenCitation.objects.filter(revision__in=WrittenRevision.objects.published())
    found: dict[int, list[OutdatedCitation]] = {}
    for doubt in doubts(list(rows)):
        found.setdefault(doubt.citation.revision_id, []).append(doubt)
    return found
