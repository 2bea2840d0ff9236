"""Freshness of all translations of a version.

A translation is for one English wording. It is exact in each version with that wording, whatever the number.
Otherwise compare the translations of the same Rule at other versions with the version, and show the one that needs the
least work.
"""

import datetime
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from rulesbase.archive.catalogue import DEFAULT_LANGUAGE, Catalogue, CatalogueVersion
from rulesbase.core.content_version import ContentStamp, english_key
from rulesbase.engine.diff.change_weight import cites_other_titles, weight_of
from rulesbase.engine.text.normalize import fold
from rulesbase.engine.text.word_overlap import share_within
from rulesbase.lineage.follow_rule import rule_relations
from rulesbase.models import Change, Translation, Wording
from rulesbase.translations.freshness_rows import (
    English,
    PlacedTranslation,
    approved_in,
    change_dates,
    english_of,
    single_approvals,
    translations_by_rule,
    translations_of_rules,
)
from rulesbase.translations.freshness_types import (
    FRESHNESS_OF_WEIGHT,
    RANK,
    SAME_MEANING,
    EntryFreshness,
    Freshness,
    TranslatedText,
)

# After a split or merge a text counts as partly translated if the translated text has this share of it.
_IN_PART = 0.6
# Least similarity (0 to 100) of two versions of an example.
_SAME_EXAMPLE = 60.0


def freshness(
    versions: Catalogue, version: CatalogueVersion, language: str, chapter: int | None = None
) -> Mapping[int, EntryFreshness]:
    """Return the freshness of each entry of a version in a language, by the id of the English entry.

    ``chapter`` limits them to a chapter (Entry.TERMS: glossary, HEADINGS: contents). Empty for English, or if the
    version has no English text. Nine queries at most.
    """
    text = version.text_in(DEFAULT_LANGUAGE)
    if text is None or language == DEFAULT_LANGUAGE:
        return {}
    return _cached_freshness(versions.stamp_in(language), text.pk, version.date, language, chapter)


@lru_cache(maxsize=96)
def _cached_freshness(
    stamp: ContentStamp, edition: int, date: datetime.date, language: str, chapter: int | None
) -> Mapping[int, EntryFreshness]:
    return FreshnessCalculator(stamp, date, language).run(edition, chapter)


def count_reviewed(stamp: ContentStamp, language: str, cells: Iterable[EntryFreshness]) -> int:
    """Return how many cells have a translation that a reviewer approved one by one, with its examples.

    One query after translations changed, else none.
    """
    reviewed = _reviewed(stamp, language)
    return sum(bool(cell.translations) and cell.translations <= reviewed for cell in cells)


@lru_cache(maxsize=6)
def _reviewed(_stamp: ContentStamp, language: str) -> frozenset[int]:
    """Return the approved translations that a person approved one by one, not in bulk or by an import."""
    rows = single_approvals().filter(language=language)
    rows = rows.filter(translation__status=Translation.Status.APPROVED, translation__origin=Translation.Origin.CURATOR)
    return frozenset(rows.values_list("translation_id", flat=True))


class FreshnessCalculator:
    """Calculate the freshness of all texts of a version, or of a chapter, from few large queries."""

    def __init__(self, stamp: ContentStamp, date: datetime.date, language: str) -> None:
        self.stamp, self.date, self.language = stamp, date, language
        self.english = english_key(stamp)
        self.whole = True
        self.made: Mapping[int, Sequence[PlacedTranslation]] = {}
        self.texts: dict[int, str] = {}
        self.related: defaultdict[int, list[int]] = defaultdict(list)

    def run(self, edition: int, chapter: int | None) -> dict[int, EntryFreshness]:
        """Return the cells of an English edition, or of a chapter of it, by the id of the entry."""
        self.whole = chapter is None
        entries, examples = english_of(self.english, edition, chapter)
        every = [*entries, *(one for group in examples.values() for one in group)]
        self.exact = self._approved({one.wording for one in every})
        open_rules = {
            one.rule
            for one in entries
            if one.rule
            and (
                one.wording not in self.exact
                or any(example.wording not in self.exact for example in examples.get(one.entry, ()))
            )
        }
        unlike = [
            (one, is_example)
            for is_example, some in ((False, entries), (True, every[len(entries) :]))
            for one in some
            if one.wording not in self.exact and one.rule in open_rules
        ]
        self._read(open_rules, unlike)
        return {one.entry: self._cell(one, examples.get(one.entry, ())) for one in entries}

    def _approved(self, wordings: Collection[int]) -> Mapping[int, tuple[int, int, int | None]]:
        """Return English wording -> (translation, its wording, source)."""
        if self.whole:
            texts = approved_in(self.stamp, self.language)
            return {original: (pk, wording, source) for pk, original, _fold, wording, source in texts}
        rows = Translation.objects.approved_in(self.language).filter(original__in=wordings)
        fields = ("original_id", "pk", "wording_id", "source_id")
        return {original: (pk, wording, source) for original, pk, wording, source in rows.values_list(*fields)}

    def _read(self, rules: set[int], unlike: Sequence[tuple[English, bool]]) -> None:
        """Read the translations of these Rules and of related ones, and the English texts to compare."""
        if not rules:
            return
        # The Rules that these were split from or merged with, before or after this version.
        for relation in rule_relations(self.english):
            if self.date >= relation.date and relation.new in rules:
                self.related[relation.new].append(relation.old)
            elif self.date < relation.date and relation.kind != "split" and relation.old in rules:
                self.related[relation.old].append(relation.new)
        if self.whole:
            self.made = translations_by_rule(self.stamp, self.english, self.language)
        else:
            self.made = translations_of_rules(rules.union(*self.related.values()), self.language, self.english)
        # The texts to compare word by word: those without a translation that differs in typography alone.
        needed: set[int] = set()
        for one, is_example in unlike:
            near = (one.rule or 0, *(() if is_example else self.related.get(one.rule or 0, ())))
            made = [some for rule in near for some in self.made.get(rule, ()) if some.is_example == is_example]
            if made and not any(some.fold == one.fold and some.rule == one.rule for some in made):
                needed.add(one.wording)
                needed.update(some.original for some in made)
        for pk, heading, text in Wording.objects.filter(pk__in=needed).values_list("pk", "heading", "text"):
            self.texts[pk] = f"{heading}\n{text}"

    # ---- One entry ----

    def _cell(self, english: English, examples: Sequence[English]) -> EntryFreshness:
        text = self._text(english)
        if text.state is Freshness.MISSING:
            lost = tuple(TranslatedText(Freshness.MISSING, one.wording) for one in examples)
            return EntryFreshness(*english[:4], Freshness.MISSING, text, lost, bool(lost))
        free = [made for made in self.made.get(english.rule or 0, ()) if made.is_example]
        translated = tuple(self._example(one, free) for one in examples)
        has_examples = self._has_examples(english, text, translated)
        state: Freshness = text.state
        if has_examples and state is not Freshness.BEHIND:
            states = (one.state if one.state in SAME_MEANING else Freshness.EXAMPLE for one in translated)
            state = max([state, *states], key=RANK.__getitem__)
        return EntryFreshness(*english[:4], state, text, translated, has_examples)

    def _exact(self, english: English) -> TranslatedText | None:
        if english.wording not in self.exact:
            return None
        return TranslatedText(Freshness.EXACT, english.wording, english.wording, *self.exact[english.wording])

    def _text(self, english: English) -> TranslatedText:
        if exact := self._exact(english):
            return exact
        own = [made for made in self.made.get(english.rule or 0, ()) if not made.is_example]
        if best := self._best(english, own, english.rule or 0):
            return best
        words = self.texts.get(english.wording, "")
        for rule in self.related.get(english.rule or 0, ()):
            near = [
                made
                for made in self.made.get(rule, ())
                if not made.is_example and share_within(words, self.texts.get(made.original, "")) >= _IN_PART
            ]
            if best := self._best(english, near, rule):
                return best
        return TranslatedText(Freshness.MISSING, english.wording)

    def _best(self, english: English, made: Iterable[PlacedTranslation], rule: int) -> TranslatedText | None:
        """Return the translation of a Rule that needs the least work."""
        made = list(made)
        made = [one for one in made if one.fold == english.fold] or made
        found: list[tuple[tuple[int, int, int, int], TranslatedText]] = []
        weights: dict[int, Freshness] = {}
        for one in made:
            if one.original not in weights:
                weights[one.original] = self._state(english, one, rule)
            state = weights[one.original]
            behind = max(1, self._changes(rule, one.date, Change.Weight.SUBSTANCE)) if state is Freshness.BEHIND else 0
            translated = TranslatedText(
                state, english.wording, one.original, one.translation, one.wording, one.source, one.date, behind
            )
            away = abs((one.date - self.date).days)
            found.append(((RANK[state], behind, away, one.translation), translated))
        return min(found)[1] if found else None

    def _state(self, english: English, made: PlacedTranslation, rule: int) -> Freshness:
        if made.fold == english.fold:
            return Freshness.TYPOGRAPHY
        old, new = self.texts[made.original], self.texts[english.wording]
        state = FRESHNESS_OF_WEIGHT[weight_of(old, new)]
        if state is Freshness.REFERENCES and cites_other_titles(old, new):
            # A number can be replaced in the translation, a title must be translated.
            return Freshness.WORDING
        if state is Freshness.BEHIND and not made.is_example and rule == english.rule:
            # Only the changes of whole versions show that a term was renamed.
            wording = self._changes(rule, made.date, Change.Weight.WORDING)
            substance = self._changes(rule, made.date, Change.Weight.SUBSTANCE)
            return Freshness.WORDING if wording and not substance else state
        return state

    def _changes(self, rule: int, date: datetime.date, weight: str) -> int:
        """Return the number of changes of a weight between a version and this one."""
        dates = change_dates(self.english).get((rule, weight), ())
        first, last = sorted((date, self.date))
        return bisect_right(dates, last) - bisect_right(dates, first)

    # ---- Its examples ----

    def _example(self, english: English, free: Sequence[PlacedTranslation]) -> TranslatedText:
        if exact := self._exact(english):
            return exact
        alike = [made for made in free if made.fold == english.fold]
        if not alike and free:
            words = fold(self.texts[english.wording])
            alike = [made for made in free if fuzz.ratio(words, fold(self.texts[made.original])) >= _SAME_EXAMPLE]
        best = self._best(english, alike, english.rule or 0)
        return best or TranslatedText(Freshness.MISSING, english.wording)

    def _has_examples(self, english: English, text: TranslatedText, examples: Sequence[TranslatedText]) -> bool:
        """Return whether the translation includes examples, or was made before there were any."""
        if not examples:
            return False
        if any(one.state is not Freshness.MISSING for one in examples):
            return True
        return any(
            made.with_examples
            for made in self.made.get(english.rule or 0, ())
            if made.translation == text.translation and not made.is_example
        )
