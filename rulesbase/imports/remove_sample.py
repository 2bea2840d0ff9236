"""Remove the sample when the first real rules are imported."""

from django.db import router

from rulesbase.core.database.append_only import empty_log
from rulesbase.imports.undo import drop_wordings
from rulesbase.models import (
    ActionLog,
    Correction,
    Deck,
    Draft,
    Question,
    Rule,
    Source,
    SourceFile,
    Translation,
    Version,
    Wording,
    WrittenQuestion,
)


def remove_sample() -> None:
    """Delete all Comprehensive Rules, which are the sample: it is only loaded if there are none.

    Tournament documents may have been imported beside it. They stay, and with them the log.
    """
    if Source.every.count() == Source.objects.count():
        # The log may only be deleted together with all content.
        empty_log(router.db_for_write(ActionLog))
    # Delete questions about the rules; cards and decks of users stay.
    WrittenQuestion.objects.all().delete()
    Question.objects.in_active_document().filter(owner=None).delete()
    Deck.objects.filter(owner=None).delete()
    Correction.objects.all().delete()
    Rule.objects.exclude(merged_into=None).update(merged_into=None)
    Source.objects.all().delete()
    Version.objects.all().delete()
    Rule.objects.all().delete()
    SourceFile.objects.exclude(sha256__in=Source.every.values("sha256")).delete()
    Translation.objects.filter(places=None).delete()
    Draft.objects.filter(original__entries=None, original__examples=None).delete()
    drop_wordings(set(Wording.objects.values_list("pk", flat=True)))
