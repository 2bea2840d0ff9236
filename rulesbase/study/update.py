"""Update questions and decks to the newest version in force."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef

from rulesbase.core.write_lock import content_lock
from rulesbase.engine.text.active_document import COMPREHENSIVE_RULES, TOURNAMENT_DOCUMENTS, document_active
from rulesbase.models import Edition, Entry, Question, StudyOptions, Version
from rulesbase.study.questions.changed_rules import deck_of_changes
from rulesbase.study.questions.follow_version import FollowResult, follow, last_made
from rulesbase.study.questions.generate import GENERATED, GenerateResult, Progress, make_questions

# Takes the newest version in force and returns a count to report.
Verb = Callable[[Version], int]
_verbs: dict[str, Verb] = {}


def register(name: str, verb: Verb) -> None:
    """Register an action of each update; its count is reported under this name. Raises ValueError for a second one."""
    if name in _verbs:
        raise ValueError(f"{name!r} is brought to new versions already")
    _verbs[name] = verb


@dataclass(frozen=True)
class UpdateResult:
    """The result of an update."""

    followed: FollowResult
    made: GenerateResult
    personal: int
    documents: Mapping[str, GenerateResult] = field(default_factory=dict)
    also: Mapping[str, int] = field(default_factory=dict)

    @property
    def counts(self) -> dict[str, Any]:
        """Return it as JSON data; ``personal`` counts the decks of changes since a day that users know."""
        documents = {document: made.counts for document, made in self.documents.items()}
        counts = {"followed": self.followed.counts, "made": self.made.counts, "personal": self.personal}
        return {**counts, "documents": documents, **self.also}


def update(*, progress: Progress | None = None) -> UpdateResult | None:
    """Update all generated questions and decks to the newest version in force. Idempotent, in one transaction.

    Run it after an import, and every day, as a version comes into force on its date. None without a version.
    """
    version = Version.objects.latest_in_force()
    if version is None:
        return None
    # The lock prevents duplicates by parallel updates, and imports meanwhile.
    with content_lock():
        followed = follow(last_made(), version)
        made = make_questions(version, progress=progress)
        people = list(StudyOptions.objects.exclude(knows=None).select_related("user"))
        for options in people:
            deck_of_changes(options)
        documents = _update_documents()
        others = {name: verb(version) for name, verb in _verbs.items()}
    return UpdateResult(followed, made, len(people), documents, others)


def _update_documents() -> dict[str, GenerateResult]:
    """Update the questions and decks of the tournament documents that have a version in force."""
    found = {}
    for document in TOURNAMENT_DOCUMENTS:
        with document_active(document):
            if version := Version.objects.latest_in_force():
                follow(last_made(), version)
                found[document] = make_questions(version)
    return found


def follows() -> bool:
    """Return whether the questions of every document are made from the current texts of its newest version in force.

    Four queries for each document.
    """
    if not _follows():
        return False
    for document in TOURNAMENT_DOCUMENTS:
        with document_active(document):
            # A document may have nothing to ask.
            if last_made() and not _follows():
                return False
    return True


def _follows() -> bool:
    version = Version.objects.latest_in_force()
    made = Question.objects.in_active_document().filter(kind__in=GENERATED, retired_on=None, owner=None)
    # Translations are made from other than English texts.
    english = made.exclude(kind=Question.Kind.TRANSLATION)
    texts = Entry.objects.filter(edition__version=version, edition__language="en", wording=OuterRef("made_from"))
    return version is None or (last_made() == version and not english.exclude(Exists(texts)).exists())


def newest_text() -> tuple[tuple[int, int | None] | None, ...]:
    """Return the newest version in force of each document with the source of its text: if one changes, update."""
    found = []
    for document in (COMPREHENSIVE_RULES, *TOURNAMENT_DOCUMENTS):
        with document_active(document):
            found.append(_newest_text())
    return tuple(found)


def _newest_text() -> tuple[int, int | None] | None:
    version = Version.objects.latest_in_force()
    if version is None:
        return None
    edition = Edition.objects.filter(version=version, language="en").first()
    return version.pk, edition.text_source_id if edition else None
