"""Store wordings, entries, examples and references of a parsed text, each text once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from rulesbase.archive.text_index import add_to_index
from rulesbase.engine.nodes import Kind, Passage, RuleNode, RulesText
from rulesbase.engine.text.emphasis import write_spans
from rulesbase.engine.text.normalize import digest, fold_number
from rulesbase.engine.text.numbers import chapter_index, sort_key
from rulesbase.engine.text.references import numbers_named
from rulesbase.models import Edition, Entry, Example, Reference, Source, Wording

KINDS: dict[Kind, int] = {kind: Entry.Kind[kind.name] for kind in Kind}


class WordingDraft(NamedTuple):
    """A wording that may be stored already."""

    digest: str
    language: str
    heading: str
    text: str
    emphasis: str


def wording_draft(language: str, heading: str, passage: Passage) -> WordingDraft:
    """Return a text as a wording, not stored."""
    emphasis = write_spans(passage.emphasis) if passage.emphasis else ""
    heading = heading[:500]
    return WordingDraft(digest(language, heading, passage.text, emphasis), language, heading, passage.text, emphasis)


def _drafts(parsed: RulesText) -> Iterator[tuple[str, RuleNode, WordingDraft, list[WordingDraft]]]:
    """Yield number, node, wording, and wordings of the examples of all entries in order, terms last."""
    nodes = [*parsed.entries, *parsed.glossary]
    numbers = [node.number for node in parsed.entries] + term_slugs(parsed.glossary)
    for number, node in zip(numbers, nodes, strict=True):
        text = wording_draft(parsed.language, node.heading, Passage(node.text, node.emphasis))
        yield number, node, text, [wording_draft(parsed.language, "", passage) for passage in node.examples]


def content_of(parsed: RulesText) -> list[tuple[str, str, list[str]]]:
    """Return (number, digest of the wording, digests of the examples) of all entries in order."""
    return [
        (number, text.digest, [example.digest for example in examples])
        for number, _node, text, examples in _drafts(parsed)
    ]


def store_wordings(drafts: Iterable[WordingDraft]) -> dict[str, int]:
    """Store new wordings with references and index entries; return digest -> id for all."""
    wanted = {draft.digest: draft for draft in drafts}
    try:
        with transaction.atomic():
            return _store_wordings(wanted)
    except IntegrityError:
        # Another transaction stored one of the wordings at the same time; now it is found.
        return _store_wordings(wanted)


def _store_wordings(wanted: Mapping[str, WordingDraft]) -> dict[str, int]:
    found = dict(Wording.objects.filter(digest__in=wanted).values_list("digest", "pk"))
    new = [
        Wording(**draft._asdict(), fold=fold_number(draft.heading, draft.text))
        for key, draft in wanted.items()
        if key not in found
    ]
    references = [
        Reference(fold=wording.fold, number=number) for wording in new for number in numbers_named(wording.text)
    ]
    Wording.objects.bulk_create(new)
    add_to_index(new)
    Reference.objects.bulk_create(references, ignore_conflicts=True)
    return found | {wording.digest: wording.pk for wording in new}


def store_texts(language: str, texts: Sequence[str]) -> list[int | None]:
    """Store free texts (introduction, credits); return the ids of their wordings in order, None for an empty one."""
    drafts = [wording_draft(language, "", Passage(text)) if text else None for text in texts]
    ids = store_wordings(draft for draft in drafts if draft)
    return [ids[draft.digest] if draft else None for draft in drafts]


def term_slug(heading: str) -> str:
    """Return the slug of a term, with letters of any script."""
    return slugify(heading, allow_unicode=True)[:70] or "term"


def term_slugs(terms: Sequence[RuleNode]) -> list[str]:
    """Return a slug for each term, unique within the glossary."""
    seen: dict[str, int] = {}
    slugs: list[str] = []
    for term in terms:
        slug = term_slug(term.heading)
        seen[slug] = count = seen.get(slug, 0) + 1
        slugs.append(slug if count == 1 else f"{slug}-{count}")
    return slugs


def make_entries(source: Source, edition: Edition | None, parsed: RulesText) -> tuple[list[Entry], list[Example]]:
    """Store the wordings of a parsed text; return unsaved entries of ``edition`` and examples, terms last.

    Positions are those in the file; in an edition composed of partial sources they follow from the numbers.
    """
    drafts = list(_drafts(parsed))
    examples = (wording for _number, _node, _text, group in drafts for wording in group)
    ids = store_wordings([*(text for _number, _node, text, _group in drafts), *examples])
    entries = [
        Entry(
            source_id=source.pk,
            edition_id=edition.pk if edition else None,
            position=at if parsed.whole or node.kind is Kind.TERM else sort_key(number),
            number=number,
            kind=KINDS[node.kind],
            chapter=Entry.TERMS if node.kind is Kind.TERM else chapter_index(number),
            line=node.line,
            wording_id=ids[text.digest],
        )
        for at, (number, node, text, _group) in enumerate(drafts)
    ]
    rows = [
        Example(entry=entry, position=at, wording_id=ids[wording.digest])
        for entry, (_number, _node, _text, group) in zip(entries, drafts, strict=True)
        for at, wording in enumerate(group)
    ]
    return entries, rows


def store_entries(entries: list[Entry], examples: list[Example]) -> None:
    """Insert the rows of ``make_entries``."""
    Entry.objects.bulk_create(entries)
    for example in examples:
        example.entry_id = example.entry.pk
    Example.objects.bulk_create(examples)


def has_same_content(before: Source, source: Source, entries: Sequence[Entry], examples: Sequence[Example]) -> bool:
    """Return whether the rows of a source have the same content as another source. Two queries at most."""
    parts = ("introduction_id", "index_id", "credits_id")
    if any(getattr(before, part) != getattr(source, part) for part in parts):
        return False
    rows = before.entries.order_by("position").values_list("number", "kind", "wording")
    if list(rows) != [(entry.number, entry.kind, entry.wording_id) for entry in entries]:
        return False
    examples_before = Example.objects.filter(entry__source=before).order_by("entry__position", "position")
    mine = [(one.entry.number, one.wording_id) for one in examples]
    return list(examples_before.values_list("entry__number", "wording")) == mine
