"""All tables, so that the rest can say `from rulesbase.models import User`."""

from rulesbase.models.accounts import User
from rulesbase.models.actions import ActionLog, FormerContributor
from rulesbase.models.corrections import Correction
from rulesbase.models.desk import CheckSwitch, TermEntry
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
from rulesbase.models.sessions import OpenSession, SentMail
from rulesbase.models.study import Deck, DeckQuestion, Enrolment, Grade, Question, Studied, StudyOptions
from rulesbase.models.translations import Binding, Draft, ReviewComment, TranslatedPlace, Translation
from rulesbase.models.uploads import Upload
from rulesbase.models.watches import Digest, Watch, WatchMail

__all__ = [
    "ActionLog",
    "Agreement",
    "Binding",
    "Change",
    "CheckSwitch",
    "Correction",
    "Deck",
    "DeckQuestion",
    "Digest",
    "Draft",
    "Edition",
    "Enrolment",
    "Entry",
    "Example",
    "FormerContributor",
    "Grade",
    "Kinship",
    "OpenSession",
    "Question",
    "Reference",
    "RemarkOnRule",
    "ReviewComment",
    "Rule",
    "SentMail",
    "Source",
    "SourceFile",
    "State",
    "Studied",
    "StudyOptions",
    "TermEntry",
    "TranslatedPlace",
    "Translation",
    "Upload",
    "User",
    "Version",
    "VersionNote",
    "Watch",
    "WatchMail",
    "Wording",
]
