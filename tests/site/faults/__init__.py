"""Faults: whatever breaks in the middle of whatever is done, nothing is lost, nothing half is seen, all goes on.

`python -m tests.site.faults` (or `make faults`) runs fifty rounds of each kind on SQLite and on PostgreSQL.
docs/faults.md says what a round is and what the table means.
"""
