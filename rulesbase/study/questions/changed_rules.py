"""Questions on changes: rules with another meaning than before the change, or than on a day that a user knows."""

import datetime
from collections import Counter
from collections.abc import Mapping

from rulesbase.archive.catalogue import Catalogue, CatalogueVersion
from rulesbase.compare.queries import Pair, compare_pair
from rulesbase.engine.nodes import Kind
from rulesbase.engine.questions.draft_question import DraftQuestion, level_of
from rulesbase.engine.questions.then_and_now import SAME_MEANING, has_decisive_change, then_and_now
from rulesbase.engine.questions.version_index import is_title, words_of
from rulesbase.engine.text.stems import stem
from rulesbase.models import Change, Entry, Wording
from rulesbase.study.questions.version_texts import VersionTexts

_ONE_SIDED = (Change.Kind.ADDED, Change.Kind.REMOVED)


def last_changed(texts: VersionTexts) -> dict[int, datetime.date]:
    """Return the day of the last change of substance of each Rule up to a version. One query."""
    rows = Change.objects.filter(
        weight=Change.Weight.SUBSTANCE, item__in=("rule", "glossary"), version__date__lte=texts.version.date
    ).exclude(kind__in=_ONE_SIDED)
    return dict(rows.order_by("version__date").values_list("rule_id", "version__date"))


def changes_words(old: str, new: str) -> bool:
    """Return whether other words make the difference, not only punctuation, endings, references or grammar."""
    before, after = ([stem(word.key) for word in words_of(text)] for text in (old, new))
    other = (Counter(before) - Counter(after)) + (Counter(after) - Counter(before))
    return bool(set(other) - SAME_MEANING) or (not other and before != after)


def texts_before_days(
    versions: Catalogue, now: CatalogueVersion, days: Mapping[int, datetime.date]
) -> dict[int, tuple[datetime.date, str]]:
    """Return the date and the text of the version before a day, by the key of each Rule. Two queries."""
    english = _english(versions, now)
    earlier = {rule: [version for version in english if version.date < day] for rule, day in days.items()}
    before = {rule: some[-1] for rule, some in earlier.items() if some}
    rows = Entry.objects.filter(edition__in={version.main.pk for version in before.values()}, rule__in=before)
    keys = {
        rule: wording
        for edition, rule, wording in rows.values_list("edition_id", "rule_id", "wording_id")
        if rule and before[rule].main.pk == edition
    }
    texts = Wording.objects.in_bulk(set(keys.values()))
    return {rule: (before[rule].date, texts[key].text or texts[key].heading) for rule, key in keys.items()}


def changed_drafts(texts: VersionTexts) -> list[DraftQuestion]:
    """Return the questions for every rule that ever changed in substance; ``decides`` marks those for everybody."""
    found = []
    last = {rule: day for rule, day in last_changed(texts).items() if rule in texts.of_rule}
    for rule, (_day, old) in texts_before_days(texts.versions, texts.version, last).items():
        at, day = texts.of_rule[rule], last[rule]
        now = texts.entries[at]
        # A definition only sums up the rules, which have questions of their own.
        if now.kind is Kind.TERM or not now.text or is_title(now) or not changes_words(old, now.text):
            continue
        level = level_of("changed", words=len(now.text.split()), number=now.number)
        data = {"since": day.isoformat(), "decides": has_decisive_change(old, now.text)}
        found.append(DraftQuestion("changed", at, (), data, level, 1.0, now.number))
        if gap := then_and_now(old, now.text):
            data = {"since": day.isoformat(), **gap._asdict()}
            found.append(DraftQuestion("then", at, (), data, level_of("then", number=now.number), 1.0, now.number))
    return found


def texts_since(versions: Catalogue, day: datetime.date, now: CatalogueVersion) -> dict[int, tuple[datetime.date, str]]:
    """Return the rules that mean something else now than on a day: date and text of the version in force then, by Rule.

    A change that was reverted is none.
    """
    english = _english(versions, now)
    before = [version for version in english if version.date <= day] or english[:1]
    if not before or before[-1].date >= now.date:
        return {}
    then = before[-1]
    found = compare_pair(Pair(versions, then, now, then.main, now.main))
    return {
        change.rule: (then.date, change.old_text)
        for change in found.comparison.changes
        if change.weight == Change.Weight.SUBSTANCE
        and change.item in ("rule", "glossary")
        and change.old_text
        and changes_words(change.old_text, change.new_text)
    }


def _english(versions: Catalogue, now: CatalogueVersion) -> list[CatalogueVersion]:
    """Return the versions with a complete English text, either samples or not."""
    return [version for version in versions.complete if version.is_sample == now.is_sample]
