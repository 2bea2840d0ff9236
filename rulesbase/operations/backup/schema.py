"""Schemas of the program, a database and a backup, and migration between them."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.apps import apps as current_apps
from django.apps.registry import Apps
from django.core.management.sql import emit_post_migrate_signal
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.exceptions import IrreversibleError
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from rulesbase.operations.backup.archive import BackupRefused, Manifest

Node = tuple[str, str]


class Schema(NamedTuple):
    """The applied migrations, and the models that fit them."""

    migrations: list[list[str]]
    apps: Apps


def schema_of(connection: BaseDatabaseWrapper) -> Schema:
    """Return the schema of a database, which may be older. Raises BackupRefused if a newer program made it."""
    loader = MigrationLoader(connection)
    applied = set(loader.applied_migrations)
    if not applied:
        raise BackupRefused("The database has no tables: run manage.py migrate first.")
    _refuse_newer(loader)
    return Schema(sorted(map(list, applied)), _models(loader, applied))


def check_target(connection: BaseDatabaseWrapper) -> None:
    """Raise BackupRefused unless the tables of the database are those of this program."""
    loader = MigrationLoader(connection)
    if missing := set(loader.disk_migrations) - set(loader.applied_migrations):
        raise BackupRefused(f"The database lacks {_named(missing)}: run manage.py migrate first.")
    _refuse_newer(loader)


def _refuse_newer(loader: MigrationLoader) -> None:
    if newer := set(loader.applied_migrations) - set(loader.disk_migrations):
        raise BackupRefused(
            f"A newer Rulesbase made the tables of this database: {_named(newer)} is unknown here. "
            "Use that version. To go back, restore a backup into an empty database."
        )


def check_file(manifest: Manifest, connection: BaseDatabaseWrapper) -> Schema:
    """Return the schema of a backup. Raises BackupRefused if this program is too old for it."""
    loader = MigrationLoader(connection)
    made = {(app, name) for app, name in manifest.migrations}
    if newer := made - set(loader.disk_migrations):
        raise BackupRefused(
            f"The backup is of a newer Rulesbase ({manifest.program}): {_named(newer)} is unknown here. "
            "Install that version, or a later one, and restore it there."
        )
    return Schema(manifest.migrations, _models(loader, made))


def is_current(schema: Schema) -> bool:
    """Return whether these are the tables of this program."""
    return schema.apps is current_apps


def step_back(schema: Schema, connection: BaseDatabaseWrapper) -> None:
    """Migrate empty tables back, inside a transaction. Raises BackupRefused for an irreversible migration."""
    executor = MigrationExecutor(connection)
    made = {(app, name) for app, name in schema.migrations}
    targets: list[tuple[str, str | None]] = list(_leaves(executor.loader, made))
    targets += [(app, None) for app in {app for app, _ in executor.loader.applied_migrations} - {a for a, _ in made}]
    try:
        executor.migrate(targets)
    except IrreversibleError as error:
        raise BackupRefused(f"The backup is too old to be brought to the tables of today: {error}") from error


def step_forward(connection: BaseDatabaseWrapper) -> None:
    """Migrate the tables and their rows to the schema of this program, inside the same transaction."""
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)


def _models(loader: MigrationLoader, made: Collection[Node]) -> Apps:
    if set(made) == set(loader.disk_migrations):
        return current_apps
    return loader.project_state(_leaves(loader, made)).apps


def _leaves(loader: MigrationLoader, made: Collection[Node]) -> list[Node]:
    """Return the last of these migrations of each application."""
    graph = loader.graph
    return [
        node
        for node in sorted(made)
        if not any(child.key in made and child.key[0] == node[0] for child in graph.node_map[node].children)
    ]


def _named(nodes: Collection[Node]) -> str:
    """Describe the first of some migrations."""
    first: Sequence[str] = sorted(".".join(node) for node in nodes)
    return first[0] if len(first) == 1 else f"{first[0]} (and {len(first) - 1} more)"
