"""Entries whose text still grows. Adding takes the same time however long an entry has become."""

from rulesbase.engine.nodes import Passage, RuleNode


class Growing:
    """One entry while its paragraphs and examples are read."""

    __slots__ = ("emphasis", "examples", "length", "node", "texts")

    def __init__(self, node: RuleNode) -> None:
        self.node = node
        self.texts = [node.text] if node.text else []
        self.length = len(node.text)
        self.emphasis = list(node.emphasis)
        self.examples = list(node.examples)

    def add(self, passage: Passage) -> None:
        """A further paragraph of the text."""
        shift = self.length + 1 if self.texts else 0
        self.emphasis += ((start + shift, end + shift) for start, end in passage.emphasis)
        self.texts.append(passage.text)
        self.length = shift + len(passage.text)

    def done(self) -> RuleNode:
        """The entry with all that was added."""
        number, kind, heading, _, _, line, _ = self.node
        text = "\n".join(self.texts)
        return RuleNode(number, kind, heading, text, tuple(self.examples), line, tuple(self.emphasis))
