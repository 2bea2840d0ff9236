"""Whether everybody can use the pages: axe over all of them (`python -m tests.access`), and tasks by keyboard alone."""
