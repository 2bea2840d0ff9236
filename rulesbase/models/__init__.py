"""All tables, so that the rest can say `from rulesbase.models import User`."""

from rulesbase.models.accounts import User
from rulesbase.models.corrections import Correction
from rulesbase.models.editions import (
    Agreement,
    Edition,
    Entry,
    Example,
    Reference,
    Source,
    SourceFile,
    State,
    Version,
    Wording,
)
from rulesbase.models.notes import RemarkOnRule, VersionNote
from rulesbase.models.rules import Change, Kinship, Rule

__all__ = [
    "Agreement",
    "Change",
    "Correction",
    "Edition",
    "Entry",
    "Example",
    "Kinship",
    "Reference",
    "RemarkOnRule",
    "Rule",
    "Source",
    "SourceFile",
    "State",
    "User",
    "Version",
    "VersionNote",
    "Wording",
]
