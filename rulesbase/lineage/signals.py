"""Signals of the lineage."""

from django.dispatch import Signal

# Sent after the whole lineage was computed again, so that rows with a date and number find their Rule again.
lineage_rebuilt = Signal()
