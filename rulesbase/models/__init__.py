"""All models, for `from rulesbase.models import User`."""

from rulesbase.models.accounts import ApiToken, OpenSession, SentMail, SentOnce, User
from rulesbase.models.action_log import ActionLog, FormerContributor
from rulesbase.models.annotations import PathStep, ReadingItem, ReadingList, ReadItem, RuleNote
from rulesbase.models.authored_questions import (
    QuestionNote,
    TestTaken,
    WrittenCitation,
    WrittenQuestion,
    WrittenRevision,
)
from rulesbase.models.bulletins import RemarkOnRule, VersionNote
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
from rulesbase.models.rules import Change, Document, Kinship, Rule
from rulesbase.models.search import SearchSynonym, StoredIndex
from rulesbase.models.study import Deck, DeckQuestion, Enrolment, Grade, Question, Studied, StudyOptions
from rulesbase.models.terminology import CheckSwitch, TermEntry
from rulesbase.models.translations import Binding, Draft, ReviewComment, TranslatedPlace, Translation
from rulesbase.models.uploads import Upload
from rulesbase.models.watches import Digest, Watch, WatchMail
