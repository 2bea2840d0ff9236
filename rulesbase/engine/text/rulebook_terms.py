"""Terms of a rulebook of before 1999, and what each became in the first glossary of the Comprehensive Rules.

Terms are those of the rulebook's glossary, its defined words (``First Strike: ...``), its titles where the text uses
the words again, and names of the newer glossary that the text uses.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.text.document_numbers import document_parent

_DEFINED = re.compile(r"(?P<name>[A-Z][A-Za-z-]*(?: [A-Za-z-]+){0,2}): +[A-Z]")
_QUALIFIERS = re.compile(
    r"^(?:more (?:on|about) (?:the )?|basic |advanced |other (?:types of )?|special |specialized )", re.I
)
_SUFFIX = re.compile(r"(?:ting|ing|ion|e)$")
_AND = re.compile(r" and | or |/|, ")
# Titles that address the reader, and references to parts of the book, are no terms.
_SENTENCE = re.compile(r",|\.\.\.|'re\b|\byour?\b", re.I)
_REFERENCE = re.compile(r"(?:in )?section\b", re.I)
_REMARK = re.compile(r"\s*\([A-Za-z -]+\)$")
# How the newer glossary points from an old word to its successor.
_POINTER = re.compile(
    r"\b(?:(?:old|former|obsolete) (?:term|name|word)|synonym) for (?:an? |the )?|\bis a form of |^to [a-z ]+ is to ",
    re.I,
)
_MOST_WORDS, _FEWEST_USES, _LONGEST_EVIDENCE = 3, 3, 200


class NewTerm(NamedTuple):
    """A term of the newer glossary: its number, name and definition."""

    number: str
    name: str
    text: str

    @property
    def plain(self) -> str:
        """The name without its remark, in lower case and singular."""
        return singular(without_remark(self.name))


class TermLink(NamedTuple):
    """A term of the rulebook: name, number of the section with it, the newer term or None, relation and evidence.

    ``relation`` is ``same``, ``became`` or ``gone``.
    """

    name: str
    section: str
    successor: NewTerm | None
    relation: str
    evidence: str


def without_remark(name: str) -> str:
    """Return the name of a term without a remark such as ``(Obsolete)``."""
    return _REMARK.sub("", name)


def singular(name: str) -> str:
    """Return a name in lower case with its last word in the singular: ``Mana Sources`` as ``mana source``."""
    words = name.lower().strip(" .!")
    if words.endswith("ies"):
        return f"{words[:-3]}y"
    return words[:-1] if words.endswith("s") and not words.endswith("ss") else words


def _stem(name: str) -> str:
    """Return what a verb and its nouns have in common: ``Regeneration`` and ``Regenerate``."""
    return _SUFFIX.sub("", singular(name))


def link_terms(nodes: Sequence[RuleNode], newer: Sequence[NewTerm]) -> list[TermLink]:
    """Return the terms of a rulebook in alphabetical order, each once, with its successor among newer terms."""
    by_name = {_stem(term.plain): term for term in newer if len(term.plain.split()) == 1}
    by_name |= {part: term for term in newer for part in (*map(singular, _AND.split(term.plain)), term.plain)}
    found: dict[str, TermLink] = {}
    for name, section in _names(nodes, newer):
        found.setdefault(singular(name), _link(name, section, by_name))
    return sorted(found.values(), key=lambda link: link.name.lower())


def _names(nodes: Sequence[RuleNode], newer: Sequence[NewTerm]) -> Iterator[tuple[str, str]]:
    """Yield each term with the number of the section that explains or first uses it."""
    text = "\n".join(node.text for node in nodes).lower()
    for node in nodes:
        if node.kind is Kind.TERM:
            yield node.heading, node.number
    for node in nodes:
        if not document_parent(node.number):
            # The introduction and the parts name no terms.
            continue
        defined = [match["name"] for line in node.text.split("\n") if (match := _DEFINED.match(line))]
        title = [] if _SENTENCE.search(node.heading) else _AND.split(_QUALIFIERS.sub("", node.heading))
        for name in (*defined, *title):
            used = len(_use_of(name).findall(text)) >= _FEWEST_USES
            if used and name[:1].isupper() and len(name.split()) <= _MOST_WORDS and not _REFERENCE.match(name):
                yield name.rstrip("!"), node.number
    for term in newer:
        use = _use_of(term.plain)
        section = next((node.number for node in nodes if use.search(node.text.lower())), "")
        if section and len(term.plain) > 1:
            yield without_remark(term.name), section


def _use_of(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(singular(name))}(?:e?s)?\b")


def _link(name: str, section: str, by_name: dict[str, NewTerm]) -> TermLink:
    """Return what a term is in the newer glossary: the same name, the one its entry points to, or nothing."""
    term = by_name.get(singular(name)) or by_name.get(_stem(name))
    if term is None:
        return TermLink(name, section, None, "gone", "")
    evidence = term.text.split("\n")[0][:_LONGEST_EVIDENCE]
    if pointer := _POINTER.search(evidence):
        tail = re.split(r"[.,;]| that | or ", evidence[pointer.end() :].lower(), maxsplit=1)[0]
        successor = by_name.get(singular(tail))
        if successor and successor != term:
            return TermLink(name, section, successor, "became", evidence)
    return TermLink(name, section, term, "same", evidence)
