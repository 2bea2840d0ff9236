"""Any number of keys in a condition; databases limit the parameters of a query."""

import json
from collections.abc import Collection

from django.db import connection
from django.db.models import BigIntegerField
from django.db.models.expressions import RawSQL


def keys_subquery(keys: Collection[int]) -> RawSQL:
    """Return a subquery of keys for ``__in=``; they are one parameter of the query."""
    if connection.vendor == "postgresql":
        return RawSQL("SELECT unnest(%s::bigint[])", [list(keys)], output_field=BigIntegerField())
    return RawSQL("SELECT value FROM json_each(%s)", [json.dumps(list(keys))], output_field=BigIntegerField())
