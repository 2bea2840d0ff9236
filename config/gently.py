"""Operations of migrations that lock nobody out of a large table, where the database can do so.

A migration with one of them says `atomic = False` and holds nothing else; see docs/deployment.md. Within a transaction
they are what any others are: a restore, which brings the tables of an older backup to those of today, has them for
itself, and PostgreSQL does nothing CONCURRENTLY there.
"""

from django.apps.registry import Apps
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddIndex
from django.db.migrations.state import ProjectState


class AddIndexGently(AddIndex):
    """An index that is made while people write: on PostgreSQL CONCURRENTLY, on SQLite as any other."""

    atomic = False

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Make the index; one that a broken run left half made is taken away first."""
        if not _can_be_gentle(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        apps: Apps = to_state.apps
        model = apps.get_model(app_label, self.model_name)
        schema_editor.remove_index(model, self.index, concurrently=True)  # type: ignore[call-arg]
        AddIndexConcurrently(self.model_name, self.index).database_forwards(
            app_label, schema_editor, from_state, to_state
        )

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Take the index away."""
        if not _can_be_gentle(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        AddIndexConcurrently(self.model_name, self.index).database_backwards(
            app_label, schema_editor, from_state, to_state
        )


def _can_be_gentle(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    connection = schema_editor.connection
    return connection.vendor == "postgresql" and not connection.in_atomic_block
