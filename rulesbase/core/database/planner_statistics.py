"""The statistics by which the database plans its queries."""

import logging

from django.db import DatabaseError, connections

from rulesbase.core.database.database_errors import first_line

log = logging.getLogger(__name__)


def update_planner_statistics() -> None:
    """Run ANALYZE so that the database chooses good indexes after a big load; only log a failure."""
    try:
        with connections["default"].cursor() as cursor:
            cursor.execute("ANALYZE")
    except DatabaseError as error:
        log.warning("The rows were not counted, and searches may be slow until ANALYZE is run: %s", first_line(error))
