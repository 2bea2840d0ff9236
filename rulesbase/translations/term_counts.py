"""The counted terms of a language, stored in the database: counting takes seconds."""

from array import array
from functools import lru_cache

from django.db.models import Count, Max

from rulesbase.core.card_interface import cards
from rulesbase.core.content_version import english_key
from rulesbase.core.database.stored_index import Columns, stamp_of, stored_columns
from rulesbase.engine.checks import term_use as counting
from rulesbase.engine.checks.term_use import TermCount, TermUse
from rulesbase.engine.languages import text_language
from rulesbase.engine.translation.sentence_pairs import SentencePair
from rulesbase.models import Source, TermEntry, Translation
from rulesbase.translations.learned_terms import known_terms, terms_of_texts

_COUNTS = ("used", "missing", "own", "added", "more", "fewer", "higher", "lower")


@lru_cache(maxsize=16)
def term_use(_key: str, language: str) -> TermUse:
    """Return the terms of a language, counted in its imported texts; ``_key`` is the state of the content.

    The words that the desk has agreed on are names too. Four queries if they are stored.
    """
    # By imports, not by translations: an approval at the desk must not wait until all texts are counted again.
    state = Source.every.filter(language=language).aggregate(Count("pk"), Max("pk"))
    # The first cards bring the translated types; those of later ones wait for the next text.
    state["cards"] = cards().count() > 0
    agreed = TermEntry.objects.filter(language=language, status=TermEntry.Status.AGREED).order_by("pk")
    names = tuple((row.term.lower(), row.names) for row in agreed)
    return _with_names(_of_state(language, *map(str, state.values())), names)


# The checked texts are stored by this object, so it stays the same while the words do.
@lru_cache(maxsize=8)
def _with_names(terms: TermUse, names: tuple[tuple[str, tuple[str, ...]], ...]) -> TermUse:
    return terms.with_names(dict(names))


# Most writes are no imports.
@lru_cache(maxsize=8)
def _of_state(language: str, *state: str) -> TermUse:
    stamp = stamp_of((language, *state, repr(text_language(language).game_terms)), (counting.__file__,))
    columns = stored_columns(f"terms {language}", stamp, lambda: _columns(language), least=1)
    names = [tuple(row.split("\n")) for row in columns["names"]]
    rows = zip(columns["terms"], names, *(columns[count] for count in _COUNTS), strict=True)
    return TermUse(language, (TermCount(*row) for row in rows))


def count_terms() -> None:
    """Count the terms of all languages whose texts changed, so that no reader waits for it."""
    for language in Source.every.exclude(language="en").values_list("language", flat=True).distinct():
        term_use(english_key(), language)


def _columns(language: str) -> Columns:
    names: dict[str, dict[str, None]] = {}
    for term, own in text_language(language).game_terms.items():
        names[term] = dict.fromkeys(own)
    # Cards write their types in small letters in some languages.
    spelled = {term.lower(): term for term in names}
    for one in (*known_terms(language), *terms_of_texts(language)):
        found = names.setdefault(spelled.get(one.term.lower(), one.term), {})
        found.update(dict.fromkeys(name.lower() for name in (one.translation, *one.variants)))
    terms = TermUse(language, (TermCount(term, tuple(own)) for term, own in names.items()))
    imported = Translation.objects.approved_in(language).filter(origin=Translation.Origin.IMPORTED)
    texts = imported.values_list("original__text", "wording__text")
    counts = terms.counted(SentencePair(*row) for row in texts).counts
    return {
        "terms": [one.term for one in counts],
        "names": ["\n".join(one.names) for one in counts],
        **{count: array("I", (getattr(one, count) for one in counts)) for count in _COUNTS},
    }
