"""Who refers to a place, and who uses a term: passages with the words that do so."""

from typing import NamedTuple

from django.db.models import CharField, F, OuterRef, Q, Subquery, Value

from rulesbase.archive.catalogue import CatalogueEdition
from rulesbase.engine.languages import text_language
from rulesbase.engine.text.references import find_references
from rulesbase.engine.text.terms import Matcher, names_of
from rulesbase.models import Entry, Example, Reference, Wording

# Letters shown on each side of the words that cite; half as many in Chinese and Japanese.
_AROUND = 110


class Quote(NamedTuple):
    """A text that cites: where it stands, and its words around and at the place."""

    number: str
    kind: int
    heading: str
    is_example: bool
    before: str
    cited: str
    after: str


class Quotes(NamedTuple):
    """Quotes in the order of the book; ``more`` says that there are others behind them."""

    shown: tuple[Quote, ...]
    more: bool


def cited_by(text: CatalogueEdition, number: str, most: int = 60) -> Quotes:
    """The rules, terms and examples of an edition that name a number. One query."""
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
            quotes.append(_quote(of, kind, heading, bool(is_example), words, ref.start, ref.end, text.language))
    return Quotes(tuple(quotes[:most]), len(quotes) > most)


def uses_of(text: CatalogueEdition, slug: str, heading: str, matcher: Matcher, most: int = 24) -> Quotes:
    """The first rules and other terms of an edition that use a term. One query, or none for an obsolete term.

    Reads on only until there are enough: the commonest terms stand in a thousand rules.
    """
    names = names_of(heading, text.language)
    if not names:
        return Quotes((), False)
    having = Q()
    for name in names:
        # A plural may end otherwise than its singular: abilities.
        stem = name[:-1] if text_language(text.language).changes_end and len(name) > 3 else name
        having |= Q(text__icontains=stem)
        if "'" in stem:
            having |= Q(text__icontains=stem.replace("'", "’"))
    # Looked up one by one: joined, or asked for as Exists, PostgreSQL would rather search all wordings of all versions.
    own = Wording.objects.filter(pk=OuterRef("wording"))
    uses = (
        Entry.objects.filter(edition=text.pk).exclude(number=slug).alias(use=Subquery(own.filter(having).values("pk")))
    )
    rows = uses.exclude(use=None).order_by("chapter", "position")
    fields = ("number", "kind", Subquery(own.values("heading")), Subquery(own.values("text")))
    quotes: list[Quote] = []
    for number, kind, title, words in rows.values_list(*fields).iterator(chunk_size=100):
        use = next((use for use in matcher.find(words) if use.slug == slug), None)
        if use is None:
            continue
        if len(quotes) == most:
            return Quotes(tuple(quotes), True)
        quotes.append(_quote(number, kind, title, False, words, use.start, use.end, text.language))
    return Quotes(tuple(quotes), False)


def quote_of(number: str, words: str, start: int, end: int, language: str) -> Quote:
    """The words that cite a number, in a text that is no entry."""
    return _quote(number, Entry.Kind.RULE, "", False, words, start, end, language)


def _quote(
    number: str, kind: int, heading: str, is_example: bool, words: str, start: int, end: int, language: str
) -> Quote:
    around = _AROUND if text_language(language).is_spaced else _AROUND // 2
    first, last = _window(words, start, end, around)
    before = ("… " if first else "") + words[first:start]
    after = words[end:last] + (" …" if last < len(words) else "")
    return Quote(
        number,
        kind,
        heading,
        is_example,
        before.replace("\n", " "),
        words[start:end],
        after.replace("\n", " "),
    )


def _window(words: str, start: int, end: int, around: int) -> tuple[int, int]:
    """Around words[start:end], cut at spaces where there are some."""
    first, last = max(0, start - around), min(len(words), end + around)
    if first:
        space = words.find(" ", first, start)
        first = space + 1 if space >= 0 else first
    if last < len(words):
        space = words.rfind(" ", end, last)
        last = space if space > end else last
    return first, last
