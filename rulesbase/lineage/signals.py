"""Signals of the lineage."""

from django.dispatch import Signal

# Sent after the whole lineage was computed again: rows that name rules by date and number find them again.
lineage_rebuilt = Signal()
