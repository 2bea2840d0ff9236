"""The attributes of a text language, which are the columns of the table. Defaults are the English words, or empty."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

ENGLISH_SYMBOLS: Mapping[str, str] = {
    "W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless", "S": "snow",
    "T": "tap", "Q": "untap", "E": "energy", "P": "Phyrexian symbol", "H": "Phyrexian symbol",
    "CHAOS": "chaos", "PW": "planeswalker symbol", "TK": "ticket", "A": "acorn",
    "mana": "{} mana", "generic": "{} generic", "or": " or ", "Phyrexian": "Phyrexian {}",
}  # fmt: skip


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def same_form(name: str) -> Iterator[str]:
    """Yield a name unchanged, for languages without regular plurals."""
    yield name


_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")


class Meaning(NamedTuple):
    """The words of a language for a meaning that a translation must keep: the usual word, and two patterns.

    ``sure`` matches words that always have the meaning, ``possible`` those that may have it. Where both match at a
    place, ``possible`` counts: its longer words exclude parts of other words.
    """

    word: str
    sure: str = ""
    possible: str = ""


def numbers_from_two(words: Iterable[str]) -> dict[str, Meaning]:
    """Return the English numbers from two to ten with the word and figure of a language, for ``meanings``."""
    english = "two three four five six seven eight nine ten".split()
    pairs = enumerate(zip(english, words, strict=True), 2)
    return {
        number: Meaning(word, possible=f"{word}|{figure}|{str(figure).translate(_FULL_WIDTH)}")
        for figure, (number, word) in pairs
    }


def usual_name(names: tuple[str, ...]) -> str:
    """Return the usual name of a part of the document, with a capital."""
    return names[0][:1].upper() + names[0][1:]


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentWords:
    """The names of the document's parts, in lower case, the usual name first."""

    introduction: tuple[str, ...] = ("introduction",)
    contents: tuple[str, ...] = ("contents", "table of contents")
    glossary: tuple[str, ...] = ("glossary",)
    index: tuple[str, ...] = ("index",)
    credits: tuple[str, ...] = ("credits",)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeWords:
    """The words a screen reader reads before changed words."""

    inserted: str = "inserted: "
    deleted: str = "deleted: "
    moved_here: str = "moved here: "
    moved_away: str = "moved away: "


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """The forms of dates. "Pattern" means a regular expression without groups."""

    # The twelve months; further spellings of one follow it behind a space.
    months: tuple[str, ...] = ()
    short_months: tuple[str, ...] = ()
    # Pattern of the suffix of an ordinal day: 1st, 1er.
    ordinal: str = ""
    # Pattern of a sentence with the date of effect.
    effective: str = ""
    # Heads of web pages that give one date for each language: US [30/09/2011].
    labels: tuple[str, ...] = ()
    # Words between a rule number and its day, and further words in front of a day.
    links: tuple[str, ...] = ()
    openers: tuple[str, ...] = ()
    # Words behind a day: 2006年5月1日版.
    closers: tuple[str, ...] = ()
    # Pattern of words that show that 04/02/2011 is in February.
    day_first_signs: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageWords:
    """Words of web pages and files around the rules. All but ``columns`` are patterns."""

    edit: str = ""
    # The notice of a wiki that it quotes.
    quoted: str = ""
    # How a page footer begins.
    feet: tuple[str, ...] = ()
    greetings: str = ""
    errors: str = ""
    # Page 3 of 10.
    page: str = ""
    page_of: str = ""
    # Names of the columns of a table, in lower case, by content: heading, text, examples.
    columns: Mapping[str, str] = field(default_factory=dict)
    # Words that no sentence has side by side, with the space between as the one group: joined columns.
    never_together: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextLanguage:
    """A language in which rules or names of cards are written.

    ``name`` is English and a message for translators; ``tag`` is for ``lang`` attributes, where it is not the code.
    """

    code: str
    name: str = ""
    own_name: str = ""
    tag: str = ""
    # The code with three letters, by ISO 639-2.
    alpha_3: str = ""
    # The script, by ISO 15924.
    script: str = "Latn"

    # ---- Files of cards ----
    # Names and codes that Scryfall and MTGJSON use, in lower case.
    aliases: tuple[str, ...] = ()
    # The language code of cards.
    cards: str = ""
    # Whether common types are lower-case within a sentence.
    small_types: bool = False
    # Words between the halves of a name or type.
    and_words: tuple[str, ...] = ()

    # ---- The document ----
    document: DocumentWords = DocumentWords()
    # Pattern of the word that begins an example, without its colon.
    example: str = ""
    dates: DateWords = DateWords()
    pages: PageWords = PageWords()
    changes: ChangeWords = ChangeWords()
    symbols: Mapping[str, str] = field(default_factory=lambda: ENGLISH_SYMBOLS)
    # Pattern of the remark that marks an obsolete term.
    obsolete: str = ""
    # Whether this site sorts the glossary (not the source), and whether it has initial letters.
    sorts_terms: bool = True
    has_letters: bool = True
    # Whether editions print readings in brackets behind words.
    has_readings: bool = False

    # ---- Citations; all are patterns ----
    rule: str = ""
    rules: str = ""
    # Further words before a number: chapter.
    places: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    # Between two numbers of a list, and of a range.
    joins: tuple[str, ...] = ()
    ranges: tuple[str, ...] = ()
    # Words before a number that is cited and begins no rule.
    cites: tuple[str, ...] = ()

    # ---- Words ----
    # The name of its stemmer in Snowball.
    stemmer: str = ""
    # Pattern of elided words before an apostrophe: l'.
    elisions: str = ""
    # The commonest words of rules, which identify a text in Latin script.
    common: tuple[str, ...] = ()
    # Words that begin a phrase, and other function words.
    joining: frozenset[str] = frozenset()
    little: frozenset[str] = frozenset()
    # Words that a search does not require.
    unsearched: frozenset[str] = frozenset()
    # Words around a number and a date with which people ask what a rule said.
    asking: frozenset[str] = frozenset()
    # Words before or after the name of a card with which people ask for its rulings, as alternatives of a pattern.
    rulings_asked: str = ""
    # Terms that are everyday words.
    everyday: frozenset[str] = frozenset()
    # Generator of the forms of a term, the term first.
    forms: Callable[[str], Iterator[str]] = same_form
    # Whether a plural changes the end of its singular: abilities.
    changes_end: bool = False

    # ---- Checks of translations ----
    # How many letters say what one letter of English says, measured on known translations.
    length: float = 1.0
    # The quotation marks, the outer ones first; empty where they are not checked.
    quotes: str = ""
    # The pair that replaces wrong quotation marks.
    quote_pair: tuple[str, str] | None = None
    curly_apostrophe: bool = False
    # No-break spaces before : ; ! ? and inside « ».
    spaces_signs: bool = False
    # Full-width punctuation.
    full_width: bool = False
    # Words that may be repeated.
    twice: frozenset[str] = frozenset()
    # Meanings that a translation must keep, by the English word; the English row has all of them.
    meanings: Mapping[str, Meaning] = field(default_factory=dict)
    # Nouns that are easily taken for each other, by the English noun; the English row has all of them.
    nouns: Mapping[str, Meaning] = field(default_factory=dict)
    # Terms that translations of rules nearly always keep, by their English headings, with their names. The checks
    # expect them before a text of the language is imported, and count them in imported texts.
    game_terms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # The numbers from 0 on in words.
    numbers: tuple[str, ...] = ()

    # ---- Study ----
    # The name of the deck of its terms; a message.
    terms_deck: str = ""

    @property
    def card_code(self) -> str:
        """Return the language code of cards."""
        return self.cards or self.code

    @property
    def lang(self) -> str:
        """Return the value of a ``lang`` attribute."""
        return self.tag or self.code

    @property
    def is_spaced(self) -> bool:
        """Return whether spaces separate its words. Others are searched by pairs of letters."""
        return self.script not in ("Jpan", "Hans", "Hant")
