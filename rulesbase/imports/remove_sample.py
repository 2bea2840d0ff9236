"""Remove the sample when the first real rules are imported."""

from django.db import router
from django.db.models import Model

from rulesbase.archive import text_index
from rulesbase.core.database.append_only import empty_log
from rulesbase.models import (
    ActionLog,
    Agreement,
    Binding,
    Change,
    Correction,
    Deck,
    Draft,
    Edition,
    Entry,
    Example,
    Kinship,
    Question,
    Reference,
    ReviewComment,
    Rule,
    Source,
    SourceFile,
    TranslatedPlace,
    Translation,
    Version,
    Wording,
    WrittenQuestion,
)


def remove_sample() -> None:
    """Delete the sample. It is only loaded into an empty database, so all content belongs to it."""
    text_index.empty()
    # The log may only be deleted together with all content.
    empty_log(router.db_for_write(ActionLog))
    # Delete questions about the rules; cards and decks of users stay.
    WrittenQuestion.objects.all().delete()
    Question.objects.filter(owner=None).delete()
    Deck.objects.filter(owner=None).delete()
    dependent: tuple[type[Model], ...] = (
        ReviewComment,
        Draft,
        TranslatedPlace,
        Translation,
        Binding,
        Agreement,
        Change,
        Correction,
        Kinship,
        Example,
        Entry,
    )
    for model in dependent:
        model._default_manager.all().delete()
    Edition.objects.update(text_source=None)
    Rule.objects.exclude(merged_into=None).update(merged_into=None)
    rest: tuple[type[Model], ...] = (Source, SourceFile, Edition, Version, Reference, Rule, Wording)
    for model in rest:
        model._default_manager.all().delete()
