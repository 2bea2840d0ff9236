"""Accessibility: axe over all pages (`make axe`), and tasks by keyboard alone."""
