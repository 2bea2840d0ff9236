"""Django's `migrate`, with each migration and its record in one transaction."""

from typing import Any

from django.core.management.commands import migrate
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

from rulesbase.translations.term_counts import count_terms


class AtomicMigrationExecutor(MigrationExecutor):
    """Record each migration in its own transaction; Django records some only after it.

    If the process were killed in between, the next run would apply the migration again, and fail.
    """

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Apply a migration and record it in one transaction."""
        if fake or fake_initial or not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        self._tell("apply_start", migration)
        with self.connection.schema_editor(atomic=True) as editor:
            state = migration.apply(state, editor)
            _finish(editor)
            # The type stubs have an older signature.
            self.record_migration(migration)  # type: ignore[call-arg, arg-type]
        self._tell("apply_success", migration)
        return state

    def unapply_migration(self, state: ProjectState, migration: Migration, fake: bool = False) -> ProjectState:
        """Unapply a migration and record that in one transaction."""
        if fake or migration.replaces or not migration.atomic:
            return super().unapply_migration(state, migration, fake)
        self._tell("unapply_start", migration)
        with self.connection.schema_editor(atomic=True) as editor:
            state = migration.unapply(state, editor)
            _finish(editor)
            self.recorder.record_unapplied(migration.app_label, migration.name)
        self._tell("unapply_success", migration)
        return state

    def _tell(self, what: str, migration: Migration) -> None:
        if self.progress_callback:
            self.progress_callback(what, migration, False)


def _finish(editor: Any) -> None:
    """Run the deferred statements of a migration: foreign keys, and indexes of new tables."""
    for statement in editor.deferred_sql:
        editor.execute(statement, None)
    editor.deferred_sql = []


class Command(migrate.Command):
    """``migrate [APP] [MIGRATION]``"""

    def handle(self, *args: Any, **options: Any) -> None:
        """Run Django's command with AtomicMigrationExecutor; after an upgrade count terms, so that no visitor waits."""
        # The command offers no other way to choose its executor.
        given, migrate.MigrationExecutor = migrate.MigrationExecutor, AtomicMigrationExecutor  # type: ignore[attr-defined]
        try:
            super().handle(*args, **options)
        finally:
            migrate.MigrationExecutor = given  # type: ignore[attr-defined]
        if not (options["app_label"] or options["plan"] or options["check_unapplied"]):
            count_terms()
