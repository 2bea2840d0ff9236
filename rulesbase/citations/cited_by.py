"""The entries that cite a number or use a term, with the quoted words."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db.models import CharField, F, OuterRef, Q, QuerySet, Subquery, Value

from rulesbase.archive.catalogue import CatalogueEdition
from rulesbase.engine.languages import text_language
from rulesbase.engine.text.numbers import chapter_index
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.terms import Matcher, names_of
from rulesbase.models import Entry, Example, Reference, Wording

# Letters shown on each side of a citation; half as many in Chinese and Japanese.
_AROUND = 110
# Shown of the texts that cite a number, and of those that use a term.
_MOST_CITING, _MOST_USES = 60, 24
# Rows of texts that are read for the uses of a common term.
_FIRST_ROWS = 100


class Quote(NamedTuple):
    """A citing text: its entry, the cited words, and the words around them."""

    number: str
    before: str
    cited: str
    after: str
    kind: int = Entry.Kind.RULE
    heading: str = ""
    is_example: bool = False


class Quotes(NamedTuple):
    """Quotes in document order; ``more`` is set if there are further ones."""

    shown: tuple[Quote, ...]
    more: bool


def citation_counts(text: CatalogueEdition, chapter: str) -> dict[str, int]:
    """Return how many rules, terms and examples of an edition cite each number of a chapter. One query."""
    # SQLite would read all references for `startswith`.
    numbers = Entry.objects.filter(edition=text.pk, chapter=chapter_index(chapter)).values("number")
    references = Reference.objects.filter(number__in=numbers)
    folds = references.values("fold")
    entries = Entry.objects.filter(edition=text.pk, wording__fold__in=folds).order_by()
    examples = Example.objects.filter(entry__edition=text.pk, wording__fold__in=folds).order_by()
    rows = entries.values_list(Value(0), "number", "wording__fold").union(
        examples.values_list(Value(0), "entry__number", "wording__fold"),
        references.values_list(Value(1), "number", "fold"),
        all=True,
    )
    named: defaultdict[int, list[str]] = defaultdict(list)
    citing: list[tuple[str, int]] = []
    for is_named, number, fold in rows:
        if is_named:
            named[fold].append(number)
        else:
            citing.append((number, fold))
    return Counter(number for of, fold in citing for number in named[fold] if number != of)


def cited_by(text: CatalogueEdition, number: str) -> Quotes:
    """Return the rules, terms and examples of an edition that cite a number. One query."""
    folds = Reference.objects.filter(number=number).values("fold")
    nothing = Value("", CharField())
    entries = Entry.objects.filter(edition=text.pk, wording__fold__in=folds)
    examples = Example.objects.order_by().filter(entry__edition=text.pk, wording__fold__in=folds)
    rows = entries.annotate(is_example=Value(0)).values_list(
        "position", "is_example", "number", "kind", "wording__heading", "wording__text"
    )
    more = examples.annotate(
        at=F("entry__position"), one=Value(1), of=F("entry__number"), as_kind=F("entry__kind"), no=nothing
    ).values_list("at", "one", "of", "as_kind", "no", "wording__text")
    quotes = []
    for _, is_example, of, kind, heading, words in sorted(rows.union(more, all=True)):
        ref = next((ref for ref in find_references(words) if ref.number == number), None)
        if ref and of != number:
            quote = quote_of(of, words, ref.start, ref.end, text.language)
            quotes.append(quote._replace(kind=kind, heading=heading, is_example=bool(is_example)))
    return Quotes(tuple(quotes[:_MOST_CITING]), len(quotes) > _MOST_CITING)


def uses_of(text: CatalogueEdition, slug: str, heading: str, matcher: Matcher) -> Quotes:
    """Return the first rules and other terms that use a term. One query, or none for an obsolete term.

    Two queries if more than the first texts must be read: common terms occur in a thousand rules.
    """
    names = names_of(heading, text.language)
    if not names:
        return Quotes((), False)
    having = Q()
    for name in names:
        # The plural may change the last letter: ability, abilities.
        stem = name[:-1] if text_language(text.language).changes_end and len(name) > 3 else name
        having |= Q(text__icontains=stem)
        if "'" in stem:
            having |= Q(text__icontains=stem.replace("'", "’"))
    # A subquery: with a join or Exists, PostgreSQL searches all wordings of all versions.
    own = Wording.objects.filter(pk=OuterRef("wording"))
    rows = Entry.objects.filter(edition=text.pk).exclude(number=slug)
    rows = rows.alias(use=Subquery(own.filter(having).values("pk"))).exclude(use=None).order_by("chapter", "position")
    fields = ("number", "kind", Subquery(own.values("heading")), Subquery(own.values("text")))
    quotes: list[Quote] = []
    for number, kind, title, words in _first_ones_first(rows.values_list(*fields)):
        use = next((use for use in matcher.find(words) if use.slug == slug), None)
        if use is None:
            continue
        if len(quotes) == _MOST_USES:
            return Quotes(tuple(quotes), True)
        quote = quote_of(number, words, use.start, use.end, text.language)
        quotes.append(quote._replace(kind=kind, heading=title))
    return Quotes(tuple(quotes), False)


def _first_ones_first(rows: QuerySet[Entry, tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield rows; one query reads the first ones, another all others if they are asked for.

    A cursor would not do: outside a transaction PostgreSQL finds all rows before it returns the first.
    """
    first = rows[:_FIRST_ROWS]
    yield from first
    if len(first) == _FIRST_ROWS:
        yield from rows[_FIRST_ROWS:]


def quote_of(number: str, words: str, start: int, end: int, language: str) -> Quote:
    """Return the quote of words[start:end] with the words around it; ``number`` is that of the quoted entry."""
    around = _AROUND if text_language(language).is_spaced else _AROUND // 2
    first, last = _window(words, start, end, around)
    line = words.replace("\n", " ")
    before = ("… " if first else "") + line[first:start]
    after = line[end:last] + (" …" if last < len(line) else "")
    return Quote(number, before, words[start:end], after)


def _window(words: str, start: int, end: int, around: int) -> tuple[int, int]:
    """Return the range around words[start:end], cut at spaces where possible."""
    first, last = max(0, start - around), min(len(words), end + around)
    if first:
        space = words.find(" ", first, start)
        first = space + 1 if space >= 0 else first
    if last < len(words):
        space = words.rfind(" ", end, last)
        last = space if space > end else last
    return first, last
