"""Accessibility: axe over all pages (`python -m tests.site.access`), and tasks by keyboard alone."""
