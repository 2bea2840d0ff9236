"""Terms of rulebooks of before 1999 and what each became in the newer glossary."""

from rulesbase.engine.nodes import Kind, RuleNode
from rulesbase.engine.text.rulebook_terms import NewTerm, link_terms

OWLS = """Hooting Cost: Every owl asks a hooting cost, and pays the hooting cost.
Feeding an owl is feeding a friend; a feeding takes mice. None likes the hooting cost."""
NEWER = [
    NewTerm("a", "Owl Price", "What an owl asks."),
    NewTerm("b", "Hooting Cost (Obsolete)", "Once the old name for owl price.\nSee rule 1."),
    NewTerm("c", "Feed", "To give mice."),
    NewTerm("d", "Friend", "The old name for friend."),
    NewTerm("e", "Berry and Nut", "To peck berries is to eat them."),
]


def test_terms_lead_to_the_newer_glossary() -> None:
    mice = "Mice eat berries, and berries grow by mice. In section mice."
    nodes = [
        RuleNode("1", Kind.CHAPTER, "Owls", "Owls and owls of owls.", (), 0),
        RuleNode("1.1", Kind.RULE, "Feeding", OWLS, (), 1),
        RuleNode("1.2", Kind.TERM, "Perches", "Where owls sit.", (), 2),
        RuleNode("1.3", Kind.TERM, "Friends", "They feed owls.", (), 3),
        RuleNode("1.4", Kind.RULE, "More on Mice!", mice, (), 4),
        RuleNode("1.5", Kind.RULE, "Special Nests, or Your Nest", "A nest is a nest of nests.", (), 5),
        RuleNode("1.6", Kind.TERM, "Berries", "They grow.", (), 6),
    ]
    found = {link.name: link for link in link_terms(nodes, NEWER)}
    assert {name: (link.section, link.successor, link.relation) for name, link in found.items()} == {
        "Berries": ("1.6", NEWER[4], "same"),
        "Feed": ("1.3", NEWER[2], "same"),
        "Feeding": ("1.1", NEWER[2], "same"),
        "Friends": ("1.3", NEWER[3], "same"),
        "Hooting Cost": ("1.1", NEWER[0], "became"),
        **{name: (section, None, "gone") for name, section in (("Mice", "1.4"), ("Perches", "1.2"))},
    }
    assert [found[name].evidence for name in ("Hooting Cost", "Perches")] == ["Once the old name for owl price.", ""]
