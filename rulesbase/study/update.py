"""Update questions and decks to the newest version in force."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from rulesbase.archive.catalogue import CatalogueVersion, catalogue
from rulesbase.core.database.write_lock import content_lock
from rulesbase.engine.documents import COMPREHENSIVE_RULES, TOURNAMENT_DOCUMENTS, document_active
from rulesbase.models import Entry, Question, StudyOptions
from rulesbase.study.authored.study_cards import follow_written
from rulesbase.study.decks.changes_deck import deck_of_changes
from rulesbase.study.questions.follow_version import FollowResult, follow, last_made
from rulesbase.study.questions.make_questions import GENERATED, GenerateResult, Progress, make_questions

# Takes the newest version in force and returns a count to report.
Verb = Callable[[CatalogueVersion], int]
_verbs: dict[str, Verb] = {}


def register(name: str, verb: Verb) -> None:
    """Register an action of each update; its count is reported under this name."""
    _verbs[name] = verb


class UpdateResult(NamedTuple):
    """The result of an update."""

    followed: FollowResult
    made: GenerateResult
    personal: int
    documents: Mapping[str, GenerateResult]
    also: Mapping[str, int]

    @property
    def counts(self) -> dict[str, Any]:
        """Return it as JSON data; ``personal`` counts the decks of changes since a day that users know."""
        documents = {document: made._asdict() for document, made in self.documents.items()}
        counts = {"followed": self.followed._asdict(), "made": self.made._asdict(), "personal": self.personal}
        return {**counts, "documents": documents, **self.also}


def update_study(*, progress: Progress | None = None) -> UpdateResult | None:
    """Update all generated questions and decks to the newest version in force. Idempotent, in one transaction.

    Run it after an import, and every day, as a version comes into force on its date. None without a version.
    """
    # The lock prevents duplicates by parallel updates, and imports meanwhile.
    with content_lock():
        version = catalogue().latest
        if version is None:
            return None
        followed = follow(version)
        made = make_questions(version, progress=progress)
        people = list(StudyOptions.objects.exclude(knows=None).select_related("user"))
        for options in people:
            deck_of_changes(options)
        documents = {}
        for document, newest in _documents():
            if newest and document != COMPREHENSIVE_RULES:
                follow(newest)
                documents[document] = make_questions(newest)
        others = {"written_to_review": follow_written(), **{name: verb(version) for name, verb in _verbs.items()}}
    return UpdateResult(followed, made, len(people), documents, others)


def _documents() -> Iterator[tuple[str, CatalogueVersion | None]]:
    """Yield each document with its newest version in force, while it is active."""
    for document in (COMPREHENSIVE_RULES, *TOURNAMENT_DOCUMENTS):
        with document_active(document):
            yield document, catalogue().latest


def is_up_to_date() -> bool:
    """Return whether the questions of every document are made from the current texts of its newest version in force.

    Four queries for each document.
    """
    found = True
    for document, version in _documents():
        # A tournament document may have nothing to ask.
        found &= _has_current_questions(version) or (document != COMPREHENSIVE_RULES and not last_made())
    return found


def _has_current_questions(version: CatalogueVersion | None) -> bool:
    if version is None:
        return True
    made = Question.objects.in_active_document().filter(kind__in=GENERATED, retired_on=None, owner=None)
    # Translations are made from other than English texts.
    english = made.exclude(kind=Question.Kind.TRANSLATION)
    texts = Entry.objects.filter(edition=version.main.pk, wording=OuterRef("made_from"))
    return last_made() == version.date and not english.exclude(Exists(texts)).exists()


def newest_texts() -> tuple[tuple[int, int | None] | None, ...]:
    """Return (version, source of its text) of the newest version in force of each document, to notice a change."""
    return tuple(version and (version.pk, version.main.source) for _document, version in _documents())
