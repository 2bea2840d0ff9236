"""Scores against lineages that people made by hand: ``python -m tests.score``, by ``make score``."""
