"""Django's `migrate`, with each migration that is applied and its record in one transaction."""

from typing import Any

from django.core.management.commands import migrate
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState

from rulesbase.translations.term_counts import count_terms


class AtomicMigrationExecutor(MigrationExecutor):
    """Record each migration that is applied in its own transaction; Django records some only after it.

    If the process were killed in between, the next run would apply the migration again, and fail.
    """

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Apply a migration and record it in one transaction."""
        if fake or fake_initial or not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        if self.progress_callback:
            self.progress_callback("apply_start", migration, fake)
        with self.connection.schema_editor(atomic=True) as editor:
            state = migration.apply(state, editor)
            # Foreign keys, and indexes of new tables.
            for statement in editor.deferred_sql:
                editor.execute(statement, None)
            editor.deferred_sql = []
            # The type stubs have an older signature.
            self.record_migration(migration)  # type: ignore[call-arg, arg-type]
        if self.progress_callback:
            self.progress_callback("apply_success", migration, fake)
        return state


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
