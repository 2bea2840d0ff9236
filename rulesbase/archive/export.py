"""Read whole editions from the tables: as RulesText, and as plain data."""

from typing import Any

from rulesbase.core.grouping import grouped
from rulesbase.engine.nodes import Issue, Kind, Passage, RuleNode, RulesText
from rulesbase.engine.text.emphasis import read_spans
from rulesbase.models import Edition, Entry, Example, Source, Wording
from rulesbase.models.editions import ENGINE_KINDS


def _text(wording: Wording | None) -> str:
    return wording.text if wording else ""


def _examples(edition: Edition) -> dict[int, tuple[Passage, ...]]:
    examples = Example.objects.filter(entry__edition=edition).order_by("position")
    rows = examples.values_list("entry_id", "wording__text", "wording__emphasis")
    found = grouped((entry, Passage(text, read_spans(emphasis))) for entry, text, emphasis in rows)
    return {entry: tuple(passages) for entry, passages in found.items()}


def source_of(edition: Edition) -> Source | None:
    """Return the source of the text of an edition, else its first partial source."""
    whole = Source.objects.select_related("introduction", "index", "credits")
    return whole.filter(text_of=edition).first() or whole.filter(edition=edition).order_by("pk").first()


def text_of_edition(edition: Edition) -> RulesText:
    """Return a whole edition as parsed, with the issues of its source. Four queries."""
    examples = _examples(edition)
    fields = ("pk", "number", "kind", "line", "wording__heading", "wording__text", "wording__emphasis")
    nodes: list[RuleNode] = []
    for pk, number, kind_number, line, heading, text, emphasis in Entry.objects.of(edition).values_list(*fields):
        kind = ENGINE_KINDS[kind_number]
        passages = examples.get(pk, ())
        nodes.append(
            RuleNode("" if kind is Kind.TERM else number, kind, heading, text, passages, line, read_spans(emphasis))
        )
    source = source_of(edition)
    return RulesText(
        language=edition.language,
        date=edition.version.date,
        title=source.title if source else "",
        introduction=_text(source.introduction if source else None),
        entries=tuple(node for node in nodes if node.kind is not Kind.TERM),
        glossary=tuple(node for node in nodes if node.kind is Kind.TERM),
        index=_text(source.index if source else None),
        credits=_text(source.credits if source else None),
        issues=tuple(Issue(*issue) for issue in source.issues) if source else (),
        whole=edition.complete,
    )


def edition_data(edition: Edition) -> dict[str, Any]:
    """Return a whole edition as plain data. The format is public: fields may be added, not renamed."""
    text = text_of_edition(edition)
    return {
        "version": edition.version.date.isoformat(),
        "language": text.language,
        "title": text.title,
        "introduction": text.introduction,
        "entries": [
            {"number": node.number, "kind": node.kind, "heading": node.heading, **_words(node)} for node in text.entries
        ],
        "glossary": [{"term": node.heading, **_words(node)} for node in text.glossary],
        "index": text.index,
        "credits": text.credits,
        "issues": [issue._asdict() for issue in text.issues],
    }


def _words(node: RuleNode) -> dict[str, Any]:
    return {"text": node.text, "examples": [example.text for example in node.examples]}
