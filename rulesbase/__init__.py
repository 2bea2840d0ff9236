"""Rulesbase: every version of the rules, readable at any date."""
