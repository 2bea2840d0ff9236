"""Written questions at a new version: numbers follow, and curators look at what cites a rule that changed."""

from rulesbase.models import Version, WrittenRevision
from rulesbase.study import merging_study_also
from rulesbase.study.authored.citations import all_doubts, settle_citations
from rulesbase.study.authored.decks import fill_written_decks
from rulesbase.study.authored.study_cards import settle_question


def register_verb() -> None:
    """Say that written questions are brought to new versions too; done once, when the program starts."""
    merging_study_also.register("written_to_review", follow_written)


def follow_written(version: Version) -> int:
    """Bind citations and questions to the rules as they stand now; how many questions a curator has to look at.

    Nobody is asked again before one has: whether the answer is another one, no program can tell.
    """
    del version
    settle_citations()
    for revision in WrittenRevision.objects.filter(status="published").select_related("written"):
        settle_question(revision.written, revision)
    fill_written_decks()
    return len(all_doubts())
