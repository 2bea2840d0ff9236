"""Django's own `migrate`, with each step and the note that it was taken in one transaction."""

from typing import Any

from django.core.management.commands import migrate
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.migration import Migration
from django.db.migrations.state import ProjectState


class WholeSteps(MigrationExecutor):
    """Django notes a step that makes indexes or links only after its transaction, and one taken back always so.

    Killed between the two, the step is taken and not noted: the next run would take it again, and fail for ever.
    """

    def apply_migration(
        self, state: ProjectState, migration: Migration, fake: bool = False, fake_initial: bool = False
    ) -> ProjectState:
        """Take a step and note it, both or neither."""
        if fake or fake_initial or not migration.atomic:
            return super().apply_migration(state, migration, fake, fake_initial)
        self._tell("apply_start", migration)
        with self.connection.schema_editor(atomic=True) as editor:
            state = migration.apply(state, editor)
            _finish(editor)
            # Its stubs are of an older form.
            self.record_migration(migration)  # type: ignore[call-arg, arg-type]
        self._tell("apply_success", migration)
        return state

    def unapply_migration(self, state: ProjectState, migration: Migration, fake: bool = False) -> ProjectState:
        """Take a step back and note it, both or neither."""
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
    """What waits for the end of a step: links, and indexes of new tables. The editor does it as it closes."""
    for statement in editor.deferred_sql:
        editor.execute(statement, None)
    editor.deferred_sql = []


class Command(migrate.Command):
    """``migrate [APP] [MIGRATION]``"""

    def handle(self, *args: Any, **options: Any) -> None:
        """As Django's, with whole steps."""
        # The command makes its executor by this name, and offers no other way to choose it.
        given, migrate.MigrationExecutor = migrate.MigrationExecutor, WholeSteps  # type: ignore[attr-defined]
        try:
            super().handle(*args, **options)
        finally:
            migrate.MigrationExecutor = given  # type: ignore[attr-defined]
