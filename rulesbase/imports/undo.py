"""Undo an import as a whole, as if the file had never been imported.

The work of people stays: translations based on imported ones, and the texts that drafts, notes, reading lists, study
cards and questions refer to.
"""

from collections.abc import Collection

from django.db.models import ManyToOneRel
from django.utils.translation import gettext as _

from rulesbase.archive.bulletins import update_bulletins
from rulesbase.archive.text_index import remove_from_index
from rulesbase.core.database.many_keys import keys_subquery
from rulesbase.core.database.write_lock import writing
from rulesbase.core.errors import Refused
from rulesbase.engine.documents import document_active
from rulesbase.imports.compose_edition import compose
from rulesbase.lineage.assign_rules import relink
from rulesbase.lineage.followed_editions import edition_after, followed_editions
from rulesbase.lineage.reference_targets import clear_targets, restore_targets
from rulesbase.lineage.store_changes import delete_changes
from rulesbase.models import ActionLog, Edition, Example, Reference, Rule, Source, SourceFile, User, Version, Wording
from rulesbase.translations.alignment import align_edition
from rulesbase.translations.shown_translation import delete_places, update_shown


class CannotUndo(Refused):
    """This import cannot be undone."""


def affected_languages(source: Source) -> set[str]:
    """Return the languages in which readers lose a text if the import of a file is undone.

    English that is only a partial source beside a whole edition does not count.
    """
    rows = Source.every.filter(sha256=source.sha256).select_related("edition")
    return {source.language, *(row.language for row in rows if row.language != "en" or _gives_edition_its_text(row))}


def _gives_edition_its_text(source: Source) -> bool:
    edition = source.edition
    return edition is not None and (edition.text_source_id == source.pk or not edition.complete)


def undo_import(source: Source, *, by: User | None = None, reason: str = "") -> None:
    """Undo the import of a file, in all its languages.

    An edition gets its former text back, or its partial sources. Editions without sources and versions without
    editions are deleted. Raises CannotUndo for the sample, which only an import of rules replaces.
    """
    if source.edition and source.edition.version.is_sample:
        raise CannotUndo(_("These are the sample rules. They are removed when real rules are imported."))
    with document_active(source.document), writing():
        sources = Source.objects.filter(sha256=source.sha256).select_related("edition__version")
        # English last: translations are aligned with it.
        for one in sorted(sources, key=lambda row: row.language == "en"):
            _undo(one, by, reason)
        SourceFile.objects.filter(sha256=source.sha256).delete()
        update_bulletins()


def _undo(source: Source, by: User | None, reason: str) -> None:
    edition = source.edition
    place = f"{edition.version} {source.language}" if edition else source.language
    ActionLog.objects.create(
        verb=ActionLog.Verb.UNDONE,
        author=by,
        language=source.language,
        place=place,
        reason=reason[:500],
        details={"name": source.name, "sha256": source.sha256, "entries": source.rules + source.terms},
    )
    was_text = edition is not None and edition.text_source_id == source.pk
    touched = delete_places(source)
    wordings = _wordings_of(source)
    rules = set(source.entries.exclude(rule=None).values_list("rule_id", flat=True))
    followed = was_text and source.language == "en"
    cleared = clear_targets(edition.version) if edition and followed else []
    source.delete()
    update_shown(touched, source.language)
    if edition:
        _restore(edition, followed)
    if followed:
        restore_targets(cleared)
        Rule.objects.filter(pk__in=rules, entries=None, merged=None, merged_into=None).delete()
    drop_wordings(wordings)


def _wordings_of(source: Source) -> set[int]:
    """Return the wordings that may be unused after the undo."""
    entries = set(source.entries.values_list("wording_id", flat=True))
    examples = set(Example.objects.filter(entry__source=source).values_list("wording_id", flat=True))
    around = {source.introduction_id, source.index_id, source.credits_id, source.commentary_id}
    return entries | examples | {pk for pk in around if pk}


# ---- The edition without it ----


def _restore(edition: Edition, followed: bool) -> None:
    """Rebuild the edition from its other sources; delete it if there are none."""
    version = edition.version
    whole = edition.sources.filter(whole=True).order_by("-pk").first()
    if whole:
        edition.entries.exclude(source=whole).update(edition=None)
        whole.entries.update(edition=edition)
        edition.text_source, edition.complete = whole, True
        edition.rules, edition.examples, edition.terms = whole.rules, whole.examples, whole.terms
        edition.save()
    elif edition.sources.exists():
        compose(edition)
    else:
        edition.delete()
    if followed:
        _relink(version, stays=whole is not None)
    if edition.pk:
        align_edition(edition)
    else:
        _realign(version)
        if not version.editions.exists():
            version.delete()


def _relink(version: Version, *, stays: bool) -> None:
    """Link the English versions around one whose text was removed or restored."""
    delete_changes(version)
    if stays:
        relink(version)
    after = edition_after(version)
    if after:
        # The first version has no changes; a later reinstated rule may have been removed in the deleted version.
        delete_changes(after.version)
        relink(after.version)


def _realign(version: Version) -> None:
    """Align translations whose English was removed with the next best edition."""
    for edition in Edition.objects.filter(version=version).exclude(language="en"):
        align_edition(edition)
    lost = Source.objects.exclude(language="en").filter(binding__english=None).select_related("edition__version")
    for source in lost if followed_editions().exists() else ():
        if source.edition and source.edition.version_id != version.pk:
            align_edition(source.edition)


# ---- Unused rows ----


def drop_wordings(wordings: set[int]) -> None:
    """Delete wordings that are not used any more, with their references."""
    unused = Wording.objects.filter(pk__in=keys_subquery(wordings - _used_in_rows(wordings)))
    folds = {wording.fold for wording in unused}
    remove_from_index(unused)
    unused.delete()
    still = set(Wording.objects.filter(fold__in=folds).values_list("fold", flat=True))
    Reference.objects.filter(fold__in=folds - still).delete()


def _used_in_rows(wordings: Collection[int]) -> set[int]:
    """Return the wordings that a row of any table refers to: entries, translations, notes, questions, the log."""
    used: set[int] = set()
    for relation in Wording._meta.get_fields(include_hidden=True):
        if isinstance(relation, ManyToOneRel):
            rows = relation.related_model._base_manager.filter(
                **{f"{relation.field.name}__in": keys_subquery(wordings)}
            )
            used.update(rows.values_list(relation.field.attname, flat=True))
    return used
